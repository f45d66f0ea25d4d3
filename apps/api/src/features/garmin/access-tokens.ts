import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import {
  type Access,
  type GarminClient,
  GarminFailure,
  type GarminTokens,
  isFailure,
} from './client.ts';
import * as store from './connection-store.ts';
import type { Encrypted, TokenCipher } from './token-cipher.ts';

type Dependencies = {
  db: Database;
  client: GarminClient;
  cipher: TokenCipher;
  log: Pick<FastifyBaseLogger, 'error'>;
  now: () => Date;
};

/** There is no usable connection: none was made, or Garmin has ended it. */
export class NotConnected extends Error {
  override name = 'NotConnected';
}

/** Tokens are refreshed this long before they expire, so that none expires during a request. */
const REFRESH_BEFORE_MILLISECONDS = 600_000;
/** Longer than a refresh takes. Other processes poll for its result, for at most this long. */
export const REFRESH_LEASE_MILLISECONDS = 15_000;
const REFRESH_POLL_MILLISECONDS = 100;

/** Valid tokens of connected athletes, which only one process at a time refreshes. */
export function createAccessTokens({ db, client, cipher, log, now }: Dependencies) {
  /** Calls Garmin with a valid token. Throws NotConnected when there is none, or it is not for this. */
  async function withAccessToken<T>(
    userId: string,
    call: (access: Access) => Promise<T>,
    isPermitted?: (connection: store.Connection) => boolean,
  ): Promise<T> {
    const token = await getAccessToken(userId, { isPermitted });
    try {
      return await call({ userId, token });
    } catch (error) {
      if (!isFailure(error, 'unauthorized')) throw error;
    }
    // A refresh shows whether the athlete has disconnected; the 401 alone may come from a firewall.
    return call({ userId, token: await getAccessToken(userId, { otherThan: token, isPermitted }) });
  }

  async function getAccessToken(
    userId: string,
    {
      otherThan,
      isPermitted = () => true,
    }: {
      otherThan?: string;
      isPermitted?: ((connection: store.Connection) => boolean) | undefined;
    } = {},
  ): Promise<string> {
    for (let waited = 0; ; waited += REFRESH_POLL_MILLISECONDS) {
      const connection = await store.findConnection(db, userId);
      if (!connection?.tokens || !isPermitted(connection)) throw new NotConnected();
      const tokens = decryptTokens(cipher, connection.tokens, connection.garminUserId);
      const remaining = tokens.accessExpiresAt.getTime() - now().getTime();
      if (remaining > REFRESH_BEFORE_MILLISECONDS && tokens.accessToken !== otherThan)
        return tokens.accessToken;

      const { garminUserId } = connection;
      const old = connection.tokens.ciphertext;
      const until = new Date(now().getTime() + REFRESH_LEASE_MILLISECONDS);
      if (await store.acquireRefreshLease(db, userId, { tokens: old, now: now(), until })) {
        const token = await refresh({ userId, garminUserId, old }, tokens);
        if (token !== undefined) return token;
      }
      if (waited > REFRESH_LEASE_MILLISECONDS)
        throw new GarminFailure('unavailable', 'another process refreshes the token');
      await sleep(REFRESH_POLL_MILLISECONDS);
    }
  }

  /** Returns undefined if the tokens were replaced meanwhile. */
  async function refresh(
    of: { userId: string; garminUserId: string; old: Buffer },
    { refreshToken }: GarminTokens,
  ): Promise<string | undefined> {
    try {
      const tokens = await client.refresh(refreshToken);
      await store.replaceTokens(db, of, {
        ...encryptTokens(cipher, tokens, of.garminUserId),
        accessExpiresAt: tokens.accessExpiresAt,
        refreshExpiresAt: tokens.refreshExpiresAt,
        refreshedAt: now(),
      });
      return tokens.accessToken;
    } catch (error) {
      if (!isFailure(error, 'invalid-grant')) {
        await store.releaseRefreshLease(db, of.userId, of.old);
        throw error;
      }
      if (await end(of.userId, of.old)) throw new NotConnected();
      return undefined;
    }
  }

  /** Returns false if the tokens were replaced meanwhile. Throws when too many connections end at once. */
  async function end(userId: string, tokens: Buffer): Promise<boolean> {
    const outcome = await store.endConnection(db, userId, { tokens, at: now() });
    if (outcome !== 'withheld') return outcome === 'ended';
    log.error({ userId }, 'too many Garmin connections ended at the same time; keeping this one');
    await store.releaseRefreshLease(db, userId, tokens);
    throw new GarminFailure('unavailable', 'too many connections end at once');
  }

  return { withAccessToken, getAccessToken, end };
}

export function encryptTokens(
  cipher: TokenCipher,
  tokens: GarminTokens,
  garminUserId: string,
): Encrypted {
  return cipher.encrypt(JSON.stringify(tokens), garminUserId);
}

export function decryptTokens(
  cipher: TokenCipher,
  encrypted: Encrypted,
  garminUserId: string,
): GarminTokens {
  const tokens = JSON.parse(cipher.decrypt(encrypted, garminUserId)) as Record<string, string>;
  return {
    accessToken: String(tokens['accessToken']),
    accessExpiresAt: new Date(String(tokens['accessExpiresAt'])),
    refreshToken: String(tokens['refreshToken']),
    refreshExpiresAt: new Date(String(tokens['refreshExpiresAt'])),
  };
}
