import { useEffect, useState } from 'react';

/** Keeps the screen on while it is mounted. Returns whether it can, or undefined until the browser has answered. */
export function useWakeLock(): boolean | undefined {
  const [isHeld, setIsHeld] = useState<boolean>();

  useEffect(() => {
    let isWanted = true;
    let held: WakeLockSentinel | undefined;

    async function request(): Promise<void> {
      // The browser releases it with a hidden page, and refuses it there.
      if (document.visibilityState !== 'visible' || (held && !held.released)) return;
      try {
        const lock = await navigator.wakeLock.request('screen');
        if (isWanted) held = lock;
        else await lock.release();
        setIsHeld(true);
      } catch {
        // An old browser has no wake lock; others refuse it on a low battery.
        setIsHeld(false);
      }
    }

    const onVisibilityChange = () => void request();
    void request();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      isWanted = false;
      document.removeEventListener('visibilitychange', onVisibilityChange);
      void held?.release();
    };
  }, []);

  return isHeld;
}
