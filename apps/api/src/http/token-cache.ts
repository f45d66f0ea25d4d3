import { hash } from 'node:crypto';
import { PROBLEMS } from '@pacewright/contract';
import type { Identity, VerifyToken } from './identity.ts';
import { Problem } from './problem.ts';

/** About 1 kB each. */
const MAX_TOKENS = 20_000;

type Entry = { identity: Identity; checkedAt: number; refresh?: Promise<Identity> };

export type TokenCache = {
  verifyToken: (token: string) => Promise<Identity>;
  /** Forgets all tokens of an account in this process. */
  deleteAccount: (uid: string) => void;
  size: () => number;
};

/**
 * Remembers verified tokens until they expire. Each token is re-checked every maxCheckAge,
 * because a signature stays valid for an hour after an account is disabled or deleted.
 */
export function createTokenCache(
  verify: VerifyToken,
  {
    maxCheckAge,
    now = Date.now,
    maxTokens = MAX_TOKENS,
  }: {
    /** A disabled, deleted or signed-out account is rejected at most this many milliseconds afterwards. */
    maxCheckAge: number;
    now?: () => number;
    maxTokens?: number;
  },
): TokenCache {
  // An older check is repeated in the background, so that an active athlete never waits for one.
  const refreshAge = maxCheckAge / 2;
  // Keyed by hash, so that a dump of this process's memory holds few usable tokens.
  const entries = new Map<string, Entry>();

  async function check(key: string, token: string): Promise<Identity> {
    try {
      const identity = await verify(token, { checkRevoked: true });
      store(key, { identity, checkedAt: now() });
      return identity;
    } catch (error) {
      if (isRejected(error)) entries.delete(key);
      if (!isOutage(error)) throw error;
      // Nobody is locked out while accounts can't be looked up: the signature alone decides, until the token expires.
      // It was checked before if the token is known, which needs no keys of the provider.
      const identity = entries.get(key)?.identity ?? (await verify(token));
      store(key, { identity, checkedAt: now() - refreshAge });
      return identity;
    }
  }

  function store(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxTokens && oldest) entries.delete(oldest);
  }

  function refresh(key: string, token: string, entry: Entry): Promise<Identity> {
    entry.refresh ??= check(key, token).finally(() => {
      delete entry.refresh;
    });
    return entry.refresh;
  }

  return {
    verifyToken: async (token) => {
      const key = hash('sha256', token, 'base64');
      const entry = entries.get(key);
      if (!entry || entry.identity.expiresAt.getTime() <= now()) {
        entries.delete(key);
        return check(key, token);
      }
      const age = now() - entry.checkedAt;
      if (age >= maxCheckAge) return refresh(key, token, entry);
      if (age >= refreshAge)
        // A rejection takes effect on the next request.
        refresh(key, token, entry).catch(() => {});
      return entry.identity;
    },
    deleteAccount: (uid) => {
      for (const [key, { identity }] of entries) if (identity.uid === uid) entries.delete(key);
    },
    size: () => entries.size,
  };
}

function isRejected(error: unknown): boolean {
  return error instanceof Problem && PROBLEMS[error.code].status === 401;
}

function isOutage(error: unknown): boolean {
  return error instanceof Problem && error.code === 'IDENTITY_UNAVAILABLE';
}
