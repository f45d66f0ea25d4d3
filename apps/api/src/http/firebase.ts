import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import type { ProblemCode } from '@pacewright/contract';
import type { VerifyToken } from './identity.ts';
import { Problem } from './problem.ts';

/** All that this API asks of the identity provider. */
export type IdentityProvider = {
  verifyToken: VerifyToken;
  /** Deletes the sign-in account. One that is gone already is no error. */
  deleteAccount: (uid: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The names of the settings are firebase-admin's own; it reads the emulator's from the environment. */
export function openFirebase(projectId: string): IdentityProvider {
  const app: App = initializeApp({ projectId }, `pacewright-${projectId}-${crypto.randomUUID()}`);
  return identityProvider(getAuth(app), () => deleteApp(app));
}

/** Firebase's answers in our words. Apart from `openFirebase` so that its failures can be tested. */
export function identityProvider(
  auth: Pick<Auth, 'verifyIdToken' | 'deleteUser'>,
  close: () => Promise<void> = async () => {},
): IdentityProvider {
  return {
    verifyToken: async (token, { checkRevoked = false } = {}) => {
      const claims = await auth.verifyIdToken(token, checkRevoked).catch((error: unknown) => {
        throw problemOf(asFirebaseError(error));
      });
      return {
        uid: claims.uid,
        email: claims.email,
        emailVerified: claims.email_verified === true,
      };
    },
    deleteAccount: async (uid) => {
      await auth.deleteUser(uid).catch((error: unknown) => {
        if (asFirebaseError(error).code === 'auth/user-not-found') return;
        throw new Problem('IDENTITY_UNAVAILABLE', { retryAfter: 5 });
      });
    },
    close,
  };
}

// A 401 signs the athlete out, so only a bad token may become one. Everything else is our trouble.
const BAD_TOKEN: Record<string, ProblemCode> = {
  'auth/id-token-expired': 'TOKEN_EXPIRED',
  'auth/id-token-revoked': 'TOKEN_REVOKED',
  'auth/user-disabled': 'ACCOUNT_DISABLED',
  'auth/user-not-found': 'ACCOUNT_DELETED',
  'auth/argument-error': 'TOKEN_INVALID',
  'auth/invalid-id-token': 'TOKEN_INVALID',
};

function problemOf({ code, message }: FirebaseError): Problem {
  const bad = BAD_TOKEN[code];
  // firebase-admin uses the code of a bad token also when Google's keys are out of reach.
  if (!bad || /fetching public keys|error while making request/i.test(message))
    return new Problem('IDENTITY_UNAVAILABLE', { retryAfter: 5 });
  // Signed with a key that has been rotated out: a fresh token cures it.
  if (/"kid" claim which does not correspond/.test(message)) return new Problem('TOKEN_EXPIRED');
  return new Problem(bad);
}

type FirebaseError = { code: string; message: string };

function asFirebaseError(error: unknown): FirebaseError {
  if (error instanceof Error) {
    const { message } = error;
    const code = 'code' in error ? String(error.code) : '';
    return { code, message };
  }
  return { code: '', message: String(error) };
}
