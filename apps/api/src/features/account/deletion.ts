import { plural } from '@pacewright/pace';
import type { Database, Db } from '../../db/database.ts';
import { LOWEST_ID } from '../../db/ids.ts';
import { lockRegistration } from '../../http/athlete-lock.ts';
import type { JobDefinition } from '../../jobs/definition.ts';
import type { JobHandler, JobRun } from '../../jobs/worker.ts';
import * as store from './store.ts';

type Dependencies = {
  db: Database;
  /**
   * Clean-up of each feature before the athlete's rows are deleted, in the same transaction, which has locked the
   * athlete. Work in other systems is enqueued as a job. Idempotent.
   */
  cleanUps: ((db: Db, userId: string) => Promise<void>)[];
  deleteIdentity: (uid: string) => Promise<void>;
  now: () => Date;
};

export type AccountDeletion = {
  /** Idempotent. `finishDeletions` completes a deletion that fails half-way. */
  deleteAccount: (account: store.Deletion) => Promise<void>;
  /** Deletes an account unless it has data that need a verified email. Returns whether it was deleted. */
  deleteUnused: (account: store.Deletion) => Promise<boolean>;
  /** Completes deletions that failed half-way, and prunes the record of old ones. */
  finishDeletions: (run?: JobRun) => Promise<void>;
};

/** As long as the oldest backup, so that a restored database deletes the account again (docs/restore.md). */
const RETENTION_MILLISECONDS = 30 * 24 * 3600 * 1000;
/** A younger deletion is probably still running in a request. */
const MIN_AGE_MILLISECONDS = 60_000;
const PAGE_SIZE = 100;

export function createAccountDeletion({
  db,
  cleanUps,
  deleteIdentity,
  now,
}: Dependencies): AccountDeletion {
  async function deleteAccount(account: store.Deletion): Promise<void> {
    await deleteIf(account, async () => true);
  }

  async function deleteIf(
    { userId, uid }: store.Deletion,
    mayDelete: (transaction: Db) => Promise<boolean>,
  ): Promise<boolean> {
    const isDeleted = await db.inTransaction(async (transaction) => {
      // With both locks held, nothing can be added to the account, and it cannot be registered again.
      await lockRegistration(transaction, userId);
      await store.lockAccount(transaction, userId);
      if (!(await mayDelete(transaction))) return false;
      for (const cleanUp of cleanUps) await cleanUp(transaction, userId);
      await store.addDeletion(transaction, { userId, uid, now: now() });
      await store.deleteUser(transaction, userId);
      return true;
    });
    if (!isDeleted) return false;
    // The sign-in is deleted last, because the athlete needs it to retry.
    await deleteIdentity(uid);
    await store.finishDeletion(db, userId);
    return true;
  }

  // An athlete who changed the email has data and, for a while, no verified address.
  const deleteUnused = (account: store.Deletion) =>
    deleteIf(account, async (transaction) => !(await store.hasData(transaction, account.userId)));

  async function finishDeletions({ isStopping }: JobRun = NEVER_STOPPING): Promise<void> {
    const failures: unknown[] = [];
    const before = new Date(now().getTime() - MIN_AGE_MILLISECONDS);
    for (let after: string | undefined = LOWEST_ID; after !== undefined && !isStopping();) {
      const page: store.Deletion[] = await store.listUnfinished(db, {
        before,
        after,
        limit: PAGE_SIZE,
      });
      for (const account of page)
        await deleteAccount(account).catch((error: unknown) => failures.push(error));
      after = page.at(-1)?.userId;
    }
    await store.pruneFinished(db, new Date(now().getTime() - RETENTION_MILLISECONDS));
    if (failures.length > 0)
      throw new AggregateError(failures, `${plural(failures.length, 'deletion')} did not finish`);
  }

  return { deleteAccount, deleteUnused, finishDeletions };
}

const NEVER_STOPPING: JobRun = { isStopping: () => false };

const FINISH_DELETIONS: JobDefinition<object> = {
  name: 'account-finish-deletions',
  keyOf: () => 'all',
  parse: () => ({}),
  // The next run by cron is the retry.
  retryLimit: 0,
  retryDelay: 60,
  maxRetryDelay: 60,
};

export const ACCOUNT_JOBS = [FINISH_DELETIONS];

export function deletionHandlers({ finishDeletions }: AccountDeletion): JobHandler[] {
  const run = (_data: object, jobRun: JobRun) => finishDeletions(jobRun);
  return [{ definition: FINISH_DELETIONS, concurrency: 1, run, cron: '*/5 * * * *' }];
}
