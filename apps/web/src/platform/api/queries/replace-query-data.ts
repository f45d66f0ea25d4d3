import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Caches the response to a change. A response to an earlier request would overwrite it, so such requests end here. */
export async function replaceQueryData(
  queryClient: QueryClient,
  queryKey: QueryKey,
  data: unknown,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, data);
}
