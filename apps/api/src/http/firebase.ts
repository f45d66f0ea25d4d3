import type { Agent } from 'node:https';
import {
  type App,
  applicationDefault,
  type Credential,
  deleteApp,
  initializeApp,
} from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import type { ProblemCode } from '@pacewright/contract';
import type { VerifyToken } from './identity.ts';
import { Problem } from './problem.ts';

/** All that this API asks of the identity provider. */
export type IdentityProvider = {
  verifyToken: VerifyToken;
  /** Deletes the sign-in account. One that is gone already is no error. */
  deleteAccount: (uid: string) => Promise<void>;
  /**
   * Resolves once the provider has given this process access to accounts, with false when it cannot be asked at
   * the moment. Throws when there is no usable credential.
   */
  checkCredential: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** The names of the settings are firebase-admin's own; it reads the emulator's from the environment. */
export function openFirebase(projectId: string, httpAgent?: Agent): IdentityProvider {
  const options = { projectId, ...(httpAgent && { httpAgent }) };
  const app: App = initializeApp(options, `pacewright-${projectId}-${crypto.randomUUID()}`);
  return identityProvider(getAuth(app), applicationDefault(), () => deleteApp(app));
}

const VERIFY_TIMEOUT = 3_000;
const ACCOUNT_TIMEOUT = 10_000;

/** Firebase's answers in our words. Apart from `openFirebase` so that its failures can be tested. */
export function identityProvider(
  auth: Pick<Auth, 'verifyIdToken' | 'deleteUser'>,
  credential: Pick<Credential, 'getAccessToken'>,
  close: () => Promise<void> = async () => {},
): IdentityProvider {
  const verify = oneAtATimeWhileDown((token: string, checkRevoked: boolean) =>
    withTimeout(VERIFY_TIMEOUT, auth.verifyIdToken(token, checkRevoked)).catch((error: unknown) => {
      throw problemOf(error);
    }),
  );
  return {
    verifyToken: async (token, { checkRevoked = false } = {}) => {
      const claims = await verify(token, checkRevoked);
      return {
        uid: claims.uid,
        email: claims.email,
        emailVerified: claims.email_verified === true,
        signedInAt: new Date(claims.auth_time * 1000),
      };
    },
    deleteAccount: async (uid) => {
      await withTimeout(ACCOUNT_TIMEOUT, auth.deleteUser(uid)).catch((error: unknown) => {
        if (asFirebaseError(error).code === 'auth/user-not-found') return;
        throw unavailable(error);
      });
    },
    checkCredential: async () => {
      try {
        await withTimeout(ACCOUNT_TIMEOUT, credential.getAccessToken());
        return true;
      } catch (error) {
        if (isNetworkFailure(asFirebaseError(error))) return false;
        throw error;
      }
    },
    close,
  };
}

/**
 * The library fetches Google's keys once per waiting call, without a limit. After a failure, and at the start,
 * one call goes ahead and the others wait for it: if it finds the provider down, so have they.
 */
function oneAtATimeWhileDown<Args extends unknown[], T>(
  ask: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  let isUp = false;
  let probe: Promise<void> | undefined;

  async function askAndRemember(args: Args): Promise<T> {
    try {
      const answer = await ask(...args);
      isUp = true;
      return answer;
    } catch (error) {
      // A bad token was refused by a provider that answers.
      isUp = error instanceof Problem && error.code !== 'IDENTITY_UNAVAILABLE';
      throw error;
    }
  }

  return async (...args) => {
    if (isUp) return askAndRemember(args);
    if (!probe) {
      const answer = askAndRemember(args);
      probe = answer.then(
        () => {},
        () => {},
      );
      void probe.then(() => {
        probe = undefined;
      });
      return answer;
    }
    await probe;
    if (!isUp) throw unavailable(new Error('another call has just found the provider down'));
    return askAndRemember(args);
  };
}

async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(Object.assign(new Error(`no answer in ${milliseconds} ms`), { code: 'ETIMEDOUT' })),
      milliseconds,
    );
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

function unavailable(cause: unknown): Problem {
  return new Problem('IDENTITY_UNAVAILABLE', { retryAfter: 5, cause });
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

function problemOf(error: unknown): Problem {
  const { code, message } = asFirebaseError(error);
  const bad = BAD_TOKEN[code];
  // firebase-admin uses the code of a bad token also when Google's keys are out of reach.
  if (!bad || /fetching public keys|error while making request/i.test(message))
    return unavailable(error);
  // Signed with a key that has been rotated out: a fresh token cures it.
  if (/"kid" claim which does not correspond/.test(message)) return new Problem('TOKEN_EXPIRED');
  return new Problem(bad);
}

function isNetworkFailure({ code, message }: FirebaseError): boolean {
  return /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|socket hang up|status code 5/.test(
    `${code} ${message}`,
  );
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
