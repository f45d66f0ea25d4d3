import type { Database, Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type GarminClient, GarminFailure, type GarminTokens } from './client.ts';
import { eachWaiting, forgetOtherAccounts, forgetUnsent } from './delivery-store.ts';
import { CHECK_LINK, DELIVER, REVOKE_LINK } from './job-kinds.ts';
import { resume } from './resume.ts';
import * as store from './store.ts';
import type { Sealed, TokenSeal } from './token-seal.ts';

type Needs = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  client: GarminClient;
  seal: TokenSeal;
  now: () => Date;
};

/** There is no link that works: none was made, or Garmin has ended it. */
export class NotLinked extends Error {
  override name = 'NotLinked';
}

/** The Garmin account is linked to another athlete. */
export class AccountTaken extends Error {
  override name = 'AccountTaken';
}

export type Links = {
  /** Exchanges the code and keeps the link. Throws AccountTaken, or a GarminFailure. */
  connect: (userId: string, consent: { code: string; verifier: string }) => Promise<void>;
  /** Ends the link here, and has Garmin told. Without one it does nothing. */
  disconnect: (userId: string) => Promise<void>;
  /** Calls Garmin for the athlete with a token that is good. Throws NotLinked when none can be had. */
  withAccess: <T>(userId: string, call: (accessToken: string) => Promise<T>) => Promise<T>;
  /** Asks Garmin whether the link stands and what it allows, and keeps both. */
  check: (userId: string) => Promise<void>;
  /** Tells Garmin that a link has ended. Throws when it has to be told again. */
  revoke: (revocationId: string) => Promise<void>;
  /** Keeps links alive that nobody uses, seals old ones anew, and takes up what was given up. */
  tend: () => Promise<void>;
};

/** A token is replaced this long before it ends, so that none ends on its way. */
const REFRESH_BEFORE_MILLISECONDS = 600_000;
/** A link that is not used for 90 days ends. Refreshed after 30, it does not. */
const IDLE_MILLISECONDS = 30 * 24 * 3600 * 1000;
/** The list of permissions may not be ready right after consent. */
const PERMISSION_ATTEMPTS = 2;

export function createLinks({ db, jobs, client, seal, now }: Needs): Links {
  function close(tokens: GarminTokens, garminUserId: string): Sealed {
    return seal.seal(JSON.stringify(tokens), garminUserId);
  }

  function open(sealed: Sealed, garminUserId: string): GarminTokens {
    // Sealed by this very function, so its shape is known.
    const tokens = JSON.parse(seal.open(sealed, garminUserId)) as Record<string, string>;
    return {
      accessToken: String(tokens['accessToken']),
      accessExpiresAt: new Date(String(tokens['accessExpiresAt'])),
      refreshToken: String(tokens['refreshToken']),
      refreshExpiresAt: new Date(String(tokens['refreshExpiresAt'])),
    };
  }

  async function connect(
    userId: string,
    { code, verifier }: { code: string; verifier: string },
  ): Promise<void> {
    const tokens = await client.exchangeCode(code, verifier);
    const garminUserId = await client.readUserId(tokens.accessToken);
    const at = now();
    const permissions = await readPermissions(tokens.accessToken);

    await db.inTransaction(async (transaction) => {
      await claim(transaction, garminUserId, userId);
      const before = await store.lockLink(transaction, userId);
      if (before && before.garminUserId !== garminUserId) await letGo(transaction, userId, before);
      await store.cancelRevocations(transaction, garminUserId);
      await store.saveLink(transaction, userId, {
        garminUserId,
        ...close(tokens, garminUserId),
        ...lifetimesOf(tokens),
        refreshedAt: at,
        permissions,
        // Not known: whatever Garmin tells next is newer.
        permissionsAt: permissions ? at : new Date(0),
        connectedAt: at,
      });
      if (!permissions) await jobs.add(transaction, CHECK_LINK, { userId });
      await forgetOtherAccounts(transaction, userId, garminUserId);
      await resume(transaction, jobs, userId);
    });
  }

  async function readPermissions(accessToken: string): Promise<string[] | undefined> {
    for (let attempt = 0; attempt < PERMISSION_ATTEMPTS; attempt++) {
      const permissions = await client
        .readPermissions(accessToken)
        .catch((error: unknown) => rethrowUnlessFailure(error));
      if (permissions) return permissions;
    }
    return undefined;
  }

  async function claim(transaction: Db, garminUserId: string, userId: string): Promise<void> {
    const owner = await store.claimAccount(transaction, garminUserId, userId);
    if (owner === userId) return;
    const theirs = await store.findLink(transaction, owner);
    if (theirs?.tokens && theirs.garminUserId === garminUserId) throw new AccountTaken();
    // Who was there before has left, or Garmin has ended their link: the one who signed in now has it.
    if (theirs?.garminUserId === garminUserId) await store.removeLink(transaction, owner);
    await store.takeOverAccount(transaction, garminUserId, userId);
  }

  async function disconnect(userId: string): Promise<void> {
    await db.inTransaction(async (transaction) => {
      const link = await store.lockLink(transaction, userId);
      if (link) await letGo(transaction, userId, link);
    });
  }

  /** Removes a link here, and leaves to the worker what there is to do at Garmin. */
  async function letGo(transaction: Db, userId: string, link: store.Link): Promise<void> {
    const { garminUserId, tokens } = link;
    await store.removeLink(transaction, userId);
    await store.releaseAccount(transaction, garminUserId, userId);
    await forgetUnsent(transaction, userId);
    if (!tokens) return;
    const id = newId(now().getTime());
    const { sealed, keyVersion, refreshExpiresAt: expiresAt } = tokens;
    await store.addRevocation(transaction, { id, garminUserId, sealed, keyVersion, expiresAt });
    await jobs.add(transaction, REVOKE_LINK, { revocationId: id });
  }

  async function withAccess<T>(
    userId: string,
    call: (accessToken: string) => Promise<T>,
  ): Promise<T> {
    const token = await accessTo(userId);
    try {
      return await call(token);
    } catch (error) {
      if (!isFailure(error, 'expired')) return endIfRefused(error, userId, token);
    }
    const fresh = await accessTo(userId, token);
    try {
      return await call(fresh);
    } catch (error) {
      return endIfRefused(error, userId, fresh);
    }
  }

  /** A token that is good for a while, and is not the one that was refused. */
  async function accessTo(userId: string, refused?: string): Promise<string> {
    const link = await store.findLink(db, userId);
    const known = usable(link, refused);
    if (known) return known;

    const fresh = await db.inTransaction(async (transaction) => {
      // One refresh at a time: whoever waited here finds what the other one got.
      const locked = await store.lockLink(transaction, userId);
      const other = usable(locked, refused);
      if (other) return other;
      if (!locked?.tokens) return undefined;

      const { garminUserId } = locked;
      const { refreshToken } = open(locked.tokens, garminUserId);
      const tokens = await client.refresh(refreshToken).catch((error: unknown) => {
        if (isFailure(error, 'bad-grant')) return undefined;
        throw error;
      });
      if (!tokens) {
        await store.endLink(transaction, userId, now());
        return undefined;
      }
      await store.replaceTokens(transaction, userId, {
        ...close(tokens, garminUserId),
        ...lifetimesOf(tokens),
        refreshedAt: now(),
      });
      return tokens.accessToken;
    });
    if (fresh === undefined) throw new NotLinked();
    return fresh;
  }

  function usable(link: store.Link | undefined, refused?: string): string | undefined {
    if (!link?.tokens) return undefined;
    const { accessToken, accessExpiresAt } = open(link.tokens, link.garminUserId);
    const lasts = accessExpiresAt.getTime() - now().getTime() > REFRESH_BEFORE_MILLISECONDS;
    return lasts && accessToken !== refused ? accessToken : undefined;
  }

  /** Ends the link if Garmin refused its token, unless another one has come in its place since. */
  async function endIfRefused(error: unknown, userId: string, token: string): Promise<never> {
    if (!isFailure(error, 'expired') && !isFailure(error, 'ended')) throw error;
    await db.inTransaction(async (transaction) => {
      const link = await store.lockLink(transaction, userId);
      if (link?.tokens && open(link.tokens, link.garminUserId).accessToken === token)
        await store.endLink(transaction, userId, now());
    });
    throw new NotLinked();
  }

  async function check(userId: string): Promise<void> {
    const link = await store.findLink(db, userId);
    if (!link?.tokens) return;
    const at = now();
    try {
      const idleSince = at.getTime() - link.refreshedAt.getTime();
      if (idleSince > IDLE_MILLISECONDS)
        await accessTo(userId, open(link.tokens, link.garminUserId).accessToken);
      const permissions = await withAccess(userId, client.readPermissions);
      const { garminUserId } = link;
      await store.savePermissions(db, userId, { garminUserId, permissions, at });
      await resume(db, jobs, userId);
    } catch (error) {
      // Ended, and marked so. There is nothing left to check.
      if (!(error instanceof NotLinked)) throw error;
    }
  }

  async function revoke(id: string): Promise<void> {
    // In two steps: tokens that were refreshed must be kept even if Garmin fails right after.
    await changeRevocation(id, async (transaction, { garminUserId }, tokens) => {
      if (tokens.accessExpiresAt.getTime() - now().getTime() > REFRESH_BEFORE_MILLISECONDS) return;
      const fresh = await client.refresh(tokens.refreshToken).catch((error: unknown) => {
        if (!isFailure(error, 'bad-grant')) throw error;
      });
      if (fresh)
        await store.replaceRevocationTokens(transaction, id, {
          ...close(fresh, garminUserId),
          expiresAt: fresh.refreshExpiresAt,
        });
      else await store.removeRevocation(transaction, id);
    });
    await changeRevocation(id, async (transaction, _revocation, tokens) => {
      await client.deregister(tokens.accessToken).catch((error: unknown) => {
        const isGone = ['expired', 'ended', 'missing'].some((kind) => isFailure(error, kind));
        if (!isGone) throw error;
      });
      await store.removeRevocation(transaction, id);
    });
  }

  async function changeRevocation(
    id: string,
    change: (db: Db, revocation: store.Revocation, tokens: GarminTokens) => Promise<void>,
  ): Promise<void> {
    await db.inTransaction(async (transaction) => {
      const revocation = await store.lockRevocation(transaction, id);
      if (!revocation) return;
      if (revocation.expiresAt <= now()) await store.removeRevocation(transaction, id);
      else await change(transaction, revocation, open(revocation, revocation.garminUserId));
    });
  }

  async function tend(): Promise<void> {
    for (const revocationId of await store.listRevocations(db)) {
      await changeRevocation(
        revocationId,
        async (transaction, { garminUserId, expiresAt }, tokens) =>
          store.replaceRevocationTokens(transaction, revocationId, {
            ...close(tokens, garminUserId),
            expiresAt,
          }),
      );
      await jobs.add(db, REVOKE_LINK, { revocationId });
    }

    const idle = new Date(now().getTime() - IDLE_MILLISECONDS);
    for await (const userId of store.eachLink(db, { idleSince: idle }))
      await jobs.add(db, CHECK_LINK, { userId });
    for await (const userId of eachWaiting(db)) await jobs.add(db, DELIVER, { userId });
    for await (const userId of store.eachLink(db, { sealedBefore: seal.newest }))
      await sealAnew(userId);
  }

  async function sealAnew(userId: string): Promise<void> {
    await db.inTransaction(async (transaction) => {
      const link = await store.lockLink(transaction, userId);
      if (!link?.tokens || link.tokens.keyVersion === seal.newest) return;
      const tokens = open(link.tokens, link.garminUserId);
      await store.replaceTokens(transaction, userId, {
        ...close(tokens, link.garminUserId),
        ...lifetimesOf(tokens),
        refreshedAt: link.refreshedAt,
      });
    });
  }

  return { connect, disconnect, withAccess, check, revoke, tend };
}

function lifetimesOf({ accessExpiresAt, refreshExpiresAt }: GarminTokens) {
  return { accessExpiresAt, refreshExpiresAt };
}

function isFailure(error: unknown, kind: string): boolean {
  return error instanceof GarminFailure && error.kind === kind;
}

function rethrowUnlessFailure(error: unknown): undefined {
  if (!(error instanceof GarminFailure)) throw error;
}
