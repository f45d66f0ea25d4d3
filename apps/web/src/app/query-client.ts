import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem.ts';

const MOST_RETRIES = 2;

export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({
      // What is at Garmin follows workouts, days and paces, and each of these has its own way to change.
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['garmin-deliveries'] }),
    }),
    defaultOptions: {
      // Without a connection a call fails at once and says so, instead of waiting without a word.
      queries: { retry: isWorthRetrying, staleTime: 30_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}

/** Only trouble on the way, or on our side, can be gone a moment later. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const mayPass =
    error instanceof ApiProblem && (error.status === undefined || error.status >= 500);
  return mayPass && failures < MOST_RETRIES;
}
