import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import { createQueryPersistence, isRefreshing, lastUpdated } from './persist-queries.ts';
import type { QueryStore, StoredQuery } from './query-store.ts';

const MORNING = Date.parse('2026-11-17T06:40:00Z');

let rows: Map<string, StoredQuery>;
let store: QueryStore | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: MORNING });
  rows = new Map();
  store = {
    read: async (hash) => rows.get(hash),
    readLists: async () => [...rows.values()],
    write: async (queries) => {
      for (const query of queries) rows.set(query.hash, structuredClone(query));
    },
  };
});

afterEach(() => void vi.useRealTimers());

test('loaded data is shown on the next visit, with its age, before the API answers', async () => {
  await loadBefore(['today'], 'the plan');
  vi.setSystemTime(MORNING + 3_600_000);

  const { queryClient, observe } = open();
  const observer = observe(['today'], () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(10);

  expect(observer.getCurrentResult().data).toBe('the plan');
  expect(lastUpdated(queryClient)).toBe(MORNING);
  expect(isRefreshing(queryClient)).toBe(true);
});

test('data restored before the first screen is shown at once and refetched', async () => {
  await loadBefore(['today'], 'the plan');
  const { queryClient, observe, restoreAll } = open();
  restoreAll(queryClient, [...rows.values()]);
  const observer = observe(['today'], async () => 'the new plan');

  expect(observer.getCurrentResult().data).toBe('the plan');
  expect(lastUpdated(queryClient)).toBe(MORNING);
  await vi.advanceTimersByTimeAsync(10);
  expect(observer.getCurrentResult().data).toBe('the new plan');
});

test('a screen can wait for what is stored, and not for the API', async () => {
  await loadBefore(['plan', 1], 'the plan');
  const { queryClient, whenRestored } = open();
  vi.spyOn(store as QueryStore, 'read').mockImplementation(
    (hash) => new Promise((resolve) => setTimeout(() => resolve(rows.get(hash)), 50)),
  );
  const query = { queryKey: ['plan', 1], meta: { offline: true } as const };
  void queryClient.prefetchQuery({ ...query, queryFn: () => new Promise(() => {}) });
  let isRestored = false;
  void whenRestored().then(() => (isRestored = true));
  await vi.advanceTimersByTimeAsync(30);
  expect(isRestored).toBe(false);
  await vi.advanceTimersByTimeAsync(30);

  expect(isRestored).toBe(true);
  expect(queryClient.getQueryData(['plan', 1])).toBe('the plan');
});

test("the API's answer replaces the stored data", async () => {
  await loadBefore(['today'], 'the plan');
  vi.setSystemTime(MORNING + 5_000);

  const { queryClient, observe } = open();
  const observer = observe(['today'], async () => 'the new plan');
  await vi.advanceTimersByTimeAsync(10);

  expect(observer.getCurrentResult().data).toBe('the new plan');
  expect(lastUpdated(queryClient)).toBeGreaterThan(MORNING);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(rows.get('["today"]')?.data).toBe('the new plan');
});

test('without an answer the stored data stays on the screen, with its age', async () => {
  await loadBefore(['today'], 'the plan');
  vi.setSystemTime(MORNING + 60_000);

  const { queryClient, observe } = open();
  const observer = observe(['today'], () => Promise.reject(unreachable()));
  await vi.advanceTimersByTimeAsync(2_000);

  expect(observer.getCurrentResult()).toMatchObject({ data: 'the plan', isError: true });
  expect(lastUpdated(queryClient)).toBe(MORNING);
  expect(rows.get('["today"]')?.updatedAt).toBe(MORNING);
});

test('a query without the option is not stored', async () => {
  const { queryClient } = open();
  await queryClient.fetchQuery({ queryKey: ['secret'], queryFn: async () => 1 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rows.size).toBe(0);
});

test('a query that is not stored can be derived from another one', async () => {
  await loadBefore(['days', 1], ['mon', 'tue']);
  const { queryClient } = open();
  const data = queryClient.fetchQuery({
    queryKey: ['days', 2],
    queryFn: () => new Promise<unknown>(() => {}),
    meta: {
      offline: (stored) => {
        const [other] = stored;
        return other && { ...other, data: (other.data as string[]).slice(1) };
      },
    },
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(await data).toEqual(['tue']);
});

test('an optimistic value is not stored while it may be refused', async () => {
  await loadBefore(['today'], 'planned');
  const { queryClient, observe } = open();
  observe(['today'], async () => 'planned');
  await vi.advanceTimersByTimeAsync(2_000);
  const refusal = Promise.withResolvers<never>();
  const change = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => refusal.promise })
    .execute(undefined);

  queryClient.setQueryData(['today'], 'done');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rows.get('["today"]')?.data).toBe('planned');

  queryClient.setQueryData(['today'], 'planned');
  refusal.reject(unreachable());
  await expect(change).rejects.toMatchObject({ code: 'UNREACHABLE' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rows.get('["today"]')).toMatchObject({ data: 'planned' });
});

test('only the first pages of a long list are stored', async () => {
  const { queryClient } = open();
  const pages = Array.from({ length: 9 }, (_, page) => [page]);
  await queryClient.fetchQuery({
    queryKey: ['list'],
    queryFn: async () => ({ pages, pageParams: pages.map((_, page) => page) }),
    meta: { offline: true },
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(rows.get('["list"]')?.data).toEqual({ pages: [[0], [1]], pageParams: [0, 1] });
});

test('results are written together, after a short delay', async () => {
  const write = vi.spyOn(store as QueryStore, 'write');
  const { queryClient } = open();
  for (const name of ['a', 'b', 'c'])
    await queryClient.fetchQuery({
      queryKey: [name],
      queryFn: async () => name,
      meta: { offline: true },
    });
  expect(write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(write).toHaveBeenCalledTimes(1);
  expect(rows.size).toBe(3);
});

test.each([
  ['is missing', undefined],
  ['refuses', refusingStore(() => Promise.reject(new Error('QuotaExceededError')))],
  ['hangs', refusingStore(() => new Promise<never>(() => {}))],
])('a storage that %s does not stop anything from loading', async (_, broken) => {
  store = broken;
  const { queryClient } = open();
  const loading = queryClient.fetchQuery({
    queryKey: ['today'],
    queryFn: async () => 'the plan',
    meta: { offline: true },
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await loading).toBe('the plan');
  await vi.advanceTimersByTimeAsync(5_000);
});

function refusingStore(answer: () => Promise<never>): QueryStore {
  return { read: answer, readLists: answer, write: answer };
}

function open() {
  const { persister, start, restoreAll, whenRestored } = createQueryPersistence(() => store);
  const queryClient = new QueryClient({
    defaultOptions: { queries: { persister, retry: false, staleTime: 30_000 } },
  });
  start(queryClient);

  function observe(queryKey: unknown[], queryFn: () => Promise<unknown>) {
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn,
      meta: { offline: true },
    });
    observer.subscribe(() => {});
    return observer;
  }
  return { queryClient, observe, restoreAll, whenRestored };
}

async function loadBefore(queryKey: unknown[], data: unknown): Promise<QueryClient> {
  const { queryClient } = open();
  await queryClient.fetchQuery({ queryKey, queryFn: async () => data, meta: { offline: true } });
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(MORNING);
  return queryClient;
}
