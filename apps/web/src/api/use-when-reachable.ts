import { useEffect, useEffectEvent } from 'react';
import { isReachable, subscribeReachable } from './reachability.ts';

/** Calls back each time the API answers again after it was out of reach, while someone waits for that. */
export function useWhenReachable(isWaiting: boolean, onReachable: () => void): void {
  const call = useEffectEvent(onReachable);
  useEffect(() => {
    if (!isWaiting) return undefined;
    return subscribeReachable(() => {
      if (isReachable()) call();
    });
  }, [isWaiting]);
}
