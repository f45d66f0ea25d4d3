import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isReachable, subscribeReachable } from '../platform/api/reachability.ts';
import { shortTimestamp } from '../platform/days/timestamps.ts';
import { useToday } from '../platform/days/use-today.ts';
import { isRefreshing, lastUpdated } from '../platform/offline/persist-queries.ts';
import { OfflineBar } from './offline-bar.tsx';

/** A refresh that takes longer is mentioned. */
const SLOW_AFTER_MS = 3_000;

/** Shows that the screen has stored data instead of fresh data from the API. */
export function NetworkStatus() {
  const queryClient = useQueryClient();
  const isOffline = !useSyncExternalStore(subscribeReachable, isReachable);
  const isSlow = useIsSlow();
  const today = useToday();
  const updatedAt = useCacheValue(lastUpdated);

  return (
    <OfflineBar
      state={isOffline ? 'offline' : isSlow ? 'slow' : 'online'}
      lastUpdated={updatedAt === undefined ? undefined : shortTimestamp(updatedAt, today)}
      onRetry={() => void queryClient.refetchQueries({ type: 'active' })}
    />
  );
}

/** Whether the screen has been waiting for fresh data for a while. */
function useIsSlow(): boolean {
  const isLoading = useCacheValue(isRefreshing);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setIsLate(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isLoading]);
  return isLoading && isLate;
}

function useCacheValue<Value>(read: (queryClient: QueryClient) => Value): Value {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    // The cache also reports a query that a component starts while it renders, when nothing else may be updated.
    (listener: () => void) =>
      queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queryClient],
  );
  return useSyncExternalStore(subscribe, () => read(queryClient));
}
