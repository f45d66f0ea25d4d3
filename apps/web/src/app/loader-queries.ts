import type { QueryClient } from '@tanstack/react-query';
import { createContext, type LoaderFunctionArgs } from 'react-router';
import type { Call } from '../platform/api/client.ts';
import type { Queries } from './query-layout.tsx';

/** Set by the router for the loaders of screens with queries. */
export const queriesContext = createContext<{
  call: Call;
  loadQueries: () => Promise<Queries>;
}>();

/**
 * Starts the queries of a screen before it is rendered, all at the same time. It is rendered with the results that are
 * stored on this device, and suspends on the data that isn't.
 */
export async function startQueries(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  start: (queryClient: QueryClient, call: Call) => unknown,
): Promise<null> {
  const { call, loadQueries } = context.get(queriesContext);
  const { queryClient, persistence } = await loadQueries();
  start(queryClient, call);
  await persistence.whenRestored();
  return null;
}
