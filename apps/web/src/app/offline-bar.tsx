import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Says that the browser has no network, as long as that is so, and what can be done meanwhile. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return (
    <output className="block print:hidden">
      {!isOnline && (
        <span className="block bg-ink text-[0.9375rem] text-bg">
          <span className="wrap flex items-center gap-3 py-2.5">
            <WifiOff aria-hidden className="flex-none" />
            <span>
              <b>Offline.</b> A workout you write stays on this device until you can save it.
            </span>
          </span>
        </span>
      )}
    </output>
  );
}

function watchNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
