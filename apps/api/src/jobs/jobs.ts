import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import type { Database, Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { currentOrigin } from '../tracing/tracing.ts';
import { type AnyJobDefinition, EXPIRE_SECONDS, type JobDefinition } from './definition.ts';
import { type JobHandler, type OnFinished, startWorker, type Worker } from './worker.ts';

export type Jobs = {
  /** Enqueues inside the caller's transaction: the job exists only if it commits. */
  add: <Data extends object>(
    db: Db,
    definition: JobDefinition<Data>,
    data: Data,
    options?: { startAfter?: Date },
  ) => Promise<void>;
  /** Runs jobs until it is stopped. Any number of processes can do so at the same time. */
  startWorker: (
    handlers: readonly JobHandler[],
    log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
    onFinished?: OnFinished,
  ) => Promise<Worker>;
  close: () => Promise<void>;
};

export type JobIntervals = {
  /** Jobs without a heartbeat for this long are retried. pg-boss takes no less than 10. */
  heartbeatSeconds: number;
  /** Interval between checks for such jobs. */
  superviseSeconds: number;
  /** Multiplies the delays between the attempts of a job. */
  retryFactor: number;
};

const INTERVALS: JobIntervals = { heartbeatSeconds: 10, superviseSeconds: 5, retryFactor: 1 };

const KEEP_DONE_SECONDS = 24 * 3600;

/** Opens the queues, and creates those that are missing. */
export async function openJobs(
  database: Database,
  definitions: readonly AnyJobDefinition[],
  {
    isWorker = false,
    intervals = INTERVALS,
  }: { isWorker?: boolean; intervals?: JobIntervals } = {},
): Promise<Jobs> {
  const boss = await startBoss(database, definitions, { isWorker, intervals });

  async function add<Data extends object>(
    db: Db,
    { name, keyOf }: JobDefinition<Data>,
    data: Data,
    { startAfter }: { startAfter?: Date } = {},
  ): Promise<void> {
    const singletonKey = keyOf(data);
    const options = {
      singletonKey,
      group: { id: singletonKey },
      ...(startAfter && { startAfter }),
    };
    for (;;) {
      // The job is a trace of its own, with a link to this one.
      const origin = currentOrigin();
      const stored = origin ? { ...data, origin } : data;
      if (await boss.send(name, stored, { db: asBossDatabase(db), ...options })) return;
      // A job with this key is queued already. The update brings it forward, and locks it until the caller
      // commits: a worker skips locked jobs, so the job starts after the caller's changes are visible.
      const { rowCount } = await db.query(sql`
        update pgboss.job set
          start_after = least(start_after, coalesce(${startAfter}::timestamptz, now()))
        where name = ${name} and singleton_key = ${singletonKey} and state = 'created'`);
      if (rowCount) return;
    }
  }

  return {
    add,
    startWorker: (handlers, log, onFinished) => startWorker(boss, handlers, log, onFinished),
    close: () => boss.stop({ graceful: false }),
  };
}

export async function startBoss(
  database: Database,
  definitions: readonly AnyJobDefinition[],
  { isWorker, intervals }: { isWorker: boolean; intervals: JobIntervals },
): Promise<PgBoss> {
  const { heartbeatSeconds, superviseSeconds, retryFactor } = intervals;
  const boss = new PgBoss({
    db: asBossDatabase(database),
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  // Without a listener an error would end the process. Errors that matter are thrown by the calls.
  boss.on('error', () => {});
  await database.inTransaction(async (db) => {
    // Held until everything is created, so that a second process waits here instead of creating it twice.
    await db.query(sql`select pg_advisory_xact_lock(hashtext('pacewright jobs'))`);
    await boss.start();
    for (const { name, retryLimit, retryDelay, maxRetryDelay } of definitions) {
      const settings = {
        retryLimit,
        retryDelay: Math.ceil(retryDelay * retryFactor),
        retryBackoff: true,
        retryDelayMax: Math.ceil(maxRetryDelay * retryFactor),
        heartbeatSeconds,
        expireInSeconds: EXPIRE_SECONDS,
        deleteAfterSeconds: KEEP_DONE_SECONDS,
      };
      // "short" is one queued job per key. One running job per key comes from groupConcurrency, because
      // pg-boss's singleton policies block the queue behind a busy key (12.35).
      await boss.createQueue(name, { policy: 'short', ...settings });
      await boss.updateQueue(name, settings);
      // Fills pg-boss's queue cache: a cold send() inside a transaction takes a second connection, and can
      // deadlock a full pool.
      await boss.getJobById(name, '00000000-0000-0000-0000-000000000000');
    }
  });
  return boss;
}

function asBossDatabase(db: Db) {
  return { executeSql: (text: string, values: unknown[] = []) => db.query({ text, values }) };
}

/** The number of jobs of each kind and state, and the seconds since the oldest was due. */
export type Backlog = { name: string; state: string; jobs: number; oldestSeconds: number };

export async function readBacklog(db: Db): Promise<Backlog[]> {
  const { rows } = await db.query(sql`
    select name, state::text, count(*)::int as jobs,
      greatest(extract(epoch from now() - min(start_after)), 0)::float as "oldestSeconds"
    from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%'
    group by name, state
    order by name, state`);
  return rows.map((row) => ({
    name: String(row['name']),
    state: String(row['state']),
    jobs: Number(row['jobs']),
    oldestSeconds: Number(row['oldestSeconds']),
  }));
}
