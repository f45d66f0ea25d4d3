import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** A notification about an activity. */
export type ActivityNotification = {
  garminUserId: string;
  kind: 'file' | 'deleted';
  summaryId: string;
  /** Unix seconds. */
  startedAt: number | null;
  callbackUrl: string | null;
};

export type InboxRow = z.infer<typeof inboxRow>;

/**
 * Stores notifications about known accounts, any number in one statement. Of several about the same activity the last
 * remains; a fetched file stays until the file of another URL takes its place.
 */
export async function addToInbox(
  db: Db,
  notifications: readonly ActivityNotification[],
  at: Date,
): Promise<void> {
  // Sorted, because two statements that share two rows could otherwise wait for each other.
  const rows = [...new Map(notifications.map((each) => [keyOf(each), each])).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
  await db.query(sql`
    insert into garmin_inbox (garmin_user_id, kind, summary_id, started_at, callback_url, received_at, due_at)
    select a.garmin_user_id, n.kind, n.summary_id, n.started_at, n.callback_url, ${at}::timestamptz,
      ${at}::timestamptz
    from unnest(${rows.map(({ garminUserId }) => garminUserId)}::text[],
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ summaryId }) => summaryId)}::text[],
      ${rows.map(({ startedAt }) => startedAt)}::bigint[],
      ${rows.map(({ callbackUrl }) => callbackUrl)}::text[])
      with ordinality as n (garmin_user_id, kind, summary_id, started_at, callback_url, place)
    join garmin_account a using (garmin_user_id)
    order by n.place
    on conflict (garmin_user_id, kind, summary_id) do update set
      callback_url = excluded.callback_url, started_at = excluded.started_at,
      is_read = garmin_inbox.is_read and garmin_inbox.callback_url = excluded.callback_url,
      version = garmin_inbox.version + 1, received_at = excluded.received_at`);
}

function keyOf({
  garminUserId,
  kind,
  summaryId,
}: Pick<ActivityNotification, 'garminUserId' | 'kind' | 'summaryId'>): string {
  return `${garminUserId} ${kind} ${summaryId}`;
}

/** Leases due rows to one worker. Another takes those over that are not processed by then. */
export async function claimFromInbox(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<InboxRow[]> {
  const { rows } = await db.query(sql`
    with claimed as (
      select garmin_user_id, kind, summary_id from garmin_inbox
      where due_at <= ${now} order by due_at limit ${limit} for update skip locked)
    update garmin_inbox i set due_at = ${until}, attempts = least(i.attempts + 1, 1000)
    from claimed c left join garmin_account a using (garmin_user_id)
    where i.garmin_user_id = c.garmin_user_id and i.kind = c.kind and i.summary_id = c.summary_id
    returning i.garmin_user_id as "garminUserId", i.kind, i.summary_id as "summaryId",
      i.started_at::float as "startedAt", i.callback_url as "callbackUrl", i.reading,
      i.is_read as "isRead", i.version, i.attempts, i.received_at as "receivedAt",
      a.user_id::text as "userId"`);
  return rows.map((row) => inboxRow.parse(row));
}

/** Saves the run of a file, unless a newer URL was received meanwhile. */
export async function saveReading(
  db: Db,
  { garminUserId, kind, summaryId, callbackUrl }: InboxRow,
  reading: object,
): Promise<void> {
  await db.query(sql`
    update garmin_inbox set reading = ${JSON.stringify(reading)}, is_read = true
    where garmin_user_id = ${garminUserId} and kind = ${kind} and summary_id = ${summaryId}
      and callback_url = ${callbackUrl}`);
}

/** The run that another worker has fetched meanwhile. "gone" if the row was deleted. */
export async function findReading(
  db: Db,
  { garminUserId, kind, summaryId }: InboxRow,
): Promise<unknown> {
  const { rows } = await db.query(sql`
    select reading from garmin_inbox
    where garmin_user_id = ${garminUserId} and kind = ${kind} and summary_id = ${summaryId}`);
  return rows[0] ? rows[0]['reading'] : 'gone';
}

/** Deletes rows whose effect is stored. Those that were received again meanwhile stay, and are due. */
export async function deleteProcessed(db: Db, rows: readonly InboxRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  // Sorted, because two statements that share two rows could otherwise wait for each other.
  const sorted = [...rows].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const keys = [
    sorted.map(({ garminUserId }) => garminUserId),
    sorted.map(({ kind }) => kind),
    sorted.map(({ summaryId }) => summaryId),
  ] as const;
  const { rowCount } = await db.query(sql`
    with processed as materialized (
      select i.garmin_user_id, i.kind, i.summary_id
      from unnest(${keys[0]}::text[], ${keys[1]}::text[], ${keys[2]}::text[],
        ${sorted.map(({ version }) => version)}::int[])
        with ordinality as n (garmin_user_id, kind, summary_id, version, place)
      join garmin_inbox i using (garmin_user_id, kind, summary_id, version)
      order by n.place
      for update of i)
    delete from garmin_inbox i using processed p
    where i.garmin_user_id = p.garmin_user_id and i.kind = p.kind and i.summary_id = p.summary_id`);
  if (rowCount === rows.length) return;
  await db.query(sql`
    update garmin_inbox i set due_at = ${now}
    from unnest(${keys[0]}::text[], ${keys[1]}::text[], ${keys[2]}::text[])
      as n (garmin_user_id, kind, summary_id)
    where i.garmin_user_id = n.garmin_user_id and i.kind = n.kind and i.summary_id = n.summary_id`);
}

export async function postpone(
  db: Db,
  { garminUserId, kind, summaryId, version }: InboxRow,
  until: Date,
): Promise<void> {
  await db.query(sql`
    update garmin_inbox set due_at = ${until}
    where garmin_user_id = ${garminUserId} and kind = ${kind} and summary_id = ${summaryId}
      and version = ${version}`);
}

/** Deletes everything about an account that is disconnected. */
export async function clearInbox(db: Db, garminUserId: string): Promise<void> {
  await db.query(sql`delete from garmin_inbox where garmin_user_id = ${garminUserId}`);
}

/** The number of notifications that wait, and the age of the oldest. */
export async function readInbox(db: Db): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await db.query(sql`
    select count(*)::int as waiting,
      coalesce(greatest(extract(epoch from now() - min(received_at)), 0), 0)::float as "oldestSeconds"
    from garmin_inbox`);
  return z.object({ waiting: z.number(), oldestSeconds: z.number() }).parse(rows[0]);
}

const inboxRow = z.object({
  garminUserId: z.string(),
  kind: z.enum(['file', 'deleted']),
  summaryId: z.string(),
  startedAt: z.nullable(z.number()),
  callbackUrl: z.nullable(z.string()),
  reading: z.unknown(),
  isRead: z.boolean(),
  version: z.number(),
  attempts: z.number(),
  receivedAt: z.date(),
  /** Of the account's owner, if there is one. */
  userId: z.nullable(z.string()),
});
