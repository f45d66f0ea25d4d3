import { deleteAccount } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
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
