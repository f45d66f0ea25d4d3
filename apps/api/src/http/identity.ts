import { includesScope, PROBLEMS, type Scope } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { athleteId } from '../db/ids.ts';
import { Problem } from './problem.ts';
import { addressKey, type RateLimits } from './rate-limits.ts';

/** The identity that a token proves. */
export type Identity = {
  uid: string;
  email: string | undefined;
  emailVerified: boolean;
  /** Whether the account can be signed in to with Google. */
  hasGoogle: boolean;
  /** The last sign-in with a password or Google; refreshing a token does not change it. */
  signedInAt: Date;
  /** When the token expires. */
  expiresAt: Date;
  /** For a key that the athlete made for a program, or the token of an app. Undefined for a sign-in. */
  key?: { id: string; scopes: readonly Scope[]; isApp: boolean };
};

/** Throws a Problem when the token is bad or cannot be checked. */
export type VerifyToken = (
  token: string,
  options?: {
    /** Also checks that the sign-in is not revoked and the account not disabled. Costs a call to the provider. */
    checkRevoked?: boolean;
  },
) => Promise<Identity>;

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    identity: Identity;
    userId: string;
  }
}

/** Requires a valid token in this scope. Requests without one count towards the limit for visitors. */
export function requireIdentity(
  scope: FastifyInstance,
  verifyToken: (token: string) => Promise<Identity>,
  limits: RateLimits,
): void {
  scope.addHook('onRequest', async (request) => {
    const token = readBearer(request.headers.authorization);
    try {
      if (!token) throw new Problem('NOT_SIGNED_IN');
      request.identity = await verifyToken(token);
    } catch (error) {
      // Counted after the check, or one visitor could lock out all athletes at the same address.
      if (isBadToken(error)) await limits.take('visitor', addressKey(request.ip));
      throw error;
    }
    request.userId = athleteId(request.identity.uid);
    await limits.take('athlete', request.userId);
    const { key } = request.identity;
    if (key) {
      const { endpoint, takesAnyKey } = request.routeOptions.config;
      if (!takesAnyKey) requireScope(key, endpoint?.scope);
      await limits.take('key', key.id);
      await limits.take('key-hour', key.id);
    }
    const kilobytes = Math.floor(Number(request.headers['content-length'] ?? 0) / 1024);
    if (kilobytes > 0) await limits.take('kilobytes', request.userId, kilobytes);
  });
}

/** A key may call only what names a scope that it has. Tokens of apps are for the tools of assistants only. */
function requireScope(
  { scopes, isApp }: NonNullable<Identity['key']>,
  needed: Scope | undefined,
): void {
  if (isApp) throw new Problem('SCOPE_MISSING', { detail: 'Connected apps may only call /mcp' });
  if (needed === undefined)
    throw new Problem('SCOPE_MISSING', { detail: 'No key may do that. Use the app' });
  if (!includesScope(scopes, needed))
    throw new Problem('SCOPE_MISSING', { detail: `This key may not do that. It needs ${needed}` });
}

/** Expired tokens do not count, because the client renews them; nor do outages of the provider. */
function isBadToken(error: unknown): boolean {
  return (
    error instanceof Problem &&
    PROBLEMS[error.code].status === 401 &&
    error.code !== 'TOKEN_EXPIRED'
  );
}

/**
 * Requires that the account still exists. A token outlives its account by up to an hour, and must not restore
 * deleted data.
 */
export function requireLiveAccount(scope: FastifyInstance, verifyToken: VerifyToken): void {
  scope.addHook('onRequest', async (request) => {
    await verifyToken(readBearer(request.headers.authorization) ?? '', { checkRevoked: true });
  });
}

const RECENT_MILLISECONDS = 5 * 60_000;

/** Requires a sign-in within the last minutes; an unattended device is not enough. */
export function requireRecentSignIn(scope: FastifyInstance): void {
  scope.addHook('onRequest', async ({ identity }) => {
    if (Date.now() - identity.signedInAt.getTime() > RECENT_MILLISECONDS)
      throw new Problem('RECENT_SIGN_IN_REQUIRED');
  });
}

/**
 * Requires a registered athlete in this scope. The token cache gives each check of a token an identity of its own,
 * so the registration is looked up as often as the account, and not for every request.
 */
export function requireUser(
  scope: FastifyInstance,
  isRegistered: (userId: string) => Promise<boolean>,
): void {
  const registered = new WeakSet<Identity>();
  scope.addHook('onRequest', async ({ identity, userId }) => {
    if (registered.has(identity)) return;
    if (!(await isRegistered(userId))) throw new Problem('USER_NOT_FOUND');
    registered.add(identity);
  });
}

/** Requires a verified email in this scope. */
export function requireVerified(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (!request.identity.emailVerified) throw new Problem('EMAIL_NOT_VERIFIED');
  });
}

function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*|pw_\w{1,80})$/i.exec(authorization ?? '')?.[1];
}
