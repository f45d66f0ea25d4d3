import { isDatabaseUnavailable } from '../../db/availability.ts';
import type { Db } from '../../db/database.ts';
import { type ActivityNotification, addToInbox } from './inbox-store.ts';

/** Batches notifications received within 4 ms into one insert. */
const WAIT_MILLISECONDS = 4;
const MAX_ROWS = 500;
/** Connections of the pool that notifications may use at once. */
const MAX_STATEMENTS = 3;

type Waiting = {
  notifications: readonly ActivityNotification[];
  resolve: () => void;
  reject: (error: unknown) => void;
};

/** Stores notifications of several requests with one statement. Resolves once they are committed. */
export function createBatchedInbox(db: Db, now: () => Date) {
  const waiting: Waiting[] = [];
  let statements = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    while (waiting.length > 0 && statements < MAX_STATEMENTS) void storeBatch(takeBatch());
  }

  function takeBatch(): Waiting[] {
    let rows = 0;
    let requests = 0;
    for (const { notifications } of waiting) {
      if (requests > 0 && rows + notifications.length > MAX_ROWS) break;
      rows += notifications.length;
      requests++;
    }
    return waiting.splice(0, requests);
  }

  async function storeBatch(batch: readonly Waiting[]): Promise<void> {
    statements++;
    try {
      await addToInbox(
        db,
        batch.flatMap(({ notifications }) => notifications),
        now(),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // One bad notification must not fail those of other athletes, which Garmin would send with it again.
      if (batch.length === 1 || isDatabaseUnavailable(error))
        for (const { reject } of batch) reject(error);
      else for (const one of batch) await storeBatch([one]);
    } finally {
      statements--;
      flush();
    }
  }

  return {
    add: (notifications: readonly ActivityNotification[]): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push({ notifications, resolve, reject });
        timer ??= setTimeout(flush, WAIT_MILLISECONDS);
      }),
  };
}
