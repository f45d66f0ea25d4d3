import type {
  Query,
  QueryClient,
  QueryFunction,
  QueryFunctionContext,
} from '@tanstack/react-query';
import type { QueryStore, StoredQuery } from './query-store.ts';

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Register {
    queryMeta: {
      /**
       * Stored on this device and shown before the API has answered. A function finds a substitute among the
       * stored queries if this one is not stored.
       */
      offline?: true | ((stored: StoredQuery[]) => StoredQuery | undefined);
    };
    mutationMeta: {
      /** Changes what the watch should have, so deliveries to Garmin are refetched. */
      affectsGarmin?: true;
    };
  }
}

/** Short, because a screen left before the write is not available offline. */
const WRITE_DELAY_MS = 300;
/** A storage that hangs must not hold up the network. */
const READ_LIMIT_MS = 2_000;
/** Pages of a list that are worth storing. */
const MAX_PAGES = 2;

/** When the data of a query came from the API, also in an earlier visit. */
const loadedAt = new WeakMap<Query, number>();

/** The age of the oldest data on the screen that can be stored. */
export function lastUpdated(queryClient: QueryClient): number | undefined {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: isStored })
    .flatMap((query) => loadedAt.get(query) ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Whether data on the screen is being loaded again. */
export function isRefreshing(queryClient: QueryClient): boolean {
  return queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching', predicate: isStored })
    .some(({ state }) => state.data !== undefined);
}

function isStored({ meta }: Pick<Query, 'meta'>): boolean {
  return meta?.offline !== undefined;
}

/** Shows stored results until the API has answered, and stores its answers. */
export function createQueryPersistence(openStore: () => QueryStore | undefined) {
  const restored = new Set<Query>();
  let restoring: Promise<unknown> = Promise.resolve();
  const changed = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  return { restoreAll, persister, whenRestored, start };

  /** Puts stored results into the cache. They are stale, so a screen that shows them refetches. */
  function restoreAll(queryClient: QueryClient, stored: StoredQuery[]): void {
    for (const { key, data, updatedAt } of stored) {
      queryClient.setQueryData(key, data, { updatedAt: 0 });
      const query = queryClient.getQueryCache().find({ queryKey: key, exact: true });
      if (query) loadedAt.set(query, updatedAt);
    }
  }

  /** Runs instead of the query's function. Resolves with stored data first; a fetch from the API follows. */
  async function persister(
    queryFn: QueryFunction,
    context: QueryFunctionContext,
    query: Query,
  ): Promise<unknown> {
    const stored = query.state.data === undefined ? await restore(query) : undefined;
    if (!stored) return queryFn(context);

    restored.add(query);
    loadedAt.set(query, stored.updatedAt);
    setTimeout(() => {
      restored.delete(query);
      query.setState({ dataUpdatedAt: stored.updatedAt });
      query.fetch().catch(() => undefined);
    });
    return stored.data;
  }

  /** Resolves when the queries that have started have looked for stored results, not when the API has answered. */
  function whenRestored(): Promise<unknown> {
    return restoring;
  }

  function restore(query: Query): Promise<StoredQuery | undefined> {
    const reading = readStored(query, openStore);
    restoring = Promise.all([restoring, reading]);
    return reading;
  }

  /** Returns the function that stops it. */
  function start(queryClient: QueryClient): () => void {
    const stop = queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
      if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
      if (!isStored(query) || restored.has(query)) return;
      // A value set with setQueryData may be optimistic.
      if (!event.action.manual) loadedAt.set(query, Date.now());
      storeSoon(query);
    });
    // A fast response may precede the subscription.
    for (const query of queryClient.getQueryCache().findAll({ predicate: isStored })) {
      if (query.state.status !== 'success' || loadedAt.has(query) || restored.has(query)) continue;
      loadedAt.set(query, query.state.dataUpdatedAt);
      storeSoon(query);
    }

    function storeSoon(query: Query): void {
      changed.add(query);
      timer ??= setTimeout(write, WRITE_DELAY_MS);
    }

    function write(): void {
      clearTimeout(timer);
      timer = undefined;
      // An optimistic change may still be refused, and is followed by a success event either way.
      if (queryClient.isMutating() > 0) {
        timer = setTimeout(write, WRITE_DELAY_MS);
        return;
      }
      const queries = [...changed].flatMap(toStored);
      changed.clear();
      if (queries.length > 0)
        openStore()
          ?.write(queries)
          .catch(() => undefined);
    }

    const writeIfHidden = () => document.visibilityState === 'hidden' && write();
    document.addEventListener('visibilitychange', writeIfHidden);
    return () => {
      stop();
      clearTimeout(timer);
      timer = undefined;
      document.removeEventListener('visibilitychange', writeIfHidden);
    };
  }
}

async function readStored(
  query: Query,
  openStore: () => QueryStore | undefined,
): Promise<StoredQuery | undefined> {
  const find = query.meta?.offline;
  const store = find && openStore();
  if (!store) return undefined;
  try {
    return await within(READ_LIMIT_MS, async () => {
      const stored = await store.read(query.queryHash);
      return stored ?? (find === true ? undefined : find(await store.readLists()));
    });
  } catch {
    return undefined;
  }
}

function toStored(query: Query): StoredQuery[] {
  const { queryHash: hash, queryKey: key, state } = query;
  const updatedAt = loadedAt.get(query);
  if (state.data === undefined || updatedAt === undefined) return [];
  return [{ hash, key, data: firstPages(state.data), updatedAt }];
}

function firstPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data))
    return data;
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
  return { pages: pages.slice(0, MAX_PAGES), pageParams: pageParams.slice(0, MAX_PAGES) };
}

function within<Result>(ms: number, work: () => Promise<Result>): Promise<Result | undefined> {
  return Promise.race([
    work(),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms)),
  ]);
}
