import { PROBLEMS } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { athleteId } from '../db/ids.ts';
import { Problem } from './problem.ts';
import { addressKey, type RateLimits } from './rate-limits.ts';

/** Who someone is, as their token says. */
export type Identity = {
  uid: string;
  email: string | undefined;
  emailVerified: boolean;
  /** When they last proved who they are; renewing a token is not that. */
  signedInAt: Date;
};

/** Checks a token. Throws a Problem when it is bad, or when nobody can tell. */
export type VerifyToken = (
  token: string,
  options?: {
    /** Also ask whether the sign-in was revoked or the account disabled. Costs a call to the provider. */
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

/** Everything in this scope needs a good token. Whoever comes without one is counted as a visitor. */
export function requireIdentity(
  scope: FastifyInstance,
  verifyToken: VerifyToken,
  limits: RateLimits,
): void {
  scope.addHook('onRequest', async (request) => {
    const token = readBearer(request.headers.authorization);
    try {
      if (!token) throw new Problem('NOT_SIGNED_IN');
      request.identity = await verifyToken(token);
    } catch (error) {
      // Counted after the check: counted before it, one visitor would lock out all athletes at their address.
      if (isBadToken(error)) await limits.take('visitor', addressKey(request.ip));
      throw error;
    }
    request.userId = athleteId(request.identity.uid);
    await limits.take('athlete', request.userId);
  });
}

/** An expired token is about to be renewed, and an outage of the provider is nobody's attempt. */
function isBadToken(error: unknown): boolean {
  return (
    error instanceof Problem &&
    PROBLEMS[error.code].status === 401 &&
    error.code !== 'TOKEN_EXPIRED'
  );
}

/**
 * Everything in this scope also needs an account that is still there. A token outlives its account by up to
 * an hour, and must not make anew what was deleted.
 */
export function requireLiveAccount(scope: FastifyInstance, verifyToken: VerifyToken): void {
  scope.addHook('onRequest', async (request) => {
    await verifyToken(readBearer(request.headers.authorization) ?? '', { checkRevoked: true });
  });
}

const RECENT_MILLISECONDS = 5 * 60_000;

/** Everything in this scope needs a sign-in of the last minutes: a device left open is not enough. */
export function requireRecentSignIn(scope: FastifyInstance): void {
  scope.addHook('onRequest', async ({ identity }) => {
    if (Date.now() - identity.signedInAt.getTime() > RECENT_MILLISECONDS)
      throw new Problem('RECENT_SIGN_IN_REQUIRED');
  });
}

/** Everything in this scope needs a registered athlete. */
export function requireUser(
  scope: FastifyInstance,
  isRegistered: (userId: string) => Promise<boolean>,
): void {
  scope.addHook('onRequest', async (request) => {
    if (!(await isRegistered(request.userId))) throw new Problem('USER_NOT_FOUND');
  });
}

/** Everything in this scope needs a verified email. */
export function requireVerified(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (!request.identity.emailVerified) throw new Problem('EMAIL_NOT_VERIFIED');
  });
}

function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '')?.[1];
}
