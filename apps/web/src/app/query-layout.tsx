import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLoaderData } from 'react-router';
import { createQueryPersistence } from '../offline/persist-queries.ts';
import { openQueryStore, type StoredQuery } from '../offline/query-store.ts';
import { createQueryClient } from './query-client.ts';
import { refreshWhenReachable } from './refresh-when-reachable.ts';

/** Provides the query client. Sign-in pages are outside it to keep their bundle small. */
export function QueryLayout() {
  const stored = useLoaderData<StoredQuery[] | undefined>();
  const [{ queryClient, persistence }] = useState(() => createPersistedClient(stored ?? []));
  useEffect(() => persistence.start(queryClient), [persistence, queryClient]);
  useEffect(() => refreshWhenReachable(queryClient), [queryClient]);

  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** Reading takes a few ms; the limit is for a browser whose storage hangs, also while it is busy with scripts. */
const READ_LIMIT_MS = 2_000;

/**
 * Reads what is stored before the first screen is drawn: React shows a screen that had to wait, however shortly,
 * 300 ms later at the earliest.
 */
export async function readStoredQueries(): Promise<StoredQuery[]> {
  const none = new Promise<StoredQuery[]>((resolve) =>
    setTimeout(() => resolve([]), READ_LIMIT_MS),
  );
  const stored = openQueryStore()?.readAll();
  return stored ? Promise.race([stored.catch(() => []), none]) : [];
}

function createPersistedClient(stored: StoredQuery[]) {
  const persistence = createQueryPersistence(openQueryStore);
  const queryClient = createQueryClient(persistence);
  persistence.restoreAll(queryClient, stored);
  return { queryClient, persistence };
}
