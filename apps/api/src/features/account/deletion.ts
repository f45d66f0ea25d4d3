import type { Database, Db } from '../../db/database.ts';
import { LOWEST_ID } from '../../db/ids.ts';
import { lockRegistration } from '../../http/athlete-lock.ts';
import type { JobDefinition } from '../../jobs/definition.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import * as store from './store.ts';

type Needs = {
  db: Database;
  /**
   * What a feature does before the athlete's rows are deleted, in the same transaction, which holds the row of
   * the athlete. Work in other systems is added as a job.
   */
  cleanUps: ((db: Db, userId: string) => Promise<void>)[];
  deleteIdentity: (uid: string) => Promise<void>;
  now: () => Date;
};

export type AccountDeletion = {
  /** Deletes the account. Safe to run again; what fails half-way is finished by `finishDeletions`. */
  deleteAccount: (account: store.Deletion) => Promise<void>;
  /** Finishes deletions that failed half-way, and forgets those that are long done. */
  finishDeletions: () => Promise<void>;
};

/** A token lives for an hour. Until it ends it must not register the account again. */
const REMEMBERED_MILLISECONDS = 24 * 3600 * 1000;
/** Younger deletions are probably under way in a request. */
const UNFINISHED_MILLISECONDS = 60_000;
const PAGE = 100;

export function createAccountDeletion({
  db,
  cleanUps,
  deleteIdentity,
  now,
}: Needs): AccountDeletion {
  async function deleteAccount({ userId, uid }: store.Deletion): Promise<void> {
    await db.inTransaction(async (transaction) => {
      // With both locks held nothing is added to the account any more, not even the account itself.
      await lockRegistration(transaction, userId);
      await store.lockAccount(transaction, userId);
      for (const cleanUp of cleanUps) await cleanUp(transaction, userId);
      await store.addDeletion(transaction, { userId, uid, now: now() });
      await store.removeEverything(transaction, userId);
    });
    // The sign-in is last, because without it the athlete could not try again.
    await deleteIdentity(uid);
    await store.finishDeletion(db, userId);
  }

  async function finishDeletions(): Promise<void> {
    const failures: unknown[] = [];
    const before = new Date(now().getTime() - UNFINISHED_MILLISECONDS);
    for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
      const page: store.Deletion[] = await store.listUnfinished(db, { before, after, limit: PAGE });
      for (const account of page)
        await deleteAccount(account).catch((error: unknown) => failures.push(error));
      after = page.at(-1)?.userId;
    }
    await store.forgetFinished(db, new Date(now().getTime() - REMEMBERED_MILLISECONDS));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} deletions could not be finished`);
  }

  return { deleteAccount, finishDeletions };
}

const FINISH_DELETIONS: JobDefinition<object> = {
  name: 'account-finish-deletions',
  keyOf: () => 'all',
  parse: () => ({}),
  // The next run by cron is soon enough.
  retryLimit: 0,
  retryDelay: 60,
  maxRetryDelay: 60,
};

export const ACCOUNT_JOBS = [FINISH_DELETIONS];

/** The worker's jobs for accounts. */
export function deletionHandlers({ finishDeletions }: AccountDeletion): JobHandler[] {
  const run = () => finishDeletions();
  return [{ definition: FINISH_DELETIONS, concurrency: 1, run, cron: '*/5 * * * *' }];
}
