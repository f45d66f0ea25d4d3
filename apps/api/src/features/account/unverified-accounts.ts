import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';
import { athleteId } from '../../db/ids.ts';
import type { IdentityProvider } from '../../http/firebase.ts';
import type { RecordSecurityEvent } from '../../http/security-events.ts';
import type { JobDefinition } from '../../jobs/definition.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import type { AccountDeletion } from './deletion.ts';

type Dependencies = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  identity: Pick<IdentityProvider, 'listUnverified' | 'isUnverified'>;
  deletion: Pick<AccountDeletion, 'deleteUnused'>;
  recordEvent: RecordSecurityEvent;
  log: Pick<FastifyBaseLogger, 'error'>;
  now: () => Date;
};

const DAYS_TO_VERIFY = 30;

const page = z.object({ page: z.optional(z.string()) });

const DELETE_UNVERIFIED: JobDefinition<{ page?: string | undefined }> = {
  name: 'account-delete-unverified',
  keyOf: () => 'all',
  parse: (data) => page.parse(data ?? {}),
  retryLimit: 4,
  retryDelay: 60,
  maxRetryDelay: 1800,
};

export const UNVERIFIED_JOBS = [DELETE_UNVERIFIED];

/**
 * Deletes accounts whose email was not verified within 30 days of their creation, also those that never registered
 * here. Found at the provider, because an athlete may verify there and not come back.
 */
export function unverifiedHandlers(deps: Dependencies): JobHandler[] {
  const { db, jobs, identity, deletion, recordEvent, log, now } = deps;

  async function deleteOne(uid: string): Promise<void> {
    // The listing may be minutes old.
    if (!(await identity.isUnverified(uid))) return;
    const userId = athleteId(uid);
    if (await deletion.deleteUnused({ userId, uid }))
      recordEvent('account-deleted', { reason: 'never-verified', athlete: userId });
  }

  async function run({ page: current }: { page?: string | undefined }): Promise<void> {
    const createdBefore = new Date(now().getTime() - DAYS_TO_VERIFY * 24 * 3600 * 1000);
    const { uids, nextPage } = await identity.listUnverified(createdBefore, current);
    for (const uid of uids)
      await deleteOne(uid).catch((error: unknown) => {
        const about = { job: DELETE_UNVERIFIED.name, athlete: athleteId(uid), err: error };
        log.error(about, 'an unverified account could not be deleted');
      });
    if (nextPage) await jobs.add(db, DELETE_UNVERIFIED, { page: nextPage });
  }

  return [{ definition: DELETE_UNVERIFIED, concurrency: 1, cron: '21 2 * * *', run }];
}
