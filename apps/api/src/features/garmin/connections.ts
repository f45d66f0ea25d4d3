import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { RecordSecurityEvent } from '../../http/security-events.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import {
  createAccessTokens,
  decryptTokens,
  NotConnected,
  REFRESH_LEASE_MILLISECONDS,
} from './access-tokens.ts';
import { type GarminClient, isFailure } from './client.ts';
import { createConnecting, resumeDeliveries } from './connect.ts';
import * as store from './connection-store.ts';
import { createRevocations } from './revocations.ts';
import type { TokenCipher } from './token-cipher.ts';

type Dependencies = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  client: GarminClient;
  /** For requests that an athlete waits for: shorter, and outside the budget. */
  interactiveClient: GarminClient;
  cipher: TokenCipher;
  recordEvent: RecordSecurityEvent;
  log: Pick<FastifyBaseLogger, 'error'>;
  now: () => Date;
};

export type Connections = ReturnType<typeof createConnections>;

/** Tokens that are not used for 90 days expire, so idle ones are refreshed after 30. */
export const IDLE_MILLISECONDS = 30 * 24 * 3600 * 1000;
/** The longest range that Garmin sends again. */
const BACKFILL_SECONDS = 30 * 24 * 3600;

export function createConnections(deps: Dependencies) {
  const { db, jobs, client, cipher, recordEvent, now } = deps;
  const { withAccessToken, getAccessToken, end } = createAccessTokens(deps);

  /** Asks Garmin whether the connection is valid and what it permits. */
  async function check(userId: string): Promise<void> {
    const connection = await store.findConnection(db, userId);
    if (!connection?.tokens) return;
    const { garminUserId, tokens, refreshedAt } = connection;
    const at = now();
    try {
      if (at.getTime() - refreshedAt.getTime() > IDLE_MILLISECONDS) {
        const { accessToken } = decryptTokens(cipher, tokens, garminUserId);
        await getAccessToken(userId, { otherThan: accessToken });
      }
      const permissions = await withAccessToken(userId, client.readPermissions);
      await db.inTransaction(async (transaction) => {
        if (!(await store.lockAthlete(transaction, userId))) return;
        await store.savePermissions(transaction, userId, { garminUserId, permissions, at });
        await resumeDeliveries(transaction, userId, { jobs, now });
      });
    } catch (error) {
      // The connection has ended, and is stored as ended.
      if (error instanceof NotConnected) return;
      if (!isFailure(error, 'unauthorized') || !connection.isDeregistrationReported) throw error;
      // Rejected with a fresh token, after Garmin reported that the athlete disconnected.
      const current = await store.findConnection(db, userId);
      if (current?.tokens) await end(userId, current.tokens.ciphertext);
    }
  }

  /** Asks Garmin to send the runs of the last month, which arrive as notifications. */
  async function requestBackfill(userId: string): Promise<void> {
    const to = Math.floor(now().getTime() / 1000);
    try {
      await withAccessToken(userId, (access) =>
        client.requestBackfill(access, { from: to - BACKFILL_SECONDS, to }),
      );
    } catch (error) {
      // Requested before, or not permitted any more.
      if (error instanceof NotConnected || isFailure(error, 'rejected')) return;
      throw error;
    }
  }

  /** Encrypts the tokens of one athlete with the current key. */
  async function reencrypt(userId: string): Promise<void> {
    const connection = await store.findConnection(db, userId);
    if (!connection?.tokens || connection.tokens.keyVersion === cipher.version) return;
    const { garminUserId, tokens, refreshedAt } = connection;
    const { ciphertext: old, accessExpiresAt, refreshExpiresAt } = tokens;
    const until = new Date(now().getTime() + REFRESH_LEASE_MILLISECONDS);
    // A refresh in another process re-encrypts them too.
    if (!(await store.acquireRefreshLease(db, userId, { tokens: old, now: now(), until }))) return;
    const encrypted = cipher.encrypt(cipher.decrypt(tokens, garminUserId), garminUserId);
    await store.replaceTokens(
      db,
      { userId, garminUserId, old },
      { ...encrypted, accessExpiresAt, refreshExpiresAt, refreshedAt },
    );
    recordEvent('token-reencrypted', { athlete: userId, keyVersion: encrypted.keyVersion });
  }

  return {
    ...createConnecting(deps),
    ...createRevocations(deps),
    withAccessToken,
    check,
    requestBackfill,
    reencrypt,
  };
}
