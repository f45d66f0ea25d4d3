import {
  getProfile,
  logout,
  logoutEverywhere,
  registerUser,
  updateProfile,
  type User,
  usernameFor,
} from '@pacewright/contract';
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
        detail: 'This sign-in has no email address. Sign in with email or with Google.',
      });
    const { username, avatar } = body;
    const { email, uid: firebaseUid } = identity;
    await db.inTransaction((transaction) =>
      store.addUser(transaction, userId, {
        firebaseUid,
        username,
        email,
        avatar,
        isUnverified: !identity.emailVerified,
      }),
    );
    return requireProfile(db, userId);
  });
}

/** For everyone with a valid token. */
export function logoutRoutes(
  scope: FastifyInstance,
  { revokeSignIns }: { revokeSignIns: RevokeSignIns },
): void {
  // Stateless: one token cannot be revoked. The specification requires the endpoint.
  serve(scope, logout, async () => undefined);
  serve(scope, logoutEverywhere, ({ identity }) => revokeSignIns(identity.uid));
}

type RevokeSignIns = (uid: string) => Promise<void>;

/** For registered athletes, verified or not. */
export function profileRoutes(
  scope: FastifyInstance,
  { db, revokeSignIns }: { db: Database; revokeSignIns: RevokeSignIns },
): void {
  serve(scope, getProfile, async ({ identity, userId }) => {
    const { user, isUnverified } = (await store.findProfile(db, userId)) ?? missing();
    if (isUnverified && identity.emailVerified) await confirmEmail(identity, userId);
    return { ...user, email: verifiedEmail(identity) ?? user.email };
  });

  serve(scope, updateProfile, async ({ identity, userId, body }) => {
    await store.updateUser(db, userId, { ...body, email: verifiedEmail(identity) });
    return requireProfile(db, userId);
  });

  /**
   * Google proves that the address belongs to the caller, but not that they created this account. Sign out whoever did, and reset the profile.
   */
  async function confirmEmail(identity: Identity, userId: string): Promise<void> {
    if (!identity.hasGoogle) return store.setVerified(db, userId);
    await revokeSignIns(identity.uid);
    await store.resetProfile(db, userId, usernameFor({ email: identity.email ?? '' }));
    throw new Problem('EMAIL_RECLAIMED');
  }
}

/** The current address at the identity provider, which may have changed since the registration. */
function verifiedEmail({ email, emailVerified }: Identity): string | undefined {
  return emailVerified ? email : undefined;
}

async function requireProfile(db: Db, userId: string): Promise<User> {
  return (await store.findUser(db, userId)) ?? missing();
}

function missing(): never {
  throw new Problem('USER_NOT_FOUND');
}
