import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { isoTime } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';

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

/** Ends the feeds of a restored database that have ended or changed in the database before the restore. */
export async function endRestoredFeeds(from: Db, to: Db): Promise<void> {
  const { rows } = await from.query(sql`
    select coalesce(json_agg(f), '[]')::text as json from calendar_feed f`);
  await to.query(sql`
    delete from calendar_feed where (user_id, token_hash) not in (
      select old.user_id, old.token_hash
      from json_populate_recordset(null::calendar_feed, ${String(rows[0]?.['json'])}) old)`);
}

/** Whether the secret of a link is that of the athlete's feed. */
export async function isFeed(db: Db, userId: string, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from calendar_feed where user_id = ${userId} and token_hash = ${tokenHash}`);
  return rowCount === 1;
}
