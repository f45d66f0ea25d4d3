import type { Agent } from 'node:https';
import {
  type App,
  applicationDefault,
  type Credential,
  deleteApp,
  initializeApp,
} from 'firebase-admin/app';
import { type Auth, getAuth, type UserRecord } from 'firebase-admin/auth';
import type { ProblemCode } from '@pacewright/contract';
import type { VerifyToken } from './identity.ts';
import { Problem } from './problem.ts';
import { tracedCall } from '../tracing/tracing.ts';

/** Everything this API needs from the identity provider. */
export type IdentityProvider = {
  verifyToken: VerifyToken;
  /** Deletes the sign-in account. Idempotent. */
  deleteAccount: (uid: string) => Promise<void>;
  /** A page of the accounts that were created before this time and have never been verified. */
  listUnverified: (
    createdBefore: Date,
    page: string | undefined,
  ) => Promise<{ uids: string[]; nextPage: string | undefined }>;
  /** Whether the account exists, is enabled, and has no verified email. */
  isUnverified: (uid: string) => Promise<boolean>;
  /** Whether the account exists, is enabled, and has a verified email. */
  isVerified: (uid: string) => Promise<boolean>;
  /** Whether the account exists and is not disabled. */
  isEnabled: (uid: string) => Promise<boolean>;
  /** Revokes every sign-in of the account so far. */
  revokeSignIns: (uid: string) => Promise<void>;
  /**
   * True once the provider has accepted the credential, false while the provider is unreachable. Throws when
   * there is no usable credential.
   */
  checkCredential: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** firebase-admin itself reads FIREBASE_AUTH_EMULATOR_HOST from the environment. */
export function openFirebase(
  projectId: string,
  {
    httpAgent,
    credential,
    verifyTimeout,
    onCall,
  }: {
    httpAgent?: Agent;
    credential?: Credential;
    verifyTimeout?: number;
    onCall?: OnIdentityCall;
  } = {},
): IdentityProvider {
  const options = { projectId, ...(httpAgent && { httpAgent }), ...(credential && { credential }) };
  const app: App = initializeApp(options, `pacewright-${projectId}-${crypto.randomUUID()}`);
  const close = () => deleteApp(app);
  return identityProvider(getAuth(app), credential ?? applicationDefault(), {
    close,
    verifyTimeout,
    onCall,
  });
}

/** Called after each call, with `ok` or the code of the problem. */
export type OnIdentityCall = (
  call: 'verify' | 'look-up' | 'list' | 'delete' | 'revoke',
  outcome: string,
) => void;

/** Ms that a caller waits for the check of a token. */
const VERIFY_TIMEOUT = 3_000;
const ACCOUNT_TIMEOUT = 10_000;
/** Few enough for one job to look at each of them. */
const ACCOUNTS_PER_PAGE = 500;

/** Maps Firebase's errors to problems. Separate from `openFirebase` so that failures can be tested. */
export function identityProvider(
  auth: Pick<
    Auth,
    'verifyIdToken' | 'deleteUser' | 'revokeRefreshTokens' | 'listUsers' | 'getUser'
  >,
  credential: Pick<Credential, 'getAccessToken'>,
  {
    close = async () => {},
    verifyTimeout = VERIFY_TIMEOUT,
    onCall = () => {},
  }: {
    close?: () => Promise<void>;
    verifyTimeout?: number | undefined;
    onCall?: OnIdentityCall | undefined;
  } = {},
): IdentityProvider {
  const report = createReport(onCall);
  const verify = probeWhileDown((token: string, checkRevoked: boolean) =>
    report(
      // Only looking the account up is a request; the signature is checked here, with Google's keys.
      checkRevoked ? 'look-up' : 'verify',
      withTimeout(verifyTimeout, auth.verifyIdToken(token, checkRevoked)),
      toProblem,
    ),
  );
  async function findAccount(uid: string): Promise<UserRecord | undefined> {
    const lookup = auth.getUser(uid).catch((error: unknown) => {
      if (asFirebaseError(error).code !== 'auth/user-not-found') throw error;
      return undefined;
    });
    return report('look-up', withTimeout(ACCOUNT_TIMEOUT, lookup), unavailable);
  }

  return {
    verifyToken: async (token, { checkRevoked = false } = {}) => {
      const claims = await verify(token, checkRevoked);
      return {
        uid: claims.uid,
        email: claims.email,
        emailVerified: claims.email_verified === true,
        hasGoogle: 'google.com' in claims.firebase.identities,
        signedInAt: new Date(claims.auth_time * 1000),
        expiresAt: new Date(claims.exp * 1000),
      };
    },
    deleteAccount: async (uid) => {
      const deletion = auth.deleteUser(uid).catch((error: unknown) => {
        if (asFirebaseError(error).code !== 'auth/user-not-found') throw error;
      });
      await report('delete', withTimeout(ACCOUNT_TIMEOUT, deletion), unavailable);
    },
    listUnverified: async (createdBefore, page) => {
      const listing = auth.listUsers(ACCOUNTS_PER_PAGE, page);
      const { users, pageToken } = await report(
        'list',
        withTimeout(ACCOUNT_TIMEOUT, listing),
        unavailable,
      );
      const isOld = ({ metadata }: UserRecord) => new Date(metadata.creationTime) < createdBefore;
      const uids = users.filter((user) => hasNoVerifiedEmail(user) && isOld(user));
      return { uids: uids.map(({ uid }) => uid), nextPage: pageToken };
    },
    isUnverified: async (uid) => {
      const user = await findAccount(uid);
      return user !== undefined && hasNoVerifiedEmail(user);
    },
    isVerified: async (uid) => {
      const user = await findAccount(uid);
      return user?.disabled === false && user.emailVerified;
    },
    isEnabled: async (uid) => (await findAccount(uid))?.disabled === false,
    revokeSignIns: (uid) =>
      report('revoke', withTimeout(ACCOUNT_TIMEOUT, auth.revokeRefreshTokens(uid)), unavailable),
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

/** Counts and traces each call, and turns its failure into a problem. */
function createReport(onCall: OnIdentityCall) {
  return async function report<T>(
    call: Parameters<OnIdentityCall>[0],
    work: Promise<T>,
    toFailure: (error: unknown) => Problem,
  ): Promise<T> {
    try {
      const result = await tracedCall(
        `identity ${call}`,
        () => ({}),
        () => work,
      );
      onCall(call, 'ok');
      return result;
    } catch (error) {
      const failure = toFailure(error);
      onCall(call, failure.code);
      throw failure;
    }
  };
}

/** Accounts that an operator has disabled stay, or they could register again. */
function hasNoVerifiedEmail({ emailVerified, disabled }: UserRecord): boolean {
  return !emailVerified && !disabled;
}

/**
 * firebase-admin fetches Google's keys once per waiting call. At the start and after a failure, one call probes
 * the provider while the others wait and share its outcome.
 */
function probeWhileDown<Args extends unknown[], T>(
  call: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  let isUp = false;
  let probe: Promise<void> | undefined;

  async function callAndRecord(args: Args): Promise<T> {
    try {
      const result = await call(...args);
      isUp = true;
      return result;
    } catch (error) {
      // Rejecting a token proves that the provider is up.
      isUp = error instanceof Problem && error.code !== 'IDENTITY_UNAVAILABLE';
      throw error;
    }
  }

  return async (...args) => {
    if (isUp) return callAndRecord(args);
    if (!probe) {
      const result = callAndRecord(args);
      probe = result.then(
        () => {},
        () => {},
      );
      void probe.then(() => {
        probe = undefined;
      });
      return result;
    }
    await probe;
    if (!isUp) throw unavailable(new Error('the provider is down'));
    return callAndRecord(args);
  };
}

async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          Object.assign(new Error(`no response in ${milliseconds} ms`), { code: 'ETIMEDOUT' }),
        ),
      milliseconds,
    );
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

function unavailable(cause: unknown): Problem {
  return new Problem('IDENTITY_UNAVAILABLE', { retryAfter: 5, cause });
}

// A 401 signs the athlete out, so only a bad token may cause one. Every other failure is a 503.
const BAD_TOKEN: Record<string, ProblemCode> = {
  'auth/id-token-expired': 'TOKEN_EXPIRED',
  'auth/id-token-revoked': 'TOKEN_REVOKED',
  'auth/user-disabled': 'ACCOUNT_DISABLED',
  'auth/user-not-found': 'ACCOUNT_DELETED',
  'auth/argument-error': 'TOKEN_INVALID',
  'auth/invalid-id-token': 'TOKEN_INVALID',
};

function toProblem(error: unknown): Problem {
  const { code, message } = asFirebaseError(error);
  const bad = BAD_TOKEN[code];
  // firebase-admin reports unreachable keys with the code of a bad token.
  if (!bad || /fetching public keys|error while making request/i.test(message))
    return unavailable(error);
  // The signing key has been rotated out, so a fresh token will pass.
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
