import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { JobDefinition } from '../../jobs/definition.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import * as connectionStore from './connection-store.ts';
import { type Connections, IDLE_MILLISECONDS } from './connections.ts';
import { listAthletesWithDue } from './item-store.ts';
import * as definitions from './job-definitions.ts';
import type { Reconcile } from './reconciler.ts';

type Deps = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  connections: Connections;
  reconcile: Reconcile;
  keyVersion: number;
  log: Pick<FastifyBaseLogger, 'error'>;
  now: () => Date;
};

const PAGE = 500;
/** An outage that looked like the end of a connection can be undone for this long. */
const KEEP_ENDED_MILLISECONDS = 7 * 24 * 3600 * 1000;

/** The worker's jobs for Garmin. */
export function createJobHandlers(deps: Deps): JobHandler[] {
  const { db, jobs, connections, reconcile, keyVersion, log, now } = deps;
  const before = (milliseconds: number) => () => new Date(now().getTime() - milliseconds);
  const check = (userId: string) => jobs.add(db, definitions.CHECK_CONNECTION, { userId });

  /** Handles one page of rows, each in its own attempt, and leaves the next page to another job. */
  function paged(
    definition: JobDefinition<{ after?: string | undefined }>,
    cron: string,
    list: connectionStore.ListPage,
    handle: (id: string) => Promise<void>,
  ): JobHandler {
    const run = async ({ after }: { after?: string | undefined }): Promise<void> => {
      const ids = await list(db, after, PAGE);
      for (const id of ids)
        await handle(id).catch((error: unknown) => {
          log.error({ job: definition.name, id, err: error }, 'a row could not be maintained');
        });
      if (ids.length === PAGE) await jobs.add(db, definition, { after: ids.at(-1) });
    };
    return { definition, concurrency: 1, cron, run };
  }

  async function processNotifications(): Promise<void> {
    await db.inTransaction(async (transaction) => {
      const { userIds, isMore } = await connectionStore.takeNotifications(transaction, PAGE);
      for (const userId of userIds)
        await jobs.add(transaction, definitions.CHECK_CONNECTION, { userId });
      if (isMore) await jobs.add(transaction, definitions.PROCESS_NOTIFICATIONS, {});
    });
  }

  const { listIdle, listOtherKeys, listEnded } = connectionStore;
  return [
    { definition: definitions.PROCESS_NOTIFICATIONS, concurrency: 1, run: processNotifications },
    {
      definition: definitions.CHECK_CONNECTION,
      concurrency: 2,
      run: ({ userId }) => connections.check(userId),
    },
    paged(definitions.SWEEP_DUE, '* * * * *', listAthletesWithDue(now), (userId) =>
      jobs.add(db, definitions.DELIVER, { userId }),
    ),
    {
      definition: definitions.DELIVER,
      concurrency: 4,
      run: ({ userId }, run) => reconcile(userId, run),
    },
    {
      definition: definitions.REVOKE_CONNECTION,
      concurrency: 1,
      run: ({ revocationId }) => connections.revoke(revocationId),
    },
    // At minutes that not everybody chooses.
    paged(definitions.REFRESH_IDLE, '23 3 * * *', listIdle(before(IDLE_MILLISECONDS)), check),
    paged(
      definitions.REENCRYPT_TOKENS,
      '33 3 * * *',
      listOtherKeys(keyVersion),
      connections.reencrypt,
    ),
    paged(
      definitions.RETRY_REVOCATIONS,
      '43 3 * * *',
      connectionStore.listRevocations,
      connections.retryRevocation,
    ),
    paged(
      definitions.PURGE_TOKENS,
      '53 3 * * *',
      listEnded(before(KEEP_ENDED_MILLISECONDS)),
      (id) => connectionStore.deleteEndedTokens(db, id),
    ),
    paged(definitions.PURGE_ACCOUNTS, '58 3 * * *', connectionStore.listUnusedAccounts, (id) =>
      connectionStore.deleteUnusedAccount(db, id),
    ),
  ];
}
