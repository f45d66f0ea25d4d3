import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Removes the athlete. Everything they own refers to this row and goes with it. */
export async function removeEverything(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from app_user where user_id = ${userId}`);
}
