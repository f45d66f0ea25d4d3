import { setTimeout as wait } from 'node:timers/promises';
import { isConnectionLost } from './database.ts';

/** SQL states and error codes that are worth a retry. */
const TEMPORARY = new RegExp(
  `^(?:${[
    '08...', // the connection failed
    '25006', // read only: a standby that is not promoted yet
    '40001|40P01|55P03', // lost against another transaction
    '40003', // committed, and maybe not replicated
    '53...', // out of connections, memory or disk
    '57014', // took longer than statement_timeout
    '57P0[1235]', // the server ended the connection
    'ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN',
  ].join('|')})$`,
);

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return TEMPORARY.test(code) || isConnectionLost(error);
}

type Options = {
  attempts?: number;
  retryDelay?: number;
  /** Called after each attempt that failed. */
  onRetry?: (error: unknown) => void;
};

/**
 * A process may start during a failover, which takes seconds. A database that stays away for a minute is an error,
 * so that whatever started the process shows it.
 */
export async function retryWhileUnavailable(
  work: () => Promise<void>,
  { attempts = 60, retryDelay = 1_000, onRetry }: Options = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === attempts || !isDatabaseUnavailable(error)) throw error;
      onRetry?.(error);
      await wait(retryDelay);
    }
}
