import type { Database } from '../../db/database.ts';
import type { JobDefinition } from '../../jobs/definition.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { deleteOldActionsOfAll } from './season-store.ts';
import { deleteExpiredOfAll } from './store.ts';

const DELETE_EXPIRED: JobDefinition<object> = {
  name: 'plans-remove-expired',
  keyOf: () => 'all',
  parse: () => ({}),
  retryLimit: 4,
  retryDelay: 60,
  maxRetryDelay: 1800,
};

export const PLAN_JOBS = [DELETE_EXPIRED];

const BATCH_SIZE = 500;

/** Permanently deletes plans that were deleted more than 30 days ago, and actions that can no longer be undone. */
export async function deleteExpiredPlans(
  db: Database,
  now: Date,
  isStopping: () => boolean = () => false,
): Promise<void> {
  // In batches, to keep locks short.
  for (const deleteBatch of [deleteExpiredOfAll, deleteOldActionsOfAll])
    while (!isStopping() && (await deleteBatch(db, { now, limit: BATCH_SIZE })) === BATCH_SIZE);
}

export function planRetentionHandlers({
  db,
  now,
}: {
  db: Database;
  now: () => Date;
}): JobHandler[] {
  return [
    {
      definition: DELETE_EXPIRED,
      concurrency: 1,
      run: (_data, { isStopping }) => deleteExpiredPlans(db, now(), isStopping),
      cron: '47 2 * * *',
    },
  ];
}
