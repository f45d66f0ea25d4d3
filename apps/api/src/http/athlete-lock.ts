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
