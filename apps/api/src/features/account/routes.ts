import { deleteAccount, exportAccount, type User } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve.ts';
import * as store from './store.ts';

type Deletion = {
  db: Database;
  /** What must be undone outside before the rows that know of it are gone. Each can be run again. */
  farewells: ((db: Database, userId: string) => Promise<void>)[];
  deleteIdentity: (uid: string) => Promise<void>;
};

/**
 * The order survives a failure at each step: what lives elsewhere goes first, while our rows still know of
 * it; then our rows, in one transaction; the sign-in last, because without it nobody could try again.
 */
export function deletionRoutes(
  scope: FastifyInstance,
  { db, farewells, deleteIdentity }: Deletion,
): void {
  serve(scope, deleteAccount, async ({ identity, userId }) => {
    for (const bidFarewell of farewells) await bidFarewell(db, userId);
    await store.removeEverything(db, userId);
    await deleteIdentity(identity.uid);
  });
}

const FORMAT = { format: 'pacewright-export', version: 1 } as const;

type Export = {
  db: Database;
  now: () => Date;
  findUser: (db: Db, userId: string) => Promise<User | undefined>;
  /** What each feature keeps of an athlete, by the name it has in the document. */
  chapters: Record<string, (db: Db, userId: string) => Promise<unknown>>;
};

export function exportRoutes(
  scope: FastifyInstance,
  { db, now, findUser, chapters }: Export,
): void {
  serve(scope, exportAccount, async ({ userId }, reply) => {
    const user = await findUser(db, userId);
    if (!user) throw new Problem('USER_NOT_FOUND');

    const exportedAt = now().toISOString();
    const written: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(chapters)) written[name] = await read(db, userId);
    reply.header(
      'content-disposition',
      `attachment; filename="pacewright-${exportedAt.slice(0, 10)}.json"`,
    );
    return { ...FORMAT, exportedAt, user, ...written };
  });
}
