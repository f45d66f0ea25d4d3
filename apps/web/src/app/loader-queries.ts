import type { QueryClient } from '@tanstack/react-query';
import { createContext, type LoaderFunctionArgs } from 'react-router';
import type { Call } from '../platform/api/client.ts';

/** Set by the router for the loaders of screens with queries. */
export const queriesContext = createContext<{
  call: Call;
  loadQueryClient: () => Promise<QueryClient>;
}>();

/**
 * Starts the queries of a screen before it is rendered, all at the same time. The screen isn't held up: it
 * suspends on the data that it needs.
 */
export async function startQueries(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  start: (queryClient: QueryClient, call: Call) => unknown,
): Promise<null> {
  const { call, loadQueryClient } = context.get(queriesContext);
  start(await loadQueryClient(), call);
  return null;
}
