import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryPersister,
} from '@tanstack/react-query';
import { ApiProblem } from '../platform/api/problem.ts';
import { GARMIN_DELIVERIES } from '../platform/api/queries/garmin.ts';
import { reportReachable } from '../platform/api/reachability.ts';

const MAX_RETRIES = 2;

export function createQueryClient({ persister }: { persister?: QueryPersister } = {}): QueryClient {
  const queryClient: QueryClient = new RefetchingQueryClient({
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

/**
 * TanStack Query restarts a fetch that an invalidation finds in progress, but not the first of a query: its response, which
 * may be older than the change, would be taken for fresh.
 */
class RefetchingQueryClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    for (const { promise, queryKey } of firstFetches) {
      await promise?.catch(() => undefined);
      await super.invalidateQueries({ queryKey, exact: true }, options);
    }
  }
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
