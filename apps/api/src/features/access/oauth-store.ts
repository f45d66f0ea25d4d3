import { type Scope, SCOPES } from '@pacewright/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { ParsedKey, ParsedRefresh } from './key.ts';
import type { OldRows } from '../../jobs/retention.ts';

const scopes = z.array(z.enum(SCOPES));
const hash = z.instanceof(Buffer);

const CODE_SECONDS = 60;
/** Used codes are known for a day, so that the second use of a stolen one is noticed. */
const DAY = 24 * 3600 * 1000;
const MAX_CODES = 20;

export type NewCode = {
  clientId: string;
  clientName: string;
  redirectUri: string;
  challenge: string;
  scopes: readonly Scope[];
};

/** Adds a code. The oldest above the most are forgotten. */
export async function addCode(
  db: Db,
  { userId, hash: codeHash }: ParsedKey,
  code: NewCode,
  now: Date,
): Promise<void> {
  const { clientId, clientName, redirectUri, challenge } = code;
  await db.query(sql`
    delete from oauth_code where user_id = ${userId} and code_hash in (
      select code_hash from oauth_code where user_id = ${userId}
      order by expires_at desc offset ${MAX_CODES - 1})`);
  await db.query(sql`
    insert into oauth_code (user_id, code_hash, client_id, client_name, redirect_uri, challenge, scopes, expires_at)
    values (${userId}, ${codeHash}, ${clientId}, ${clientName}, ${redirectUri}, ${challenge}, ${code.scopes},
      ${new Date(now.getTime() + CODE_SECONDS * 1000)})`);
}

const codeRow = z.object({
  uid: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  redirectUri: z.string(),
  challenge: z.string(),
  scopes,
  expiresAt: z.date(),
  accessId: z.nullable(z.string()),
});

/** A code, also one that was used or has expired. */
export async function findCode(
  db: Db,
  { userId, hash: codeHash }: ParsedKey,
): Promise<z.infer<typeof codeRow> | undefined> {
  const { rows } = await db.query(sql`
    select u.firebase_uid as uid, c.client_id as "clientId", c.client_name as "clientName",
      c.redirect_uri as "redirectUri", c.challenge, c.scopes, c.expires_at as "expiresAt",
      c.access_id as "accessId"
    from oauth_code c join app_user u on u.user_id = c.user_id
    where c.user_id = ${userId} and c.code_hash = ${codeHash}`);
  return rows.map((row) => codeRow.parse(row))[0];
}

/** Marks a code as used. False if it was used before. */
export async function useCode(
  db: Db,
  { userId, hash: codeHash }: ParsedKey,
  accessId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update oauth_code set access_id = ${accessId}
    where user_id = ${userId} and code_hash = ${codeHash} and access_id is null`);
  return rowCount === 1;
}

const appRow = z.object({
  id: z.string(),
  uid: z.string(),
  clientId: z.string(),
  scopes,
  refreshHash: hash,
});

/** The access of an app by its token, or by any refresh token that it ever had. Undefined once it has ended. */
export async function findApp(
  db: Db,
  { userId, hash: tokenHash }: ParsedKey,
  now: Date,
): Promise<z.infer<typeof appRow> | undefined> {
  const { rows } = await db.query(sql`
    select a.access_id as id, u.firebase_uid as uid, a.client_id as "clientId", a.scopes,
      a.refresh_hash as "refreshHash"
    from api_access a join app_user u on u.user_id = a.user_id
    where a.user_id = ${userId} and (a.family_hash = ${tokenHash} or a.token_hash = ${tokenHash})
      and a.client_id is not null and a.token_hash is not null and a.expires_at > ${now}`);
  return rows.map((row) => appRow.parse(row))[0];
}

/** Replaces the tokens of an app, for a year at most, as a key. False if another request has used the refresh token. */
export async function renewApp(
  db: Db,
  { family: { userId, hash: familyHash }, hash: usedHash }: ParsedRefresh,
  next: { hash: Buffer; hint: string; refreshHash: Buffer; tokenExpiresAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update api_access set token_hash = ${next.hash}, token_hint = ${next.hint}, refresh_hash = ${next.refreshHash},
      token_expires_at = ${next.tokenExpiresAt},
      expires_at = least(${next.expiresAt}::timestamptz, created_at + interval '365 days')
    where user_id = ${userId} and family_hash = ${familyHash} and refresh_hash = ${usedHash}
      and token_hash is not null`);
  return rowCount === 1;
}

/** Codes that nobody can use. */
export const OLD_CODES: OldRows = {
  table: sql`oauth_code`,
  id: sql`code_hash`,
  age: sql`expires_at`,
  deadline: (now) => new Date(now.getTime() - DAY),
};
