import * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { sql, type Statement } from '../db/sql.ts';

/** Fewer entries cannot be too large, so their texts are not measured. */
const ALWAYS_SMALL = 1000;

/**
 * The number of entries of an athlete, and the stored size of their texts if there are many of them. Includes the hidden
 * entries of deleted workouts, which can be restored.
 */
export async function measureCalendar(
  db: Db,
  userId: string,
): Promise<{ entries: number; bytes: number }> {
  const { rows } = await db.query(sql`
    select count(*)::int as entries from calendar_entry where user_id = ${userId}`);
  const entries = Number(rows[0]?.['entries']);
  if (entries <= ALWAYS_SMALL) return { entries, bytes: 0 };
  const measured = await db.query(sql`
    select coalesce(sum(${sizeOf(sql`e`)}), 0)::float8 as bytes
    from calendar_entry e where e.user_id = ${userId}`);
  return { entries, bytes: z.object({ bytes: z.number() }).parse(measured.rows[0]).bytes };
}

/** The bytes that the texts of an entry take up on disk. They are not read for it. */
function sizeOf(entry: Statement): Statement {
  return sql`(coalesce(pg_column_size(${entry}.script), 0) + coalesce(pg_column_size(${entry}.notes), 0)
    + coalesce(pg_column_size(${entry}.reading), 0) + coalesce(pg_column_size(${entry}.alternatives), 0)
    + coalesce(pg_column_size(${entry}.skipped), 0)
    + coalesce(pg_column_size(${entry}.done_script), 0) + coalesce(pg_column_size(${entry}.done_reading), 0))`;
}
