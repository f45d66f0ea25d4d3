import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { LOWEST_ID } from '../../db/ids.ts';
import { sql, type Statement } from '../../db/sql.ts';
import type { JobDefinition } from '../../jobs/definition.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobHandler, JobRun } from '../../jobs/worker.ts';
import * as connectionStore from './connection-store.ts';
import { type Connections, IDLE_MILLISECONDS } from './connections.ts';
import * as definitions from './job-definitions.ts';
import type { Reconcile } from './reconciler.ts';

type Dependencies = {
  db: Database;
  jobs: Pick<Jobs, 'add'>;
  connections: Connections;
  reconcile: Reconcile;
  removeOrphan: (orphan: definitions.Orphan) => Promise<void>;
  keyVersion: number;
  log: Pick<FastifyBaseLogger, 'error'>;
  now: () => Date;
};

const PAGE = 500;
/** An outage that looked like the end of a connection can be undone for this long. */
const KEEP_ENDED_MILLISECONDS = 7 * 24 * 3600 * 1000;

/** The worker's jobs for Garmin. */
export function createJobHandlers(deps: Dependencies): JobHandler[] {
  const { db, jobs, connections, reconcile, removeOrphan, now } = deps;
  const paged = createPaged(deps);

  async function processNotifications(): Promise<void> {
    await db.inTransaction(async (transaction) => {
      const { userIds, isMore } = await connectionStore.takeNotifications(transaction, PAGE);
      for (const userId of userIds)
        await jobs.add(transaction, definitions.CHECK_CONNECTION, { userId });
      if (isMore) await jobs.add(transaction, definitions.PROCESS_NOTIFICATIONS, {});
    });
  }

  return [
    {
      definition: definitions.PROCESS_NOTIFICATIONS,
      concurrency: 1,
      // Added with each notification too; this finds those whose job was lost.
      cron: '*/10 * * * *',
      run: processNotifications,
    },
    {
      definition: definitions.CHECK_CONNECTION,
      concurrency: 2,
      run: ({ userId }) => connections.check(userId),
    },
    paged(
      definitions.SWEEP_DUE,
      '* * * * *',
      (after) => sql`
        select distinct i.user_id as id from garmin_item i
        join garmin_connection c on c.user_id = i.user_id and c.ended_at is null
          and coalesce(c.permissions like '%WORKOUT_IMPORT%', true)
        where i.user_id > ${after} and i.next_attempt_at <= ${now()}
        order by i.user_id limit ${PAGE}`,
      (userId) => jobs.add(db, definitions.DELIVER, { userId }),
    ),
    {
      definition: definitions.DELIVER,
      concurrency: 4,
      run: ({ userId }, run) => reconcile(userId, run),
    },
    {
      definition: definitions.REQUEST_BACKFILL,
      concurrency: 1,
      run: ({ userId }) => connections.requestBackfill(userId),
    },
    {
      definition: definitions.REVOKE_CONNECTION,
      concurrency: 1,
      run: ({ revocationId }) => connections.revoke(revocationId),
    },
    { definition: definitions.REMOVE_ORPHAN, concurrency: 1, run: removeOrphan },
    ...nightly(deps, paged),
  ];
}

type Paged = ReturnType<typeof createPaged>;

function createPaged({ db, log }: Pick<Dependencies, 'db' | 'log'>) {
  /** Handles all rows, page by page, each in its own attempt. */
  return function paged(
    definition: JobDefinition<object>,
    cron: string,
    list: (after: string) => Statement,
    handle: (id: string) => Promise<void>,
  ): JobHandler {
    const run = async (_data: object, { isStopping }: JobRun): Promise<void> => {
      for (let after: string | undefined = LOWEST_ID; after !== undefined && !isStopping();) {
        const { rows }: Awaited<ReturnType<Database['query']>> = await db.query(list(after));
        const ids = rows.map(({ id }) => String(id));
        for (const id of ids)
          await handle(id).catch((error: unknown) => {
            log.error({ job: definition.name, id, err: error }, 'maintenance failed for one row');
          });
        after = ids.length === PAGE ? ids.at(-1) : undefined;
      }
    };
    return { definition, concurrency: 1, cron, run };
  };
}

// Off the hour, to avoid the cron rush.
function nightly(deps: Dependencies, paged: Paged): JobHandler[] {
  const { db, jobs, connections, keyVersion, now } = deps;
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  return [
    paged(
      definitions.REFRESH_IDLE,
      '23 3 * * *',
      (after) => sql`
        select user_id as id from garmin_connection
        where user_id > ${after} and ended_at is null and refreshed_at < ${before(IDLE_MILLISECONDS)}
        order by user_id limit ${PAGE}`,
      (userId) => jobs.add(db, definitions.CHECK_CONNECTION, { userId }),
    ),
    paged(
      definitions.REENCRYPT_TOKENS,
      '33 3 * * *',
      (after) => sql`
        select user_id as id from garmin_connection
        where user_id > ${after} and tokens is not null and ended_at is null
          and key_version <> ${keyVersion}
        order by user_id limit ${PAGE}`,
      connections.reencrypt,
    ),
    paged(
      definitions.RETRY_REVOCATIONS,
      '43 3 * * *',
      (after) => sql`
        select revocation_id as id from garmin_revocation
        where revocation_id > ${after} order by revocation_id limit ${PAGE}`,
      connections.retryRevocation,
    ),
    paged(
      definitions.PURGE_TOKENS,
      '53 3 * * *',
      (after) => sql`
        select user_id as id from garmin_connection
        where user_id > ${after} and ended_at < ${before(KEEP_ENDED_MILLISECONDS)}
          and tokens is not null
        order by user_id limit ${PAGE}`,
      (userId) => connectionStore.deleteEndedTokens(db, userId),
    ),
    // Claims that no connection refers to, such as one of a deleted athlete.
    paged(
      definitions.PURGE_ACCOUNTS,
      '58 3 * * *',
      (after) => sql`
        select a.user_id as id from garmin_account a
        left join garmin_connection c
          on c.user_id = a.user_id and c.garmin_user_id = a.garmin_user_id
        where a.user_id > ${after} and c.user_id is null
        order by a.user_id limit ${PAGE}`,
      (userId) =>
        db.inTransaction((transaction) =>
          connectionStore.deleteUnusedAccounts(transaction, userId),
        ),
    ),
  ];
}
