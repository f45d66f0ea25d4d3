import { getProfile, logout, registerUser, updateProfile, type User } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import type { Identity } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve.ts';
import * as store from './store.ts';

/** For everyone with a valid token. */
export function registrationRoutes(scope: FastifyInstance, { db }: { db: Database }): void {
  serve(scope, registerUser, async ({ identity, userId, body }) => {
    if (body.firebaseUid !== identity.uid) throw new Problem('IDENTITY_MISMATCH');
    if (!identity.email)
      throw new Problem('NOT_ACCEPTED', {
        detail: 'This sign-in has no email address. Sign in with an email address or with Google.',
      });
    const { username, avatar } = body;
    const { email, uid: firebaseUid } = identity;
    await db.inTransaction((transaction) =>
      store.addUser(transaction, userId, { firebaseUid, username, email, avatar }),
    );
    return requireProfile(db, userId);
  });
}

/** For everyone with a valid token. */
export function logoutRoutes(scope: FastifyInstance): void {
  // Stateless: tokens cannot be revoked here. The specification requires the endpoint.
  serve(scope, logout, async () => undefined);
}

/** For registered athletes, verified or not. */
export function profileRoutes(scope: FastifyInstance, { db }: { db: Database }): void {
  serve(scope, getProfile, async ({ identity, userId }) => {
    const profile = await requireProfile(db, userId);
    return { ...profile, email: verifiedEmail(identity) ?? profile.email };
  });

  serve(scope, updateProfile, async ({ identity, userId, body }) => {
    await store.updateUser(db, userId, { ...body, email: verifiedEmail(identity) });
    return requireProfile(db, userId);
  });
}

/** The current address at the identity provider, which may have changed since the registration. */
function verifiedEmail({ email, emailVerified }: Identity): string | undefined {
  return emailVerified ? email : undefined;
}

async function requireProfile(db: Db, userId: string): Promise<User> {
  const profile = await store.findUser(db, userId);
  if (!profile) throw new Problem('USER_NOT_FOUND');
  return profile;
}
