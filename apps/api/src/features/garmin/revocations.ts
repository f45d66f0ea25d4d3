import type { Database } from '../../db/database.ts';
import type { RecordSecurityEvent } from '../../http/security-events.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { decryptTokens, encryptTokens } from './access-tokens.ts';
import { type GarminClient, type GarminTokens, isFailure } from './client.ts';
import * as store from './connection-store.ts';
import { REVOKE_CONNECTION } from './job-definitions.ts';
import type { TokenCipher } from './token-cipher.ts';

type Dependencies = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  client: GarminClient;
  cipher: TokenCipher;
  recordEvent: RecordSecurityEvent;
  now: () => Date;
};

/** Ends connections at Garmin that have ended here. */
export function createRevocations({ db, jobs, client, cipher, recordEvent, now }: Dependencies) {
  /** Ends a connection at Garmin. Throws if it must be retried. */
  async function revoke(id: string): Promise<void> {
    const revocation = await store.findRevocation(db, id);
    if (revocation && revocation.expiresAt > now()) {
      const { garminUserId } = revocation;
      const tokens = decryptTokens(cipher, revocation, garminUserId);
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
        ...encryptTokens(cipher, tokens, revocation.garminUserId),
        expiresAt: tokens.refreshExpiresAt,
      });
      await client.deregister({ userId: undefined, token: tokens.accessToken });
    } catch (error) {
      // Neither can be used any more, so Garmin has ended the connection.
      if (!isFailure(error, 'invalid-grant', 'not-found')) throw error;
    }
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

  return { revoke, retryRevocation };
}
