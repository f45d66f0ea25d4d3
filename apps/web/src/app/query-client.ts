import { MutationCache, QueryCache, QueryClient, type QueryPersister } from '@tanstack/react-query';
import { ApiProblem } from '../platform/api/problem.ts';
import { GARMIN_DELIVERIES } from '../platform/api/queries/garmin.ts';
import { reportReachable } from '../platform/api/reachability.ts';

const MAX_RETRIES = 2;

export function createQueryClient({ persister }: { persister?: QueryPersister } = {}): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: reportUnreachable }),
    mutationCache: new MutationCache({
      onError: reportUnreachable,
      onSuccess: (_data, _variables, _result, { meta }) => {
        if (meta?.affectsGarmin)
          void queryClient.invalidateQueries({ queryKey: GARMIN_DELIVERIES });
      },
    }),
    defaultOptions: {
      // Calls are not paused while the browser is "offline": it may be wrong, and a failed call is reported at
      // once.
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

/** Only a failure of our server may be temporary. Without a network the athlete gets a message at once. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isServerFailure =
    error instanceof ApiProblem && !isUnreachable(error) && (error.status ?? 0) >= 500;
  return isServerFailure && failures < MAX_RETRIES;
}
