import { useEffect, useEffectEvent } from 'react';
import { isReachable, subscribeReachable } from './reachability.ts';

/** Calls back each time the API becomes reachable again, while `isWaiting`. */
export function useWhenReachable(isWaiting: boolean, onReachable: () => void): void {
  const call = useEffectEvent(onReachable);
  useEffect(() => {
    if (!isWaiting) return undefined;
    return subscribeReachable(() => {
      if (isReachable()) call();
    });
  }, [isWaiting]);
}
