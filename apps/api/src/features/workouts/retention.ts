import type { Database } from '../../db/database.ts';
import type { JobDefinition } from '../../jobs/definition.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { removeExpiredOfAll } from './store.ts';

const REMOVE_EXPIRED: JobDefinition<object> = {
  name: 'workouts-remove-expired',
  keyOf: () => 'all',
  parse: () => ({}),
  retryLimit: 4,
  retryDelay: 60,
  maxRetryDelay: 1800,
};

export const WORKOUT_JOBS = [REMOVE_EXPIRED];

const BATCH = 500;

/** Removes deleted workouts whose 30 days are over, also of athletes who do not return. */
export async function removeExpiredWorkouts(
  db: Database,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<void> {
  // In batches, so that no statement holds its locks for long.
  while (!isStopping() && (await removeExpiredOfAll(db, { now, limit: BATCH })) === BATCH);
}

/** The worker's jobs for the library. */
export function retentionHandlers({ db, now }: { db: Database; now: () => Date }): JobHandler[] {
  return [
    {
      definition: REMOVE_EXPIRED,
      concurrency: 1,
      run: (_data, { isStopping }) => removeExpiredWorkouts(db, now(), isStopping),
      cron: '41 2 * * *',
    },
  ];
}
