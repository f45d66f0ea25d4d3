import { Clock, WifiOff } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';

type OfflineBarProps = {
  state: 'online' | 'slow' | 'offline';
  /** When the data on the screen was loaded. */
  lastUpdated: string | undefined;
  onRetry: () => void;
};

/** Shows that the data on the screen was loaded earlier, and when. */
export function OfflineBar({ state, lastUpdated, onRetry }: OfflineBarProps) {
  const isShown = state !== 'online';
  const Icon = state === 'slow' ? Clock : WifiOff;

  return (
    <div
      className={classNames(
        'print:hidden',
        isShown && 'border-b border-line bg-surface-2',
        state === 'offline' && 'text-sm',
        // Over the screen, because one that appears for a moment would move buttons from under the pointer.
        state === 'slow' && 'pointer-events-none absolute inset-x-0 z-(--z-bar) text-xs md:text-sm',
      )}
    >
      <div
        className={classNames(
          isShown && 'wrap flex items-center gap-3',
          state === 'offline' && 'py-2',
          state === 'slow' && 'py-1 md:py-2',
        )}
      >
        {isShown && <Icon aria-hidden className="flex-none" />}
        {/* Always rendered, so that screen readers announce its changes. */}
        <output className="block grow">
          {isShown && (
            <>
              <b>{state === 'offline' ? 'Offline.' : 'Slow connection.'}</b>
              {lastUpdated && ` Last updated ${lastUpdated}.`}
              {state === 'offline'
                ? ' What you write is kept on this device until you’re back online.'
                : ' Loading the latest…'}
            </>
          )}
        </output>
        {state === 'offline' && (
          <button
            type="button"
            className="min-h-(--control-h-sm) flex-none rounded-md border border-current px-3 text-sm font-semibold hover:bg-surface"
            onClick={onRetry}
          >
            Try again
          </button>
        )}
      </div>
    </div>
  );
}
