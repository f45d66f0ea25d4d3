import { useEffect, useEffectEvent } from 'react';

const REDIRECT_DELAY_MS = 3_000;

/** Runs the action after three seconds, unless the screen unmounts first. */
export function useDelayedRedirect(enabled: boolean, action: () => void): void {
  const act = useEffectEvent(action);
  useEffect(() => {
    if (!enabled) return undefined;
    const timer = setTimeout(act, REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [enabled]);
}
