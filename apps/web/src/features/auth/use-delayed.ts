import { useEffect, useEffectEvent } from 'react';

const REDIRECT_DELAY_MS = 3_000;

/** Does something three seconds after it was decided, unless the screen is left before. */
export function useDelayed(decided: boolean, action: () => void): void {
  const act = useEffectEvent(action);
  useEffect(() => {
    if (!decided) return undefined;
    const timer = setTimeout(act, REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [decided]);
}
