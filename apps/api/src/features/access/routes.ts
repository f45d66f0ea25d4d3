import { listKeys, listWrites, makeKey, MAX_KEYS, revokeKey } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve.ts';
import { type KeyKind, newKey } from './key.ts';
import * as store from './store.ts';

type Dependencies = {
  db: Database;
  now: () => Date;
  /** Forgets the athlete's keys in this process. The others look them up within ACCOUNT_CHECK_SECONDS. */
  forgetKeys: (uid: string) => void;
};

/** The athlete's keys: list, end, and what they did. */
export function keyRoutes(scope: FastifyInstance, { db, now, forgetKeys }: Dependencies): void {
  serve(scope, listKeys, async ({ userId }) => ({ keys: await store.listKeys(db, userId) }));

  serve(scope, revokeKey, async ({ userId, identity, params: { id } }) => {
    if (!(await store.endKeys(db, userId, { id, now: now() }))) throw notFound();
    forgetKeys(identity.uid);
  });

  serve(scope, listWrites, async ({ userId, params: { id } }) => {
    const writes = await store.listWrites(db, userId, { id, now: now() });
    if (!writes) throw notFound();
    return { writes };
  });
}

const DAY = 24 * 3600 * 1000;

/** Makes a key. Needs a recent sign-in, because whoever has the key needs none. */
export function newKeyRoutes(
  scope: FastifyInstance,
  { db, now, kind }: { db: Database; now: () => Date; kind: KeyKind },
): void {
  serve(scope, makeKey, async ({ userId, body: { name, scopes, days } }) => {
    const { text, hash, hint } = newKey(userId, kind);
    const at = now();
    const expiresAt = new Date(at.getTime() + days * DAY);
    const key = await inLockedTransaction(db, userId, async (transaction) => {
      if ((await store.countKeys(transaction, userId, at)) >= MAX_KEYS)
        throw new Problem('LIMIT_REACHED', {
          detail: `You can have up to ${MAX_KEYS} keys. Revoke one first`,
        });
      return store.addKey(
        transaction,
        userId,
        { name, scopes, hash, hint },
        { now: at, expiresAt },
      );
    });
    return { key, text };
  });
}

function notFound(): Problem {
  return new Problem('NOT_FOUND', { detail: 'Key not found' });
}
