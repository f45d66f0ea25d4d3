import { expect, test, vi } from 'vitest';
import { retryWhileUnavailable } from './availability.ts';

const fail = (code: string) => Object.assign(new Error('refused'), { code });

test('a database that is unavailable is asked again until it answers', async () => {
  const work = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(fail('ECONNREFUSED'))
    .mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
    .mockRejectedValueOnce(fail('57P03'))
    .mockResolvedValue();
  const onRetry = vi.fn<() => void>();
  await retryWhileUnavailable(work, { retryDelay: 0, onRetry });
  expect(work).toHaveBeenCalledTimes(4);
  expect(onRetry).toHaveBeenCalledTimes(3);
});

test('it is an error after the last attempt', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(fail('ECONNREFUSED'));
  await expect(retryWhileUnavailable(work, { attempts: 3, retryDelay: 0 })).rejects.toThrow(
    'refused',
  );
  expect(work).toHaveBeenCalledTimes(3);
});

test('a wrong password is an error at once', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(fail('28P01'));
  await expect(retryWhileUnavailable(work, { retryDelay: 0 })).rejects.toThrow('refused');
  expect(work).toHaveBeenCalledTimes(1);
});
