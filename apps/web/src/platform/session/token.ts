import type { ProblemCode } from '@pacewright/contract';
import { localProblem } from '../api/problem.ts';
import {
  type Account,
  type BearerToken,
  type Identity,
  IdentityError,
  NO_USER,
} from './identity.ts';
import type { SessionStore } from './session-store.ts';

const REFRESH_BEFORE_MS = 5 * 60_000;

/** The tokens that calls to the API carry. */
export function createTokens(store: SessionStore) {
  /** The token of the last refresh, and its time by a clock that nobody can set. */
  let newest: { token: string; refreshedAt: number } | undefined;
  /** Shared by all calls that need one at the same time. */
  let refreshing: Promise<BearerToken> | undefined;

  return { getToken, toSessionError };

  async function getToken({ refresh = false } = {}): Promise<string> {
    const provider = await store.loadIdentity();
    if (!provider.current()) throw new Error(NO_USER);
    return store.runOperation(async () => {
      try {
        if (refresh) return (await refreshToken(provider)).token;
        const bearer = await provider.token({ refresh: false });
        if (!isOutdated(bearer, provider.current())) return bearer.token;
        return (await refreshToken(provider)).token;
      } catch (error) {
        throw await toSessionError(error);
      }
    });
  }

  async function refreshToken(provider: Identity): Promise<BearerToken> {
    refreshing ??= provider.token({ refresh: true }).finally(() => (refreshing = undefined));
    const bearer = await refreshing;
    newest = { token: bearer.token, refreshedAt: performance.now() };
    return bearer;
  }

  /** Whether a token expires soon, or contradicts the account on whether the email is verified. */
  function isOutdated(bearer: BearerToken, account: Account | undefined): boolean {
    if (bearer.token === newest?.token) {
      // A token that still differs after a refresh is as new as it gets. By a clock that is wrong it may seem to have
      // expired already.
      const age = performance.now() - newest.refreshedAt;
      return bearer.expiresAt - bearer.issuedAt - age < REFRESH_BEFORE_MS;
    }
    return (
      bearer.expiresAt - Date.now() < REFRESH_BEFORE_MS ||
      bearer.emailVerified !== account?.emailVerified
    );
  }

  /** The error to show when the identity provider fails. Ends the session if the sign-in is no longer good. */
  async function toSessionError(error: unknown): Promise<unknown> {
    if (!(error instanceof IdentityError)) return error;
    if (error.code === 'network-request-failed')
      return localProblem('UNREACHABLE', { cause: error });
    const code = FATAL_AUTH_CODES.get(error.code);
    if (code) await store.endSession({ code });
    return (await store.loadAccountApi()).problemOf(code ?? 'IDENTITY_UNAVAILABLE', error);
  }
}

/** The provider's codes that end a sign-in. Any other is temporary and signs nobody out. */
const FATAL_AUTH_CODES = new Map<string, ProblemCode>([
  ['user-disabled', 'ACCOUNT_DISABLED'],
  ['user-not-found', 'ACCOUNT_DELETED'],
  ['user-token-expired', 'TOKEN_REVOKED'],
  ['invalid-refresh-token', 'TOKEN_REVOKED'],
  ['invalid-user-token', 'TOKEN_REVOKED'],
]);
