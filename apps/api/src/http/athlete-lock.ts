import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { Problem } from './problem.ts';

/**
 * Makes other changes of this athlete wait until the transaction ends, so that a count cannot change between
 * reading it and relying on it. Always the first lock of a transaction, or two could wait for each other.
 */
export async function lockAthlete(db: Db, userId: string): Promise<void> {
  const { rows } = await db.query(sql`
    select 1 from app_user where user_id = ${userId} for no key update`);
  // The scope has found the athlete before, so the account was deleted in between.
  if (rows.length === 0) throw new Problem('ACCOUNT_DELETED');
}

/**
 * Makes a registration and a deletion of the same account wait for each other, although there may be no row yet
 * that could be locked.
 */
export async function lockRegistration(db: Db, userId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`);
}

/** Refuses to register an account that was deleted: its tokens outlive it. Needs the lock above. */
export async function refuseDeleted(db: Db, userId: string): Promise<void> {
  // A statement of its own: one that had to wait for a lock does not see what was committed meanwhile.
  const { rows } = await db.query(sql`
    select 1 from account_deletion where deleted_user_id = ${userId}`);
  if (rows.length > 0) throw new Problem('ACCOUNT_DELETED');
}
