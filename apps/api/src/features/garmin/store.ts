import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Sealed } from './token-seal.ts';

/** The athlete's link. Without tokens it has ended, and waits for a new sign-in. */
export type Link = {
  garminUserId: string;
  tokens: (Sealed & { accessExpiresAt: Date; refreshExpiresAt: Date }) | undefined;
  /** Undefined until Garmin has told. */
  permissions: string[] | undefined;
  refreshedAt: Date;
  connectedAt: Date;
};

/** What Garmin has not told yet is tried: it says so if it is not allowed. */
export function allows({ tokens, permissions }: Link, permission: string): boolean {
  return tokens !== undefined && (!permissions || permissions.includes(permission));
}

export function canSendWorkouts(link: Link): boolean {
  return allows(link, 'WORKOUT_IMPORT');
}

type NewTokens = Sealed & { accessExpiresAt: Date; refreshExpiresAt: Date; refreshedAt: Date };

export async function findLink(db: Db, userId: string): Promise<Link | undefined> {
  const { rows } = await db.query(sql`
    select garmin_user_id, tokens, key_version, access_expires_at, refresh_expires_at,
      refreshed_at, permissions, connected_at
    from garmin_link where user_id = ${userId}`);
  return rows.map(parseLink)[0];
}

/** Finds the link and keeps everyone else who would lock it waiting, in all processes. */
export async function lockLink(db: Db, userId: string): Promise<Link | undefined> {
  const { rows } = await db.query(sql`
    select garmin_user_id, tokens, key_version, access_expires_at, refresh_expires_at,
      refreshed_at, permissions, connected_at
    from garmin_link where user_id = ${userId}
    for update`);
  return rows.map(parseLink)[0];
}

/** Links the athlete anew. A link that was there is replaced. */
export async function saveLink(
  db: Db,
  userId: string,
  link: NewTokens & {
    garminUserId: string;
    permissions: string[] | undefined;
    permissionsAt: Date;
    connectedAt: Date;
  },
): Promise<void> {
  await db.query(sql`
    insert into garmin_link (user_id, garmin_user_id, tokens, key_version, access_expires_at,
      refresh_expires_at, refreshed_at, permissions, permissions_at, connected_at)
    values (${userId}, ${link.garminUserId}, ${link.sealed}, ${link.keyVersion},
      ${link.accessExpiresAt}, ${link.refreshExpiresAt}, ${link.refreshedAt},
      ${link.permissions && joined(link.permissions)}, ${link.permissionsAt}, ${link.connectedAt})
    on conflict (user_id) do update set
      garmin_user_id = excluded.garmin_user_id, tokens = excluded.tokens,
      key_version = excluded.key_version, access_expires_at = excluded.access_expires_at,
      refresh_expires_at = excluded.refresh_expires_at, refreshed_at = excluded.refreshed_at,
      permissions = excluded.permissions, permissions_at = excluded.permissions_at,
      connected_at = excluded.connected_at, ended_at = null`);
}

export async function replaceTokens(db: Db, userId: string, tokens: NewTokens): Promise<void> {
  await db.query(sql`
    update garmin_link set
      tokens = ${tokens.sealed}, key_version = ${tokens.keyVersion},
      access_expires_at = ${tokens.accessExpiresAt}, refresh_expires_at = ${tokens.refreshExpiresAt},
      refreshed_at = ${tokens.refreshedAt}
    where user_id = ${userId} and ended_at is null`);
}

/** Forgets the tokens of a link that Garmin no longer honours. */
export async function endLink(db: Db, userId: string, now: Date): Promise<void> {
  await db.query(sql`
    update garmin_link set
      tokens = null, key_version = null, access_expires_at = null, refresh_expires_at = null,
      ended_at = ${now}
    where user_id = ${userId} and ended_at is null`);
}

export async function removeLink(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from garmin_link where user_id = ${userId}`);
}

/** Takes what the athlete allows, unless what is known is newer. */
export async function savePermissions(
  db: Db,
  userId: string,
  { garminUserId, permissions, at }: { garminUserId: string; permissions: string[]; at: Date },
): Promise<void> {
  await db.query(sql`
    update garmin_link set permissions = ${joined(permissions)}, permissions_at = ${at}
    where user_id = ${userId} and garmin_user_id = ${garminUserId} and permissions_at < ${at}`);
}

/** Athletes whose link was last refreshed before a time, or is sealed with an older key. */
export async function* eachLink(
  db: Db,
  { idleSince, sealedBefore }: { idleSince?: Date; sealedBefore?: number },
): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await db.query(sql`
      select user_id from garmin_link
      where user_id > ${after} and ended_at is null
        and (refreshed_at < ${idleSince} or key_version < ${sealedBefore})
      order by user_id
      limit 500`);
    for (const { user_id: userId } of rows) yield (after = String(userId));
    if (rows.length < 500) return;
  }
}

/** Claims a Garmin account. Returns whose it is, which is someone else if they came first. */
export async function claimAccount(db: Db, garminUserId: string, userId: string): Promise<string> {
  const { rows } = await db.query(sql`
    insert into garmin_account (garmin_user_id, user_id) values (${garminUserId}, ${userId})
    on conflict (garmin_user_id) do update set user_id = garmin_account.user_id
    returning user_id as owner`);
  return z.string().parse(rows[0]?.['owner']);
}

/** Hands a Garmin account over from someone who no longer uses it. */
export async function takeOverAccount(db: Db, garminUserId: string, userId: string): Promise<void> {
  await db.query(sql`
    update garmin_account set user_id = ${userId} where garmin_user_id = ${garminUserId}`);
}

export async function releaseAccount(db: Db, garminUserId: string, userId: string): Promise<void> {
  await db.query(sql`
    delete from garmin_account where garmin_user_id = ${garminUserId} and user_id = ${userId}`);
}

/** Whose accounts these are, by Garmin's id. Those nobody has linked are left out. */
export async function findOwners(
  db: Db,
  garminUserIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query(sql`
    select garmin_user_id, user_id from garmin_account
    where garmin_user_id = any(${garminUserIds})`);
  return new Map(rows.map((row) => [String(row['garmin_user_id']), String(row['user_id'])]));
}

export type Revocation = Sealed & { id: string; garminUserId: string; expiresAt: Date };

export async function addRevocation(db: Db, revocation: Revocation): Promise<void> {
  await db.query(sql`
    insert into garmin_revocation (revocation_id, garmin_user_id, tokens, key_version, expires_at)
    values (${revocation.id}, ${revocation.garminUserId}, ${revocation.sealed},
      ${revocation.keyVersion}, ${revocation.expiresAt})`);
}

/** Finds a revocation and keeps whoever would cancel it waiting. */
export async function lockRevocation(db: Db, id: string): Promise<Revocation | undefined> {
  const { rows } = await db.query(sql`
    select revocation_id, garmin_user_id, tokens, key_version, expires_at
    from garmin_revocation where revocation_id = ${id}
    for update`);
  return rows.map((value) => {
    const row = revocationRow.parse(value);
    return {
      id: row.revocation_id,
      garminUserId: row.garmin_user_id,
      sealed: row.tokens,
      keyVersion: row.key_version,
      expiresAt: row.expires_at,
    };
  })[0];
}

export async function listRevocations(db: Db): Promise<string[]> {
  const { rows } = await db.query(sql`select revocation_id as id from garmin_revocation`);
  return rows.map(({ id }) => String(id));
}

export async function replaceRevocationTokens(
  db: Db,
  id: string,
  { sealed, keyVersion, expiresAt }: Sealed & { expiresAt: Date },
): Promise<void> {
  await db.query(sql`
    update garmin_revocation set
      tokens = ${sealed}, key_version = ${keyVersion}, expires_at = ${expiresAt}
    where revocation_id = ${id}`);
}

export async function removeRevocation(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from garmin_revocation where revocation_id = ${id}`);
}

/** Forgets to end links with this account: it is linked again, and Garmin knows but one link for each. */
export async function cancelRevocations(db: Db, garminUserId: string): Promise<void> {
  await db.query(sql`delete from garmin_revocation where garmin_user_id = ${garminUserId}`);
}

/** Names as Garmin writes them, and no more of them than it could ever have. */
function joined(permissions: readonly string[]): string {
  return permissions
    .filter((name) => /^[A-Z_]{1,64}$/.test(name))
    .slice(0, 50)
    .join();
}

const bytes = z.instanceof(Buffer);

const revocationRow = z.object({
  revocation_id: z.string(),
  garmin_user_id: z.string(),
  tokens: bytes,
  key_version: z.number(),
  expires_at: z.date(),
});

const linkRow = z.object({
  garmin_user_id: z.string(),
  tokens: z.nullable(bytes),
  key_version: z.nullable(z.number()),
  access_expires_at: z.nullable(z.date()),
  refresh_expires_at: z.nullable(z.date()),
  refreshed_at: z.date(),
  permissions: z.nullable(z.string()),
  connected_at: z.date(),
});

function parseLink(value: unknown): Link {
  const row = linkRow.parse(value);
  const { tokens, key_version, access_expires_at, refresh_expires_at, permissions } = row;
  return {
    garminUserId: row.garmin_user_id,
    tokens:
      tokens && key_version && access_expires_at && refresh_expires_at
        ? {
            sealed: tokens,
            keyVersion: key_version,
            accessExpiresAt: access_expires_at,
            refreshExpiresAt: refresh_expires_at,
          }
        : undefined,
    permissions: permissions === null ? undefined : permissions.split(',').filter(Boolean),
    refreshedAt: row.refreshed_at,
    connectedAt: row.connected_at,
  };
}
