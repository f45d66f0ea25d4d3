import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { RecordSecurityEvent } from '../../http/security-events.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import {
  type Access,
  type GarminClient,
  GarminFailure,
  type GarminTokens,
  isFailure,
} from './client.ts';
import * as store from './connection-store.ts';
import { deleteItemsOfOtherAccounts, deleteUnsentItems, makePendingDue } from './item-store.ts';
import {
  CHECK_CONNECTION,
  DELIVER,
  REQUEST_BACKFILL,
  REVOKE_CONNECTION,
} from './job-definitions.ts';
import type { Encrypted, TokenCipher } from './token-cipher.ts';

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

/** There is no usable connection: none was made, or Garmin has ended it. */
export class NotConnected extends Error {
  override name = 'NotConnected';
}

/** The Garmin account is connected to another athlete. */
export class AccountTaken extends Error {
  override name = 'AccountTaken';
}

export type Connections = ReturnType<typeof createConnections>;

/** Tokens are refreshed this long before they expire, so that none expires during a request. */
const REFRESH_BEFORE_MILLISECONDS = 600_000;
/** Tokens that are not used for 90 days expire, so idle ones are refreshed after 30. */
export const IDLE_MILLISECONDS = 30 * 24 * 3600 * 1000;
/** Longer than a refresh takes. Other processes poll for its result, for at most this long. */
const REFRESH_LEASE_MILLISECONDS = 15_000;
const REFRESH_POLL_MILLISECONDS = 100;
/** The longest range that Garmin sends again. */
const BACKFILL_SECONDS = 30 * 24 * 3600;

export function createConnections(deps: Dependencies) {
  const { db, jobs, client, interactiveClient, cipher, recordEvent, log, now } = deps;

  function encryptTokens(tokens: GarminTokens, garminUserId: string): Encrypted {
    return cipher.encrypt(JSON.stringify(tokens), garminUserId);
  }

  function decryptTokens(encrypted: Encrypted, garminUserId: string): GarminTokens {
    const tokens = JSON.parse(cipher.decrypt(encrypted, garminUserId)) as Record<string, string>;
    return {
      accessToken: String(tokens['accessToken']),
      accessExpiresAt: new Date(String(tokens['accessExpiresAt'])),
      refreshToken: String(tokens['refreshToken']),
      refreshExpiresAt: new Date(String(tokens['refreshExpiresAt'])),
    };
  }

  /** Exchanges the code and saves the connection. Throws AccountTaken, NotConnected or a GarminFailure. */
  async function connect(
    userId: string,
    {
      code,
      verifier,
      consentVersion,
    }: { code: string; verifier: string; consentVersion?: number | undefined },
  ): Promise<void> {
    const tokens = await interactiveClient.exchangeCode(code, verifier);
    const access = { userId, token: tokens.accessToken };
    const garminUserId = await interactiveClient.readUserId(access);
    const at = now();
    // The list may not be ready right after consent; a job asks for it again.
    const permissions = await interactiveClient.readPermissions(access).catch((error: unknown) => {
      if (error instanceof GarminFailure) return undefined;
      throw error;
    });

    const isSaved = await db.inTransaction(async (transaction) => {
      if (!(await store.lockAthlete(transaction, userId))) return false;
      const before = await store.findConnection(transaction, userId);
      if (before && before.garminUserId !== garminUserId) await disconnect(userId, transaction);
      await claimAccount(transaction, garminUserId, userId);
      const wasRevoking = await store.cancelRevocations(transaction, garminUserId);
      const { accessExpiresAt, refreshExpiresAt } = tokens;
      await store.saveConnection(transaction, userId, {
        garminUserId,
        ...encryptTokens(tokens, garminUserId),
        accessExpiresAt,
        refreshExpiresAt,
        permissions,
        at,
      });
      await store.addConsent(transaction, userId, { at, textVersion: consentVersion, permissions });
      if (!permissions || wasRevoking) await jobs.add(transaction, CHECK_CONNECTION, { userId });
      await deleteItemsOfOtherAccounts(transaction, userId, garminUserId);
      await resumeDeliveries(transaction, userId);
      if (permissions?.includes('HISTORICAL_DATA_EXPORT'))
        await jobs.add(transaction, REQUEST_BACKFILL, { userId });
      return true;
    });
    if (isSaved) return;
    // The account was deleted in the meantime, so the new connection must be revoked.
    await db.inTransaction(async (transaction) => {
      const id = newId(at.getTime());
      const encrypted = encryptTokens(tokens, garminUserId);
      const expiresAt = tokens.refreshExpiresAt;
      await store.addRevocation(transaction, { id, garminUserId, ...encrypted, expiresAt });
      await jobs.add(transaction, REVOKE_CONNECTION, { revocationId: id });
    });
    throw new NotConnected();
  }

  async function claimAccount(transaction: Db, garminUserId: string, userId: string) {
    const owner = await store.claimAccount(transaction, garminUserId, userId);
    if (owner === userId) return;
    const theirs = await store.findConnection(transaction, owner);
    if (theirs?.tokens && theirs.garminUserId === garminUserId) throw new AccountTaken();
    await store.reassignAccount(transaction, garminUserId, { from: owner, to: userId });
  }

  /** Ends the connection here, and queues its revocation at Garmin. Idempotent. */
  async function disconnect(userId: string, transaction?: Db): Promise<void> {
    if (!transaction) return db.inTransaction((own) => disconnect(userId, own));
    const revocationId = await store.removeConnection(transaction, userId, now());
    await store.withdrawConsents(transaction, userId, now());
    await deleteUnsentItems(transaction, userId);
    if (revocationId) await jobs.add(transaction, REVOKE_CONNECTION, { revocationId });
  }

  async function resumeDeliveries(transaction: Db, userId: string): Promise<void> {
    if (await makePendingDue(transaction, userId, now()))
      await jobs.add(transaction, DELIVER, { userId });
  }

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
      const tokens = decryptTokens(connection.tokens, connection.garminUserId);
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
        ...encryptTokens(tokens, of.garminUserId),
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

  /** Asks Garmin whether the connection is valid and what it permits. */
  async function check(userId: string): Promise<void> {
    const connection = await store.findConnection(db, userId);
    if (!connection?.tokens) return;
    const { garminUserId, tokens, refreshedAt } = connection;
    const at = now();
    try {
      if (at.getTime() - refreshedAt.getTime() > IDLE_MILLISECONDS) {
        const { accessToken } = decryptTokens(tokens, garminUserId);
        await getAccessToken(userId, { otherThan: accessToken });
      }
      const permissions = await withAccessToken(userId, client.readPermissions);
      await db.inTransaction(async (transaction) => {
        if (!(await store.lockAthlete(transaction, userId))) return;
        await store.savePermissions(transaction, userId, { garminUserId, permissions, at });
        await resumeDeliveries(transaction, userId);
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

  /** Ends a connection at Garmin. Throws if it must be retried. */
  async function revoke(id: string): Promise<void> {
    const revocation = await store.findRevocation(db, id);
    if (revocation && revocation.expiresAt > now()) {
      const { garminUserId } = revocation;
      const tokens = decryptTokens(revocation, garminUserId);
      try {
        await client.deregister({ userId: undefined, token: tokens.accessToken });
      } catch (error) {
        if (isFailure(error, 'unauthorized')) await refreshAndDeregister(revocation, tokens);
        else if (!isFailure(error, 'not-found')) throw error;
      }
    }
    await store.deleteRevocation(db, id);
  }

  async function refreshAndDeregister(
    revocation: store.Revocation,
    { refreshToken }: GarminTokens,
  ): Promise<void> {
    try {
      const tokens = await client.refresh(refreshToken);
      await store.replaceRevocationTokens(db, revocation, {
        ...encryptTokens(tokens, revocation.garminUserId),
        expiresAt: tokens.refreshExpiresAt,
      });
      await client.deregister({ userId: undefined, token: tokens.accessToken });
    } catch (error) {
      // Neither can be used any more, so Garmin has ended the connection.
      if (!isFailure(error, 'invalid-grant', 'not-found')) throw error;
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

  /** Encrypts the tokens of a revocation with the current key, and queues it again. */
  async function retryRevocation(revocationId: string): Promise<void> {
    const revocation = await store.findRevocation(db, revocationId);
    if (!revocation) return;
    const { garminUserId, expiresAt } = revocation;
    if (revocation.keyVersion !== cipher.version && expiresAt > now()) {
      const plain = cipher.decrypt(revocation, garminUserId);
      const encrypted = cipher.encrypt(plain, garminUserId);
      await store.replaceRevocationTokens(db, revocation, { ...encrypted, expiresAt });
      recordEvent('token-reencrypted', { keyVersion: encrypted.keyVersion });
    }
    await jobs.add(db, REVOKE_CONNECTION, { revocationId });
  }

  return {
    connect,
    disconnect,
    withAccessToken,
    check,
    requestBackfill,
    revoke,
    reencrypt,
    retryRevocation,
  };
}
