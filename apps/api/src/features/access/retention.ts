import type { Database } from '../../db/database.ts';
import type { JobDefinition } from '../../jobs/definition.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { deleteOldCodesOfAll } from './oauth-store.ts';
import { deleteOldPreviewsOfAll } from './preview-store.ts';
import { deleteOldWritesOfAll } from './store.ts';

const DELETE_OLD: JobDefinition<object> = {
  name: 'access-remove-old-writes',
  keyOf: () => 'all',
  parse: () => ({}),
  retryLimit: 4,
  retryDelay: 60,
  maxRetryDelay: 1800,
};

export const ACCESS_JOBS = [DELETE_OLD];

const BATCH_SIZE = 500;

/** Deletes what keys wrote longer ago than it is listed, previews that nobody can apply or undo any more, and old codes. */
export function accessRetentionHandlers({
  db,
  now,
}: {
  db: Database;
  now: () => Date;
}): JobHandler[] {
  return [
    {
      definition: DELETE_OLD,
      concurrency: 1,
      run: async (_data, { isStopping }) => {
        // In batches, to keep locks short.
        for (const deleteBatch of [
          deleteOldWritesOfAll,
          deleteOldPreviewsOfAll,
          deleteOldCodesOfAll,
        ])
          while (
            !isStopping() &&
            (await deleteBatch(db, { now: now(), limit: BATCH_SIZE })) === BATCH_SIZE
          );
      },
      cron: '57 2 * * *',
    },
  ];
}
