import type { FastifyInstance } from 'fastify';
import { athleteId } from '../db/ids.ts';
import { Problem } from './problem.ts';

/** Who someone is, as their token says. */
export type Identity = { uid: string; email: string | undefined; emailVerified: boolean };

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

/** Everything in this scope needs a good token. */
export function requireIdentity(scope: FastifyInstance, verifyToken: VerifyToken): void {
  scope.addHook('onRequest', async (request) => {
    const token = readBearer(request.headers.authorization);
    if (!token) throw new Problem('NOT_SIGNED_IN');
    request.identity = await verifyToken(token);
    request.userId = athleteId(request.identity.uid);
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

export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '')?.[1];
}
