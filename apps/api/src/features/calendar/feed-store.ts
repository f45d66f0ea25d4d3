import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { isoTime } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import { type DayRange, ENTRIES, IS_VISIBLE } from './store.ts';

/** The time when the athlete's feed was made. */
export async function findFeed(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    select ${isoTime(sql`created_at`)} as "createdAt" from calendar_feed where user_id = ${userId}`);
  return rows.map(({ createdAt }) => String(createdAt))[0];
}

/** Replaces the feed, so that a link made before stops working. */
export async function replaceFeed(
  db: Db,
  userId: string,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<void> {
  await db.query(sql`
    insert into calendar_feed (user_id, token_hash, created_at)
    values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id) do update set
      token_hash = excluded.token_hash, created_at = excluded.created_at`);
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from calendar_feed where user_id = ${userId}`);
}

/**
 * A hash of everything that a feed shows, or undefined if there is no such feed. Polls are many and changes are few, so
 * no content is read for it.
 */
export async function findFingerprint(
  db: Db,
  userId: string,
  tokenHash: Buffer,
  { from, to }: DayRange,
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    select md5(concat_ws('|',
      (select string_agg(concat_ws(',', e.entry_id, e.day, e.done_at, w.version,
          md5(concat_ws(',', e.title, e.script, e.notes, e.time_of_day))), ';' order by e.day, e.position, e.entry_id)
        from ${ENTRIES}
        where e.user_id = ${userId} and e.day between ${from} and ${to} and ${IS_VISIBLE}),
      (select p::text from training_paces p where p.user_id = ${userId}))) as fingerprint
    from calendar_feed f
    where f.user_id = ${userId} and f.token_hash = ${tokenHash}`);
  return rows.map((row) => z.object({ fingerprint: z.string() }).parse(row).fingerprint)[0];
}
