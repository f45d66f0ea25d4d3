import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { isoTime } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import type { DayRange } from './store.ts';

/** When the athlete's feed was made, and the first read of the last day on which it was read. */
export async function findFeed(
  db: Db,
  userId: string,
): Promise<{ createdAt: string | null; lastReadAt: string | null }> {
  const { rows } = await db.query(sql`
    select ${isoTime(sql`created_at`)} as "createdAt", ${isoTime(sql`last_read_at`)} as "lastReadAt"
    from calendar_feed where user_id = ${userId}`);
  return rows.map((row) => feedRow.parse(row))[0] ?? { createdAt: null, lastReadAt: null };
}

const feedRow = z.object({ createdAt: z.string(), lastReadAt: z.nullable(z.string()) });

/** The sign-in of an athlete whose feed was not read on this day (UTC) or later. Undefined if it was. */
export async function findUnreadSince(
  db: Db,
  userId: string,
  day: string,
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    select u.firebase_uid as uid from calendar_feed f join app_user u on u.user_id = f.user_id
    where f.user_id = ${userId}
      and coalesce(f.last_read_at < ${`${day}T00:00:00Z`}::timestamptz, true)`);
  return rows.map(({ uid }) => String(uid))[0];
}

export async function markRead(db: Db, userId: string, at: Date): Promise<void> {
  await db.query(sql`update calendar_feed set last_read_at = ${at} where user_id = ${userId}`);
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
      token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null`);
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from calendar_feed where user_id = ${userId}`);
}

/** Whether the secret of a link is that of the athlete's feed. */
export async function isFeed(db: Db, userId: string, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from calendar_feed where user_id = ${userId} and token_hash = ${tokenHash}`);
  return rowCount === 1;
}

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
