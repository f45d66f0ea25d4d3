import type { Db } from '../../db/database.ts';
import { removeConnection } from './connection-store.ts';
import type { Garmin } from './garmin.ts';

/** Ends the connection of an account that is deleted, also where Garmin is switched off now. */
export function garminCleanUp(garmin: Pick<Garmin, 'connections'> | undefined) {
  return async (transaction: Db, userId: string): Promise<void> => {
    if (garmin) await garmin.connections.disconnect(userId, transaction);
    else await removeConnection(transaction, userId);
  };
}
