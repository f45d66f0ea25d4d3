import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

/** The API's answer. The copy on this device only while the API is unreachable. */
export async function fetchFresh<Data, Key extends readonly unknown[]>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  try {
    return await queryClient.fetchQuery({ ...query, staleTime: 0, persister: undefined });
  } catch (error) {
    const stored = queryClient.getQueryData<Data>(query.queryKey);
    const isUnreachable = error instanceof ApiProblem && error.code === 'UNREACHABLE';
    if (!isUnreachable || stored === undefined) throw error;
    return stored;
  }
}
