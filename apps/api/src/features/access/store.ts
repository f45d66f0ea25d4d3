import {
  DAYS_OF_WRITES,
  type Key,
  keyWrite,
  type KeyWrite,
  MAX_KEYS,
  MAX_WRITES,
  type Scope,
  SCOPES,
} from '@pacewright/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { lowestIdAt, newId, timeOfId } from '../../db/ids.ts';
import { isoTime } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import type { ParsedKey } from './key.ts';
import type { OldRows } from '../../jobs/retention.ts';

const scopes = z.array(z.enum(SCOPES));

/** What an app has besides: its client id, the end of its first token, and the hashes of its refresh token. */
export type AppTokens = {
  clientId: string;
  tokenExpiresAt: Date;
  familyHash: Buffer;
  refreshHash: Buffer;
};

/** Adds a key, or the access of an app. Of those that have ended, only the newest stay. Needs the athlete's lock. */
export async function addKey(
  db: Db,
  userId: string,
  key: {
    id?: string;
    name: string;
    scopes: readonly Scope[];
    hash: Buffer;
    hint: string;
    app?: AppTokens;
  },
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<Key> {
  const { id = newId(now.getTime()), name, scopes: may, hash, hint, app } = key;
  await db.query(sql`
    delete from api_access where user_id = ${userId} and access_id in (
      select access_id from api_access where user_id = ${userId} and expires_at <= ${now}
      order by access_id desc offset ${MAX_KEYS})`);
  const { rows } = await db.query(sql`
    insert into api_access as a (user_id, access_id, name, scopes, token_hash, token_hint, created_at, expires_at,
      client_id, token_expires_at, family_hash, refresh_hash)
    values (${userId}, ${id}, ${name}, ${may}, ${hash}, ${hint}, ${now}, ${expiresAt},
      ${app?.clientId}, ${app?.tokenExpiresAt}, ${app?.familyHash}, ${app?.refreshHash})
    returning ${COLUMNS}`);
  return parseKeyRow(rows[0]);
}

/** The keys and apps that still work. */
export async function countKeys(db: Db, userId: string, now: Date): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as keys from api_access where user_id = ${userId} and expires_at > ${now}`);
  return Number(rows[0]?.['keys']);
}

/** The newest first. */
export async function listKeys(db: Db, userId: string): Promise<Key[]> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from api_access a where a.user_id = ${userId} order by a.access_id desc`);
  return rows.map(parseKeyRow);
}

/**
 * Ends a key or an app, or all of the athlete's with the codes for more. Returns whether there was one. It is listed, and
 * its hashes are gone.
 */
export async function endKeys(
  db: Db,
  userId: string,
  { id, now }: { id?: string; now: Date },
): Promise<boolean> {
  if (id === undefined) await db.query(sql`delete from oauth_code where user_id = ${userId}`);
  const { rowCount } = await db.query(sql`
    update api_access set token_hash = null, family_hash = null, refresh_hash = null,
      expires_at = least(expires_at, ${now})
    where user_id = ${userId} and access_id = coalesce(${id}::uuid, access_id)`);
  return rowCount !== 0;
}

/**
 * Makes the keys and apps of a restored database work as in the database before the restore: what has ended since is
 * ended again, and apps continue with the tokens they have.
 */
export async function adoptKeys(from: Db, to: Db): Promise<void> {
  const { rows } = await from.query(sql`
    select coalesce(json_agg(a), '[]')::text as json from api_access a
    where token_hash is not null or family_hash is not null`);
  await to.query(sql`
    update api_access a set token_hash = old.token_hash, family_hash = old.family_hash,
      refresh_hash = old.refresh_hash, token_expires_at = old.token_expires_at,
      expires_at = least(a.expires_at, coalesce(old.expires_at, now()))
    from api_access r
    left join json_populate_recordset(null::api_access, ${String(rows[0]?.['json'])}) old
      using (user_id, access_id)
    where a.user_id = r.user_id and a.access_id = r.access_id`);
  await to.query(sql`delete from oauth_code`);
}

const foundRow = z.object({
  id: z.string(),
  scopes,
  uid: z.string(),
  expiresAt: z.date(),
  lastUsedOn: z.nullable(z.string()),
  isApp: z.boolean(),
});

/** The key or the app's token with this hash, unless it has ended, and the sign-in of its athlete. */
export async function findKey(
  db: Db,
  { userId, hash }: ParsedKey,
  now: Date,
): Promise<z.infer<typeof foundRow> | undefined> {
  const { rows } = await db.query(sql`
    select a.access_id as id, a.scopes, u.firebase_uid as uid,
      least(a.expires_at, a.token_expires_at) as "expiresAt", a.last_used_on::text as "lastUsedOn",
      a.client_id is not null as "isApp"
    from api_access a join app_user u on u.user_id = a.user_id
    where a.user_id = ${userId} and a.token_hash = ${hash}
      and least(a.expires_at, a.token_expires_at) > ${now}`);
  return rows.map((row) => foundRow.parse(row))[0];
}

export async function markUsed(db: Db, userId: string, id: string, day: string): Promise<void> {
  await db.query(sql`
    update api_access set last_used_on = ${day} where user_id = ${userId} and access_id = ${id}`);
}

/** Lists a write, and forgets the athlete's oldest above the most. */
export async function addWrite(
  db: Db,
  userId: string,
  write: { accessId: string; what: string; before: KeyWrite['before']; now: Date },
): Promise<void> {
  await db.query(sql`
    with oldest as (
      delete from api_write where user_id = ${userId} and write_id <= (
        select write_id from api_write where user_id = ${userId}
        order by write_id desc offset ${MAX_WRITES - 1} limit 1))
    insert into api_write (user_id, write_id, access_id, what, before)
    values (${userId}, ${newId(write.now.getTime())}, ${write.accessId}, ${write.what},
      ${write.before && JSON.stringify(write.before)}::json)`);
}

const MAX_LISTED = 100;

/** The last writes of a key; undefined without such a key. */
export async function listWrites(
  db: Db,
  userId: string,
  { id, now }: { id: string; now: Date },
): Promise<KeyWrite[] | undefined> {
  const { rows } = await db.query(sql`
    select w.write_id as id, w.what, w.before
    from api_access a
    left join api_write w on w.user_id = a.user_id and w.access_id = a.access_id
      and w.write_id >= ${lowestIdAt(oldestWrite(now).getTime())}
    where a.user_id = ${userId} and a.access_id = ${id}
    order by w.write_id desc
    limit ${MAX_LISTED}`);
  if (rows.length === 0) return undefined;
  return rows.filter((row) => row['id'] !== null).map(parseWrite);
}

/** What keys wrote longer ago than it is listed. */
export const OLD_WRITES: OldRows = {
  table: sql`api_write`,
  id: sql`write_id`,
  age: sql`write_id`,
  deadline: (now) => lowestIdAt(oldestWrite(now).getTime()),
};

/** The keys and what they wrote, for the export of an account. */
export async function exportAccess(db: Db, userId: string): Promise<unknown> {
  const { rows } = await db.query(sql`
    select write_id as id, access_id as "keyId", what, before from api_write
    where user_id = ${userId} order by write_id desc`);
  const writes = rows.map((row) => ({ keyId: String(row['keyId']), ...parseWrite(row) }));
  return { keys: await listKeys(db, userId), writes };
}

function oldestWrite(now: Date): Date {
  return new Date(now.getTime() - DAYS_OF_WRITES * 24 * 3600 * 1000);
}

const writeRow = z.omit(keyWrite, { at: true });

function parseWrite(value: unknown): KeyWrite {
  const row = writeRow.parse(value);
  return { ...row, at: new Date(timeOfId(row.id)).toISOString() };
}

const COLUMNS = sql`a.access_id as id, a.name, a.scopes, a.token_hint as hint,
  ${isoTime(sql`a.created_at`)} as "createdAt", ${isoTime(sql`a.expires_at`)} as "expiresAt",
  a.token_hash is null or a.expires_at <= now() as "isEnded", a.last_used_on::text as "lastUsedOn",
  split_part(a.client_id, '/', 3) as "appHost"`;

const columns = z.object({
  id: z.string(),
  name: z.string(),
  scopes,
  hint: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isEnded: z.boolean(),
  lastUsedOn: z.nullable(z.string()),
  appHost: z.nullable(z.string()),
});

function parseKeyRow(row: unknown): Key {
  const { appHost, ...key } = columns.parse(row);
  return { ...key, ...(appHost !== null && { appHost }) };
}
