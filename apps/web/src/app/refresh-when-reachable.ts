import type { QueryClient } from '@tanstack/react-query';
import { isReachable, reportReachable, subscribeReachable } from '../platform/api/reachability.ts';
import { PACES } from '../platform/api/queries/paces.ts';

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 60_000;

/** Polls the API while it is unreachable, and refreshes the screen once it answers. */
export function refreshWhenReachable(queryClient: QueryClient): () => void {
  let delay = FIRST_DELAY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function probe(): Promise<void> {
    clearTimeout(timer);
    // Every screen of the app has the paces, and they are small.
    await queryClient.refetchQueries({ queryKey: PACES, type: 'active' });
    if (isReachable()) return;
    timer = setTimeout(() => void probe(), delay);
    delay = Math.min(delay * 2, MAX_DELAY_MS);
  }

  function onReachableChange(): void {
    clearTimeout(timer);
    delay = FIRST_DELAY_MS;
    if (isReachable()) void queryClient.refetchQueries({ type: 'active', stale: true });
    else timer = setTimeout(() => void probe(), delay);
  }

  const onOffline = () => reportReachable(false);
  const onOnline = () => void (isReachable() || probe());
  const unsubscribe = subscribeReachable(onReachableChange);
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  if (!isReachable()) onReachableChange();
  return () => {
    unsubscribe();
    clearTimeout(timer);
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}
