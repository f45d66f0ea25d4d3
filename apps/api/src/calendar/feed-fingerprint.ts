import * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { DayRange } from './entries.ts';

/**
 * A hash that changes with everything that a feed shows, or undefined if there is no such feed. Of each row it has the
 * transaction that wrote it last, so that no text is read: polls are many, changes are few, and texts are long.
 */
export async function findFingerprint(
  db: Db,
  userId: string,
  tokenHash: Buffer,
  { from, to }: DayRange,
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    select md5(concat_ws('|',
      (select string_agg(concat_ws(',', e.entry_id, e.xmin, w.workout_id, w.xmin), ';'
          order by e.day, e.position, e.entry_id)
        from calendar_entry e
        left join lateral (
          select workout_id, xmin from workout
          where user_id = e.user_id and workout_id = coalesce(e.workout_id, e.done_workout_id)
            and deleted_at is null
          limit 1) as w on true
        where e.user_id = ${userId} and e.day between ${from} and ${to} and not e.is_held),
      (select concat_ws(',', p.user_id, p.xmin) from training_paces p where p.user_id = ${userId}))) as fingerprint
    from calendar_feed f
    where f.user_id = ${userId} and f.token_hash = ${tokenHash}`);
  return rows.map((row) => z.object({ fingerprint: z.string() }).parse(row).fingerprint)[0];
}
