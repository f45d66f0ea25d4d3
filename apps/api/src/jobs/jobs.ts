import { PgBoss } from 'pg-boss';
import type { Database, Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/** A kind of work that is done later, by the worker. */
export type JobKind<Data extends object> = {
  name: string;
  /**
   * Whose job it is. At most one waits and one runs for each key: adding another relies on the one that
   * waits, so a job must look up what there is to do instead of being told.
   */
  keyOf: (data: Data) => string;
  /** Reads the data back. Throws if it is not of this kind. */
  parse: (data: unknown) => Data;
  /** How often a failing job is tried, and how long after the first failure; the wait doubles. */
  attempts: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
};

export type Jobs = {
  /** Adds a job that is there once the caller's transaction is committed, and is not if it is not. */
  add: <Data extends object>(
    db: Db,
    kind: JobKind<Data>,
    data: Data,
    options?: { notBefore?: Date },
  ) => Promise<void>;
  close: () => Promise<void>;
};

// oxlint-disable-next-line typescript/no-explicit-any -- of any data: a list of kinds has no common one
export type AnyJobKind = JobKind<any>;

/** Opens the queues, and makes those that are missing. Does no work; the worker does. */
export async function openJobs(database: Database, kinds: readonly AnyJobKind[]): Promise<Jobs> {
  const boss = await startBoss(database, kinds, { supervise: false, schedule: false });
  return {
    add: async (db, kind, data, { notBefore } = {}) => {
      await boss.send(kind.name, data, {
        db: asBossDatabase(db),
        singletonKey: kind.keyOf(data),
        group: { id: kind.keyOf(data) },
        ...(notBefore && { startAfter: notBefore }),
      });
    },
    close: () => boss.stop({ graceful: false }),
  };
}

/** A worker that is killed is noticed when its heart has not beaten for this long. */
const HEARTBEAT_SECONDS = 10;
/** Longer than any job takes: each does a part and leaves the rest to the next. */
const LONGEST_RUN_SECONDS = 300;
const KEEP_DONE_SECONDS = 24 * 3600;

export async function startBoss(
  database: Database,
  kinds: readonly AnyJobKind[],
  options: ConstructorParameters<typeof PgBoss>[0] & object,
): Promise<PgBoss> {
  const boss = new PgBoss({ db: asBossDatabase(database), ...options });
  // Without a listener an error would end the process. What matters is thrown where it happens.
  boss.on('error', () => {});
  await database.inTransaction(async (db) => {
    // Held until everything is made, so a second process starting up waits here instead of making it twice.
    await db.query(sql`select pg_advisory_xact_lock(hashtext('pacewright jobs'))`);
    await boss.start();
    for (const { name, attempts, firstWaitSeconds, longestWaitSeconds } of kinds) {
      const settings = {
        retryLimit: attempts - 1,
        retryDelay: firstWaitSeconds,
        retryBackoff: true,
        retryDelayMax: longestWaitSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: LONGEST_RUN_SECONDS,
        deleteAfterSeconds: KEEP_DONE_SECONDS,
      };
      // One waits for each key. That one runs is left to the worker's groups: the policies for that let a
      // key that is busy hold up all others.
      await boss.createQueue(name, { policy: 'short', ...settings });
      await boss.updateQueue(name, settings);
      // Has it read the queue now. Left to the first job that is added, it would ask for a connection of its
      // own beside the caller's, and with all of them in such calls each would wait for the others.
      await boss.getJobById(name, '00000000-0000-0000-0000-000000000000');
    }
  });
  return boss;
}

function asBossDatabase(db: Db) {
  return { executeSql: (text: string, values: unknown[] = []) => db.query({ text, values }) };
}

/** How many jobs of each kind are in each state, and since when the oldest waits, in seconds. */
export type Backlog = { name: string; state: string; jobs: number; oldestSeconds: number };

export async function readBacklog(db: Db): Promise<Backlog[]> {
  const { rows } = await db.query(sql`
    select name, state::text, count(*)::int as jobs,
      extract(epoch from now() - min(created_on))::float as "oldestSeconds"
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
