import { GARMIN_CONSENT_TEXTS } from '@pacewright/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { sql } from '../../db/sql.ts';
import { clearInbox } from './inbox-store.ts';
import type { Encrypted } from './token-cipher.ts';

/** An athlete's connection with a Garmin account. */
export type Connection = {
  garminUserId: string;
  /** Undefined once the connection has ended and waits for a new sign-in. */
  tokens: StoredTokens | undefined;
  /** Undefined until Garmin has sent them. */
  permissions: string[] | undefined;
  refreshedAt: Date;
  connectedAt: Date;
  isDeregistrationReported: boolean;
  /** Whether Garmin and the athlete permit us to receive runs. */
  mayReceiveRuns: boolean;
};

type StoredTokens = Encrypted & { accessExpiresAt: Date; refreshExpiresAt: Date };

/** True without a list of permissions, because Garmin rejects a request that is not permitted. */
function allows({ tokens, permissions }: Connection, permission: string): boolean {
  return tokens !== undefined && (!permissions || permissions.includes(permission));
}

export function canSendWorkouts(connection: Connection): boolean {
  return allows(connection, 'WORKOUT_IMPORT');
}

/** The first text that says that runs are read. */
const RUNS_CONSENT_VERSION = 2;

/** As lockAthlete of http, where no athlete waits for a problem. Returns false without an account. */
export async function lockAthlete(db: Db, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from app_user where user_id = ${userId} for no key update`);
  return rowCount === 1;
}

export async function findConnection(db: Db, userId: string): Promise<Connection | undefined> {
  const { rows } = await db.query(sql`
    select c.garmin_user_id as "garminUserId", c.refreshed_at as "refreshedAt", c.permissions,
      c.connected_at as "connectedAt",
      c.deregistration_reported_at is not null as "isDeregistrationReported",
      case when c.ended_at is null then c.tokens end as ciphertext, c.key_version as "keyVersion",
      c.access_expires_at as "accessExpiresAt", c.refresh_expires_at as "refreshExpiresAt",
      c.ended_at is null and coalesce(c.permissions like '%ACTIVITY_EXPORT%', true)
        and exists (
          select 1 from garmin_consent g
          where g.user_id = c.user_id and g.withdrawn_at is null
            and g.text_version >= ${RUNS_CONSENT_VERSION}) as "mayReceiveRuns"
    from garmin_connection c where c.user_id = ${userId}`);
  return rows.map((row) => {
    const { ciphertext, keyVersion, accessExpiresAt, refreshExpiresAt, permissions, ...rest } =
      connectionRow.parse(row);
    return {
      ...rest,
      tokens:
        ciphertext && keyVersion && accessExpiresAt && refreshExpiresAt
          ? { ciphertext, keyVersion, accessExpiresAt, refreshExpiresAt }
          : undefined,
      permissions: permissions?.split(',').filter(Boolean),
    };
  })[0];
}

/** Saves a new connection, in place of one that was there. */
export async function saveConnection(
  db: Db,
  userId: string,
  connection: StoredTokens & {
    garminUserId: string;
    permissions: string[] | undefined;
    at: Date;
  },
): Promise<void> {
  const { garminUserId, ciphertext, keyVersion, permissions, at } = connection;
  await db.query(sql`
    insert into garmin_connection (user_id, garmin_user_id, tokens, key_version, access_expires_at,
      refresh_expires_at, refreshed_at, permissions, permissions_at, connected_at)
    values (${userId}, ${garminUserId}, ${ciphertext}, ${keyVersion},
      ${connection.accessExpiresAt}, ${connection.refreshExpiresAt}, ${at},
      ${permissions && joined(permissions)}, ${at}, ${at})
    on conflict (user_id) do update set
      garmin_user_id = excluded.garmin_user_id, tokens = excluded.tokens,
      key_version = excluded.key_version, access_expires_at = excluded.access_expires_at,
      refresh_expires_at = excluded.refresh_expires_at, refreshed_at = excluded.refreshed_at,
      permissions = excluded.permissions, permissions_at = excluded.permissions_at,
      connected_at = excluded.connected_at, ended_at = null, refresh_lease_until = null,
      deregistration_reported_at = null`);
}

/** A page of athletes who are connected, or have items. */
export async function listAthletes(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.query(sql`
    (select user_id as id from garmin_connection where user_id > ${after} order by user_id limit ${limit})
    union
    (select distinct user_id from garmin_item where user_id > ${after} order by user_id limit ${limit})
    order by id limit ${limit}`);
  return rows.map(({ id }) => String(id));
}

/** Replaces a connection by that of another database. Returns its Garmin account, or undefined if it has none. */
export async function copyConnection(
  from: Db,
  to: Db,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await from.query(sql`
    select garmin_user_id as "garminUserId", to_json(c)::text as json
    from garmin_connection c where user_id = ${userId}`);
  if (!rows[0]) return undefined;
  const { garminUserId, json } = z
    .object({ garminUserId: z.string(), json: z.string() })
    .parse(rows[0]);
  await to.query(sql`delete from garmin_connection where user_id = ${userId}`);
  await to.query(sql`
    insert into garmin_connection select * from json_populate_record(null::garmin_connection, ${json})`);
  await to.query(sql`
    insert into garmin_account (garmin_user_id, user_id) values (${garminUserId}, ${userId})
    on conflict (garmin_user_id) do update set user_id = excluded.user_id`);
  return garminUserId;
}

/** Records what the athlete agreed to. */
export async function addConsent(
  db: Db,
  userId: string,
  consent: { at: Date; textVersion: number | undefined; permissions: string[] | undefined },
): Promise<void> {
  const { at, textVersion, permissions } = consent;
  await db.query(sql`
    insert into garmin_consent (user_id, agreed_at, text_version, permissions)
    values (${userId}, ${at}, ${textVersion}, ${permissions && joined(permissions)})
    on conflict (user_id, agreed_at) do nothing`);
}

export async function withdrawConsents(db: Db, userId: string, at: Date): Promise<void> {
  await db.query(sql`
    update garmin_consent set withdrawn_at = ${at}
    where user_id = ${userId} and withdrawn_at is null`);
}

/** For the export, with the texts that the athlete read. */
export async function exportConsents(db: Db, userId: string): Promise<unknown> {
  const { rows } = await db.query(sql`
    select agreed_at as "agreedAt", text_version as "textVersion", permissions,
      withdrawn_at as "withdrawnAt"
    from garmin_consent where user_id = ${userId} order by agreed_at`);
  const texts: Partial<Record<number, string>> = GARMIN_CONSENT_TEXTS;
  return rows.map((row) => ({ ...row, text: texts[Number(row['textVersion'])] ?? null }));
}

/** Replaces the tokens that were refreshed, also if the connection was ended or moved to a revocation. */
export async function replaceTokens(
  db: Db,
  { userId, garminUserId, old }: { userId: string; garminUserId: string; old: Buffer },
  tokens: StoredTokens & { refreshedAt: Date },
): Promise<void> {
  const { rowCount } = await db.query(sql`
    update garmin_connection set
      tokens = ${tokens.ciphertext}, key_version = ${tokens.keyVersion},
      access_expires_at = ${tokens.accessExpiresAt}, refresh_expires_at = ${tokens.refreshExpiresAt},
      refreshed_at = ${tokens.refreshedAt}, refresh_lease_until = null, ended_at = null
    where user_id = ${userId} and tokens = ${old}`);
  if (rowCount === 1) return;
  await db.query(sql`
    update garmin_revocation set tokens = ${tokens.ciphertext}, key_version = ${tokens.keyVersion},
      expires_at = ${tokens.refreshExpiresAt}
    where garmin_user_id = ${garminUserId} and tokens = ${old}`);
}

/** One process refreshes at a time. Returns false if another does, or if the tokens are no longer these. */
export async function acquireRefreshLease(
  db: Db,
  userId: string,
  { tokens, now, until }: { tokens: Buffer; now: Date; until: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update garmin_connection set refresh_lease_until = ${until}
    where user_id = ${userId} and tokens = ${tokens} and ended_at is null
      and coalesce(refresh_lease_until < ${now}, true)`);
  return rowCount === 1;
}

export async function releaseRefreshLease(db: Db, userId: string, tokens: Buffer): Promise<void> {
  await db.query(sql`
    update garmin_connection set refresh_lease_until = null
    where user_id = ${userId} and tokens = ${tokens}`);
}

/** In an hour. More than that is more likely a fault at Garmin or here than athletes who leave. */
export const MAX_ENDED = 20;
const MAX_ENDED_SHARE = 0.01;
// The size of the index of connections in use as of its last analyze, because counting them reads all of them.
const ESTIMATED_CONNECTIONS = sql`
  select reltuples from pg_class where oid = to_regclass('garmin_connection_idle')`;

/**
 * Ends a connection that Garmin no longer honours. "replaced" means that its tokens are no longer these, "withheld"
 * that too many connections have ended in the last hour, so this one is kept.
 */
export async function endConnection(
  db: Db,
  userId: string,
  { tokens, at }: { tokens: Buffer; at: Date },
): Promise<'ended' | 'replaced' | 'withheld'> {
  const hourAgo = new Date(at.getTime() - 3_600_000);
  const { rows } = await db.query(sql`
    with pruned as (delete from garmin_connection_end where ended_at <= ${hourAgo})
    select count(*)::int as count from garmin_connection_end where ended_at > ${hourAgo}`);
  const { rowCount } = await db.query(sql`
    update garmin_connection set ended_at = ${at}, refresh_lease_until = null
    where user_id = ${userId} and tokens = ${tokens} and ended_at is null
      and ${rows[0]?.['count']}::int
        < greatest(${MAX_ENDED}::int, ${MAX_ENDED_SHARE}::float * (${ESTIMATED_CONNECTIONS}))`);
  if (rowCount === 1) {
    await db.query(sql`
      insert into garmin_connection_end (ended_at, end_id) values (${at}, ${newId(at.getTime())})`);
    return 'ended';
  }
  const { rowCount: isCurrent } = await db.query(sql`
    select 1 from garmin_connection
    where user_id = ${userId} and tokens = ${tokens} and ended_at is null`);
  return isCurrent ? 'withheld' : 'replaced';
}

/** Saves Garmin's answer of this time, unless a newer one is stored. */
export async function savePermissions(
  db: Db,
  userId: string,
  { garminUserId, permissions, at }: { garminUserId: string; permissions: string[]; at: Date },
): Promise<void> {
  await db.query(sql`
    update garmin_connection set permissions = ${joined(permissions)}, permissions_at = ${at},
      deregistration_reported_at = case when deregistration_reported_at > ${at}
        then deregistration_reported_at end
    where user_id = ${userId} and garmin_user_id = ${garminUserId} and permissions_at <= ${at}`);
}

/** Claims a Garmin account. Returns its owner, who may be another athlete. */
export async function claimAccount(db: Db, garminUserId: string, userId: string): Promise<string> {
  const { rows } = await db.query(sql`
    insert into garmin_account (garmin_user_id, user_id) values (${garminUserId}, ${userId})
    on conflict (garmin_user_id) do update set user_id = garmin_account.user_id
    returning user_id as owner`);
  return z.string().parse(rows[0]?.['owner']);
}

/** Reassigns a Garmin account from an athlete whose connection has ended. */
export async function reassignAccount(
  db: Db,
  garminUserId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db.query(sql`
    delete from garmin_connection where user_id = ${from} and garmin_user_id = ${garminUserId}`);
  await db.query(sql`
    update garmin_account set user_id = ${to} where garmin_user_id = ${garminUserId}`);
}

/**
 * Removes a connection, and queues its revocation at Garmin if it was in use. Returns the revocation's id.
 * Needs no settings of Garmin, so that deleting an account leaves nothing behind while Garmin is switched off.
 */
export async function removeConnection(
  db: Db,
  userId: string,
  now = new Date(),
): Promise<string | undefined> {
  await lockAthlete(db, userId);
  const connection = await findConnection(db, userId);
  await db.query(sql`
    delete from garmin_account
    where garmin_user_id = ${connection?.garminUserId} and user_id = ${userId}`);
  if (connection) await clearInbox(db, connection.garminUserId);
  const { rows } = await db.query(sql`
    with removed as (
      delete from garmin_connection where user_id = ${userId}
      returning garmin_user_id, tokens, key_version, refresh_expires_at, ended_at)
    insert into garmin_revocation (revocation_id, garmin_user_id, tokens, key_version, expires_at)
    select ${newId(now.getTime())}, garmin_user_id, tokens, key_version, refresh_expires_at
    from removed where ended_at is null
    returning revocation_id as id`);
  return rows.map(({ id }) => String(id))[0];
}

/** A connection that has ended here and not yet at Garmin. */
export type Revocation = Encrypted & { id: string; garminUserId: string; expiresAt: Date };

export async function addRevocation(db: Db, revocation: Revocation): Promise<void> {
  const { id, garminUserId, ciphertext, keyVersion, expiresAt } = revocation;
  await db.query(sql`
    insert into garmin_revocation (revocation_id, garmin_user_id, tokens, key_version, expires_at)
    values (${id}, ${garminUserId}, ${ciphertext}, ${keyVersion}, ${expiresAt})`);
}

export async function findRevocation(db: Db, id: string): Promise<Revocation | undefined> {
  const { rows } = await db.query(sql`
    select revocation_id as id, garmin_user_id as "garminUserId", tokens as ciphertext,
      key_version as "keyVersion", expires_at as "expiresAt"
    from garmin_revocation where revocation_id = ${id}`);
  return rows.map((row) => revocationRow.parse(row))[0];
}

export async function replaceRevocationTokens(
  db: Db,
  { id, ciphertext: old }: Revocation,
  { ciphertext, keyVersion, expiresAt }: Encrypted & { expiresAt: Date },
): Promise<void> {
  await db.query(sql`
    update garmin_revocation set
      tokens = ${ciphertext}, key_version = ${keyVersion}, expires_at = ${expiresAt}
    where revocation_id = ${id} and tokens = ${old}`);
}

export async function deleteRevocation(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from garmin_revocation where revocation_id = ${id}`);
}

/** Garmin has one connection for each account, so a new one must not be revoked by an old request. */
export async function cancelRevocations(db: Db, garminUserId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    delete from garmin_revocation where garmin_user_id = ${garminUserId}`);
  return rowCount !== 0;
}

export async function deleteEndedTokens(db: Db, userId: string): Promise<void> {
  await db.query(sql`
    update garmin_connection set
      tokens = null, key_version = null, access_expires_at = null, refresh_expires_at = null
    where user_id = ${userId} and ended_at is not null`);
}

/** Deletes an athlete's claims of accounts that they are not connected to. Needs a transaction. */
export async function deleteUnusedAccounts(db: Db, userId: string): Promise<void> {
  await lockAthlete(db, userId);
  const connection = await findConnection(db, userId);
  await db.query(sql`
    delete from garmin_account
    where user_id = ${userId} and garmin_user_id is distinct from ${connection?.garminUserId}`);
}

/** Stores notifications about known accounts, each once. */
export async function addNotifications(
  db: Db,
  notifications: readonly { garminUserId: string; kind: string }[],
  at: Date,
): Promise<number> {
  const { rowCount } = await db.query(sql`
    insert into garmin_notification (garmin_user_id, kind, received_at)
    select distinct a.garmin_user_id, n.kind, ${at}::timestamptz
    from unnest(${notifications.map(({ garminUserId }) => garminUserId)}::text[],
      ${notifications.map(({ kind }) => kind)}::text[]) as n (garmin_user_id, kind)
    join garmin_account a using (garmin_user_id)
    on conflict (garmin_user_id, kind) do update set received_at = excluded.received_at`);
  return rowCount ?? 0;
}

/** Removes a page of notifications. Returns whom they are about, and whether there may be more. */
export async function takeNotifications(
  db: Db,
  limit: number,
): Promise<{ userIds: string[]; isMore: boolean }> {
  const { rows } = await db.query(sql`
    with taken as (
      delete from garmin_notification n using (
        select garmin_user_id, kind from garmin_notification
        order by garmin_user_id, kind limit ${limit} for update skip locked) as page
      where n.garmin_user_id = page.garmin_user_id and n.kind = page.kind
      returning n.garmin_user_id, n.kind, n.received_at)
    select a.user_id::text as "userId", t.kind, t.received_at as "receivedAt"
    from taken t left join garmin_account a using (garmin_user_id)`);
  const taken = rows.map((row) => takenRow.parse(row));
  const known = taken.filter(({ userId }) => userId !== null);
  const reported = known.filter(({ kind }) => kind === 'deregistration');
  if (reported.length > 0)
    await db.query(sql`
      update garmin_connection c set deregistration_reported_at = r.received_at
      from unnest(${reported.map(({ userId }) => userId)}::uuid[],
        ${reported.map(({ receivedAt }) => receivedAt)}::timestamptz[]) as r (user_id, received_at)
      where c.user_id = r.user_id`);
  const userIds = [...new Set(known.map(({ userId }) => String(userId)))];
  return { userIds, isMore: taken.length === limit };
}

/** The athlete's own data about the connection, for the export. */
export async function exportConnection(db: Db, userId: string): Promise<unknown> {
  const { rows } = await db.query(sql`
    select garmin_user_id as "garminUserId", permissions, connected_at as "connectedAt",
      refreshed_at as "refreshedAt", ended_at as "endedAt"
    from garmin_connection where user_id = ${userId}`);
  return rows[0] ?? null;
}

/** Names as Garmin writes them, and no more of them than it could ever have. */
function joined(permissions: readonly string[]): string {
  return permissions
    .filter((name) => /^[A-Z_]{1,64}$/.test(name))
    .slice(0, 50)
    .join();
}

const takenRow = z.object({
  userId: z.nullable(z.string()),
  kind: z.string(),
  receivedAt: z.date(),
});

const bytes = z.instanceof(Buffer);

const revocationRow = z.object({
  id: z.string(),
  garminUserId: z.string(),
  ciphertext: bytes,
  keyVersion: z.number(),
  expiresAt: z.date(),
});

const connectionRow = z.object({
  garminUserId: z.string(),
  refreshedAt: z.date(),
  permissions: z.nullable(z.string()),
  connectedAt: z.date(),
  isDeregistrationReported: z.boolean(),
  mayReceiveRuns: z.boolean(),
  ciphertext: z.nullable(bytes),
  keyVersion: z.nullable(z.number()),
  accessExpiresAt: z.nullable(z.date()),
  refreshExpiresAt: z.nullable(z.date()),
});
