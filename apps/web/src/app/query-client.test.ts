import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { isReachable, reportReachable } from '../platform/api/reachability.ts';
import { localProblem } from '../platform/api/problem.ts';
import { problemOf, unreachable } from '../testing/fake-api.ts';
import { createQueryClient } from './query-client.ts';

test.each([
  unreachable(),
  localProblem('UNREADABLE'),
  localProblem('UNREACHABLE', { status: 502 }),
])('a call without a usable response fails at once: %s', async (failure) => {
  const queryClient = createQueryClient();
  const queryFn = vi.fn<() => Promise<never>>().mockRejectedValue(failure);
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  await expect(
    queryClient.fetchQuery({ queryKey: ['a'], queryFn, retry, retryDelay: 0 }),
  ).rejects.toBe(failure);
  expect(queryFn).toHaveBeenCalledTimes(1);
  reportReachable(true);
});

test('a failure of our server is retried', async () => {
  const queryClient = createQueryClient();
  const queryFn = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(problemOf('INTERNAL'))
    .mockResolvedValue('here');
  const { retry } = queryClient.getDefaultOptions().queries ?? {};

  expect(await queryClient.fetchQuery({ queryKey: ['a'], queryFn, retry, retryDelay: 0 })).toBe(
    'here',
  );
});

test('a query or a change without a response makes the app offline', async () => {
  for (const start of [
    () =>
      createQueryClient().fetchQuery({
        queryKey: ['a'],
        queryFn: () => Promise.reject(unreachable()),
      }),
    () => {
      const queryClient = createQueryClient();
      const options = { mutationFn: () => Promise.reject(unreachable()) };
      return queryClient.getMutationCache().build(queryClient, options).execute(undefined);
    },
  ]) {
    await expect(start()).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(isReachable()).toBe(false);
    reportReachable(true);
  }
});

test('deliveries to Garmin are refetched after changes that affect them, and after no others', async () => {
  const queryClient = createQueryClient();
  const key = ['garmin-deliveries', 'month'];
  queryClient.setQueryData(key, []);
  const change = (meta: { affectsGarmin?: true }) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: async () => undefined, meta })
      .execute(undefined);

  await change({});
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  await change({ affectsGarmin: true });
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('a first fetch that is in progress when its data changes is repeated', async () => {
  const queryClient = createQueryClient();
  const old = Promise.withResolvers<string>();
  const queryFn = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(old.promise)
    .mockResolvedValue('new');
  const observer = new QueryObserver(queryClient, { queryKey: ['a'], queryFn });
  const unsubscribe = observer.subscribe(() => {});

  const refreshed = queryClient.invalidateQueries({ queryKey: ['a'] });
  old.resolve('old');
  await refreshed;
  expect(observer.getCurrentResult().data).toBe('new');
  unsubscribe();
});

test('a fetch ahead of a screen that is in progress when its data changes is stale', async () => {
  const queryClient = createQueryClient();
  const old = Promise.withResolvers<string>();
  const options = { queryKey: ['a'], queryFn: () => old.promise };
  const fetched = queryClient.prefetchQuery(options);

  const refreshed = queryClient.invalidateQueries({ queryKey: ['a'] });
  old.resolve('old');
  await Promise.all([fetched, refreshed]);
  expect(queryClient.getQueryState(['a'])?.isInvalidated).toBe(true);
});
