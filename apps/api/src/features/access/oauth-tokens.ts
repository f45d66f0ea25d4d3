import { createHash, timingSafeEqual } from 'node:crypto';
import { MAX_KEYS, type Scope } from '@pacewright/contract';
import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import type { SecurityEvent } from '../../http/security-events.ts';
import { type KeyKind, newKey, newRefresh, type ParsedKey, type ParsedRefresh } from './key.ts';
import * as oauth from './oauth-store.ts';
import * as store from './store.ts';

export type TokenDependencies = {
  db: Database;
  now: () => Date;
  kind: KeyKind;
  /** Forgets the athlete's tokens in this process. The others look them up within ACCOUNT_CHECK_SECONDS. */
  forgetKeys: (uid: string) => void;
  isVerified: (uid: string) => Promise<boolean>;
  record: (event: SecurityEvent, userId: string) => void;
};

export type Form = Partial<Record<string, string>>;

/** A failure in OAuth's words. It says nothing of what would have been right. */
type Failure = { error: string };

/** Tokens as an app gets them. */
type Answer = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
};

export const INVALID: Failure = { error: 'invalid_grant' };

const TOKEN_SECONDS = 3600;
/** From the last use of a refresh token. */
const ACCESS_SECONDS = 60 * 24 * 3600;

/** A code for tokens, once. */
export async function exchangeCode(
  context: TokenDependencies,
  parsed: ParsedKey,
  form: Form,
): Promise<Answer | Failure> {
  const { db, now, kind, isVerified, record } = context;
  const { userId } = parsed;
  const code = await oauth.findCode(db, parsed);
  if (!code || code.clientId !== form['client_id']) return INVALID;
  const { uid, clientId, clientName: name, scopes, accessId } = code;
  if (accessId !== null) return endReused(context, userId, { id: accessId, uid });
  const isRight =
    code.expiresAt > now() &&
    code.redirectUri === form['redirect_uri'] &&
    isVerifierOf(form['code_verifier'] ?? '', code.challenge);
  if (!isRight || !(await isVerified(uid))) return INVALID;

  const family = newKey(userId, kind);
  const { answer, expiresAt, hash, hint, ...next } = makeTokens(context, {
    userId,
    family: family.text,
    scopes,
  });
  const id = newId(now().getTime());
  const app = { clientId, familyHash: family.hash, ...next };
  const outcome = await inLockedTransaction(db, userId, async (transaction) => {
    if ((await store.countKeys(transaction, userId, now())) >= MAX_KEYS) return 'full';
    if (!(await oauth.useCode(transaction, parsed, id))) return 'used';
    const added = { id, name, scopes, hash, hint, app };
    await store.addKey(transaction, userId, added, { now: now(), expiresAt });
    return 'added';
  });
  if (outcome === 'added') {
    record('app-connected', userId);
    return answer;
  }
  const other = outcome === 'used' && (await oauth.findCode(db, parsed))?.accessId;
  return other ? endReused(context, userId, { id: other, uid }) : INVALID;
}

/** A refresh token for new ones. Each works once: a second use ends the access, whoever it was. */
export async function refreshTokens(
  context: TokenDependencies,
  used: ParsedRefresh,
  form: Form,
): Promise<Answer | Failure> {
  const { db, now, isVerified, forgetKeys } = context;
  const { userId } = used.family;
  const app = await oauth.findApp(db, used.family, now());
  if (!app || app.clientId !== form['client_id']) return INVALID;
  if (!timingSafeEqual(app.refreshHash, used.hash)) return endReused(context, userId, app);
  if (!(await isVerified(app.uid))) return INVALID;
  const { scopes } = app;
  const { answer, ...next } = makeTokens(context, { userId, family: used.familyText, scopes });
  if (!(await oauth.renewApp(db, used, next))) return endReused(context, userId, app);
  forgetKeys(app.uid);
  return answer;
}

/** Ends the access that a token is of. */
export async function revokeToken(
  context: TokenDependencies,
  parsed: ParsedKey,
  form: Form,
): Promise<void> {
  const app = await oauth.findApp(context.db, parsed, context.now());
  const isTheirs = form['client_id'] === undefined || form['client_id'] === app?.clientId;
  if (app && isTheirs) await end(context, parsed.userId, app);
}

function makeTokens(
  { now, kind }: TokenDependencies,
  { userId, family, scopes }: { userId: string; family: string; scopes: readonly Scope[] },
) {
  const { text, hash, hint } = newKey(userId, kind);
  const refresh = newRefresh(family);
  const at = now().getTime();
  const answer: Answer = {
    access_token: text,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    refresh_token: refresh.text,
    scope: scopes.join(' '),
  };
  return {
    answer,
    hash,
    hint,
    refreshHash: refresh.hash,
    tokenExpiresAt: new Date(at + TOKEN_SECONDS * 1000),
    expiresAt: new Date(at + ACCESS_SECONDS * 1000),
  };
}

/** Someone else has the secret too, so nobody keeps what it gave. */
async function endReused(
  context: TokenDependencies,
  userId: string,
  access: { id: string; uid: string },
): Promise<Failure> {
  await end(context, userId, access);
  context.record('token-reused', userId);
  return INVALID;
}

async function end(
  { db, now, forgetKeys }: TokenDependencies,
  userId: string,
  { id, uid }: { id: string; uid: string },
): Promise<void> {
  await store.endKeys(db, userId, { id, now: now() });
  forgetKeys(uid);
}

/** A verifier has 43 to 128 characters (RFC 7636). */
function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}
