import { MutationCache, QueryCache, QueryClient, type QueryPersister } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem.ts';
import { reportReachable } from '../api/reachability.ts';

const MAX_RETRIES = 2;

export function createQueryClient({ persister }: { persister?: QueryPersister } = {}): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: reportUnreachable }),
    mutationCache: new MutationCache({
      onError: reportUnreachable,
      onSuccess: (_data, _variables, _result, { meta }) => {
        if (meta?.affectsGarmin)
          void queryClient.invalidateQueries({ queryKey: ['garmin-deliveries'] });
      },
    }),
    defaultOptions: {
      // Calls are not held back while the browser says that it is offline: it may be wrong, and a call that
      // fails says so at once.
      queries: { retry: isWorthRetrying, staleTime: 30_000, networkMode: 'always', persister },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}

function reportUnreachable(error: Error): void {
  if (isUnreachable(error)) reportReachable(false);
}

function isUnreachable(error: Error): boolean {
  return error instanceof ApiProblem && error.code === 'UNREACHABLE';
}

/** Only a failure of our server can be gone a moment later. Without a network the athlete is told at once. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isOurs = error instanceof ApiProblem && !isUnreachable(error) && (error.status ?? 0) >= 500;
  return isOurs && failures < MAX_RETRIES;
}
