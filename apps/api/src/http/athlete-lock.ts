import type { Database, Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { Problem } from './problem.ts';

/**
 * Serializes the changes of one athlete, so that a count is still true when it is used. Always the first lock of
 * a transaction, to prevent deadlocks.
 */
export async function lockAthlete(db: Db, userId: string): Promise<void> {
  const { rows } = await db.query(sql`
    select 1 from app_user where user_id = ${userId} for no key update`);
  // The scope checked that the athlete exists, so the account was deleted in between.
  if (rows.length === 0) throw new Problem('ACCOUNT_DELETED');
}

/** A transaction that changes several rows of one athlete, or counts them. */
export function inLockedTransaction<T>(
  db: Pick<Database, 'inTransaction'>,
  userId: string,
  work: (transaction: Db) => Promise<T>,
): Promise<T> {
  return db.inTransaction(async (transaction) => {
    await lockAthlete(transaction, userId);
    return work(transaction);
  });
}

/** Serializes registration and deletion of one account. An advisory lock, because there may be no row yet. */
export async function lockRegistration(db: Db, userId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`);
}

/** Rejects the registration of a deleted account, whose tokens are still valid. Needs the lock above. */
export async function requireNotDeleted(db: Db, userId: string): Promise<void> {
  // A separate statement, because the one that waited for the lock has an older snapshot.
  const { rows } = await db.query(sql`
    select 1 from account_deletion where deleted_user_id = ${userId}`);
  if (rows.length > 0) throw new Problem('ACCOUNT_DELETED');
}
