import type { FastifyBaseLogger } from 'fastify';
import { athleteId } from '../../db/ids.ts';
import type { IdentityProvider } from '../../http/firebase.ts';
import type { RecordSecurityEvent } from '../../http/security-events.ts';
import { jobForAll } from '../../jobs/definition.ts';
import type { JobHandler, JobRun } from '../../jobs/worker.ts';
import type { AccountDeletion } from './deletion.ts';

type Dependencies = {
  identity: Pick<IdentityProvider, 'listUnverified' | 'isUnverified'>;
  deletion: Pick<AccountDeletion, 'deleteUnused'>;
  recordEvent: RecordSecurityEvent;
  log: Pick<FastifyBaseLogger, 'error'>;
  now: () => Date;
};

const DAYS_TO_VERIFY = 30;

const DELETE_UNVERIFIED = jobForAll('account-delete-unverified');

export const UNVERIFIED_JOBS = [DELETE_UNVERIFIED];

/**
 * Deletes accounts whose email was not verified within 30 days of their creation, also those that never registered
 * here. Found at the provider, because an athlete may verify there and not come back.
 */
export function unverifiedHandlers(deps: Dependencies): JobHandler[] {
  const { identity, deletion, recordEvent, log, now } = deps;

  async function deleteOne(uid: string): Promise<void> {
    // The listing may be minutes old.
    if (!(await identity.isUnverified(uid))) return;
    const userId = athleteId(uid);
    if (await deletion.deleteUnused({ userId, uid }))
      recordEvent('account-deleted', { reason: 'never-verified', athlete: userId });
  }

  async function run(_data: object, { isStopping }: JobRun): Promise<void> {
    const createdBefore = new Date(now().getTime() - DAYS_TO_VERIFY * 24 * 3600 * 1000);
    let page: string | undefined;
    do {
      const { uids, nextPage } = await identity.listUnverified(createdBefore, page);
      for (const uid of uids)
        await deleteOne(uid).catch((error: unknown) => {
          const about = { job: DELETE_UNVERIFIED.name, athlete: athleteId(uid), err: error };
          log.error(about, 'an unverified account could not be deleted');
        });
      page = nextPage;
    } while (page !== undefined && !isStopping());
  }

  return [{ definition: DELETE_UNVERIFIED, concurrency: 1, cron: '21 2 * * *', run }];
}
