import type { Database, Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { encryptTokens, NotConnected } from './access-tokens.ts';
import { type GarminClient, GarminFailure } from './client.ts';
import * as store from './connection-store.ts';
import { deleteItemsOfOtherAccounts, deleteUnsentItems, makePendingDue } from './item-store.ts';
import {
  CHECK_CONNECTION,
  DELIVER,
  REQUEST_BACKFILL,
  REVOKE_CONNECTION,
} from './job-definitions.ts';
import type { TokenCipher } from './token-cipher.ts';

type Dependencies = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  /** For requests that an athlete waits for: shorter, and outside the budget. */
  interactiveClient: GarminClient;
  cipher: TokenCipher;
  now: () => Date;
};

/** The Garmin account is connected to another athlete. */
export class AccountTaken extends Error {
  override name = 'AccountTaken';
}

/** Makes connections and ends them here. */
export function createConnecting({ db, jobs, interactiveClient, cipher, now }: Dependencies) {
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
        ...encryptTokens(cipher, tokens, garminUserId),
        accessExpiresAt,
        refreshExpiresAt,
        permissions,
        at,
      });
      await store.addConsent(transaction, userId, { at, textVersion: consentVersion, permissions });
      if (!permissions || wasRevoking) await jobs.add(transaction, CHECK_CONNECTION, { userId });
      await deleteItemsOfOtherAccounts(transaction, userId, garminUserId);
      await resumeDeliveries(transaction, userId, { jobs, now });
      if (permissions?.includes('HISTORICAL_DATA_EXPORT'))
        await jobs.add(transaction, REQUEST_BACKFILL, { userId });
      return true;
    });
    if (isSaved) return;
    // The account was deleted in the meantime, so the new connection must be revoked.
    await db.inTransaction(async (transaction) => {
      const id = newId(at.getTime());
      const encrypted = encryptTokens(cipher, tokens, garminUserId);
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

  return { connect, disconnect };
}

export async function resumeDeliveries(
  transaction: Db,
  userId: string,
  { jobs, now }: Pick<Dependencies, 'jobs' | 'now'>,
): Promise<void> {
  if (await makePendingDue(transaction, userId, now()))
    await jobs.add(transaction, DELIVER, { userId });
}
