import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Outlet, useLoaderData } from 'react-router';
import { createQueryPersistence } from '../platform/offline/persist-queries.ts';
import { openQueryStore, type StoredQuery } from '../platform/offline/query-store.ts';
import { createQueryClient } from './query-client.ts';
import { refreshWhenReachable } from './refresh-when-reachable.ts';

/** The query client of this tab, and the storage of its results on this device. */
export type Queries = {
  queryClient: QueryClient;
  persistence: ReturnType<typeof createQueryPersistence>;
};

/** Provides the query client. Sign-in pages are outside it to keep their bundle small. */
export function QueryLayout() {
  return (
    <QueryProvider queries={useLoaderData<Queries>()}>
      <Outlet />
    </QueryProvider>
  );
}

export function QueryProvider({ queries, children }: { queries: Queries; children: ReactNode }) {
  const { queryClient, persistence } = queries;
  useEffect(() => persistence.start(queryClient), [persistence, queryClient]);
  useEffect(() => refreshWhenReachable(queryClient), [queryClient]);

  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/**
 * Creates the query client with the lists that any screen may show. React shows a screen that had to suspend 300 ms later
 * at the earliest; what else it shows is restored by its loader.
 */
export async function openQueries(): Promise<Queries> {
  return createQueries(await readStoredLists());
}

export function createQueries(stored: StoredQuery[] = []): Queries {
  const persistence = createQueryPersistence(openQueryStore);
  const queryClient = createQueryClient(persistence);
  persistence.restoreAll(queryClient, stored);
  return { queryClient, persistence };
}

/** Reading takes a few ms; the limit is for a browser whose storage hangs, also while it is busy with scripts. */
const READ_LIMIT_MS = 2_000;

async function readStoredLists(): Promise<StoredQuery[]> {
  const none = new Promise<StoredQuery[]>((resolve) =>
    setTimeout(() => resolve([]), READ_LIMIT_MS),
  );
  const stored = openQueryStore()?.readLists();
  return stored ? Promise.race([stored.catch(() => []), none]) : [];
}
