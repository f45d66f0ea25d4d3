import type { QueryClient } from '@tanstack/react-query';
import { isReachable, reportReachable, subscribeReachable } from '../api/reachability.ts';
import { PACES } from '../features/paces/paces-queries.ts';

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 60_000;

/** Asks the API now and then while it is out of reach, and refreshes the screen once it answers. */
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

  function follow(): void {
    clearTimeout(timer);
    delay = FIRST_DELAY_MS;
    if (isReachable()) void queryClient.refetchQueries({ type: 'active', stale: true });
    else timer = setTimeout(() => void probe(), delay);
  }

  const hearOffline = () => reportReachable(false);
  const hearOnline = () => void (isReachable() || probe());
  const stop = subscribeReachable(follow);
  window.addEventListener('offline', hearOffline);
  window.addEventListener('online', hearOnline);
  if (!isReachable()) follow();
  return () => {
    stop();
    clearTimeout(timer);
    window.removeEventListener('offline', hearOffline);
    window.removeEventListener('online', hearOnline);
  };
}
