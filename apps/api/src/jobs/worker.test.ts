import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { JobDefinition } from './definition.ts';
import { type Jobs, openJobs, readBacklog } from './jobs.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { startMonitor } from '../metrics/monitor.ts';
import type { JobHandler, Worker } from './worker.ts';

type Data = { runner: string };

const DEFINITION: JobDefinition<Data> = {
  name: 'test-job',
  keyOf: ({ runner }) => runner,
  parse: (data) => data as Data,
  retryLimit: 1,
  retryDelay: 1,
  maxRetryDelay: 1,
};

const log = { info: () => {}, warn: () => {}, error: () => {} };

let database: TestDatabase;
let db: Database;
let jobs: Jobs;
let workers: Worker[];
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 6 });
  jobs = await openJobs(db, [DEFINITION], {
    isWorker: true,
    intervals: { heartbeatSeconds: 10, superviseSeconds: 1, retryFactor: 0 },
  });
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await jobs.close();
  await db.close();
  await database.drop();
});

async function work(run: JobHandler['run'], concurrency = 2): Promise<Worker> {
  const worker = await jobs.startWorker([{ definition: DEFINITION, concurrency, run }], log);
  workers.push(worker);
  return worker;
}

const states = async () =>
  (await readBacklog(db)).map(({ state, jobs: count }) => `${count} ${state}`);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true);
}

test('adding a job needs no connection besides the caller’s', async () => {
  let begun = 0;
  const allHaveBegun = Promise.withResolvers<void>();
  await Promise.all(
    Array.from({ length: 6 }, (_, runner) =>
      db.inTransaction(async (transaction) => {
        await transaction.query(sql`select 1`);
        if (++begun === 6) allHaveBegun.resolve();
        await allHaveBegun.promise;
        await jobs.add(transaction, DEFINITION, { runner: String(runner) });
      }),
    ),
  );
  expect(await states()).toEqual(['6 created']);
});

test('processes that start at the same time create the queues once', async () => {
  const fresh = await createTestDatabase();
  const processes = Array.from({ length: 3 }, () => openDatabase(fresh.url, { poolSize: 2 }));
  try {
    const opened = await Promise.all(processes.map((process) => openJobs(process, [DEFINITION])));
    expect(await readBacklog(processes[0] ?? db)).toEqual([]);
    for (const each of opened) await each.close();
  } finally {
    for (const process of processes) await process.close();
    await fresh.drop();
  }
});

test('a job exists only after its transaction has committed', async () => {
  await expect(
    db.inTransaction(async (transaction) => {
      await jobs.add(transaction, DEFINITION, { runner: 'ana' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await states()).toEqual([]);

  await db.inTransaction((transaction) => jobs.add(transaction, DEFINITION, { runner: 'ana' }));
  expect(await states()).toEqual(['1 created']);
  const done: string[] = [];
  await work(async ({ runner }: Data) => void done.push(runner));
  await until(() => done.length > 0);
  expect(done).toEqual(['ana']);
});

test('at most one job per key is queued and one runs', async () => {
  for (let count = 0; count < 20; count++) await jobs.add(db, DEFINITION, { runner: 'ana' });
  expect(await states()).toEqual(['1 created']);

  let running = 0;
  let maxRunning = 0;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ran: string[] = [];
  await work(async ({ runner }: Data) => {
    maxRunning = Math.max(maxRunning, ++running);
    ran.push(runner);
    await released;
    running--;
  });
  await until(() => ran.length === 1);
  for (let count = 0; count < 20; count++) await jobs.add(db, DEFINITION, { runner: 'ana' });
  expect(await states()).toEqual(['1 active', '1 created']);
  // A job with another key is not blocked.
  await jobs.add(db, DEFINITION, { runner: 'ben' });
  await until(() => ran.includes('ben'));
  release();
  await until(() => ran.length === 3);
  expect(ran).toEqual(['ana', 'ben', 'ana']);
  expect(maxRunning).toBe(2);
});

test('a failed job is retried, and its stored error contains no secret', async () => {
  let attempts = 0;
  await jobs.add(db, DEFINITION, { runner: 'ana' });
  await work(async () => {
    attempts++;
    throw Object.assign(new Error('the token s3cret-token was refused'), { token: 's3cret-token' });
  });
  await until(async () => (await states()).includes('1 failed'));
  expect(attempts).toBe(2);

  const { rows } = await db.query(sql`select output::text from pgboss.job`);
  expect(JSON.stringify(rows)).toContain('Error');
  expect(JSON.stringify(rows)).not.toContain('s3cret');
});

test('adding a job moves a queued one forward', async () => {
  await jobs.add(
    db,
    DEFINITION,
    { runner: 'ana' },
    { startAfter: new Date(Date.now() + 3600_000) },
  );
  await jobs.add(db, DEFINITION, { runner: 'ana' });
  expect(await states()).toEqual(['1 created']);
  const done: string[] = [];
  await work(async ({ runner }: Data) => void done.push(runner));
  await until(() => done.length > 0);
});

test('a queued job that a transaction relies on starts after its commit', async () => {
  await jobs.add(db, DEFINITION, { runner: 'ana' });
  const done: string[] = [];
  await db.inTransaction(async (transaction) => {
    await jobs.add(transaction, DEFINITION, { runner: 'ana' });
    await jobs.add(db, DEFINITION, { runner: 'ben' });
    await work(async ({ runner }: Data) => void done.push(runner));
    await until(() => done.includes('ben'));
    expect(done).toEqual(['ben']);
  });
  await until(() => done.includes('ana'));
});

test('a job with startAfter does not run before that time', async () => {
  await jobs.add(
    db,
    DEFINITION,
    { runner: 'ana' },
    { startAfter: new Date(Date.now() + 3600_000) },
  );
  await jobs.add(db, DEFINITION, { runner: 'ben' });
  const done: string[] = [];
  await work(async ({ runner }: Data) => void done.push(runner));
  await until(() => done.length > 0);
  await until(async () => (await states()).join() === '1 created');
  expect(done).toEqual(['ben']);
});

test('stop finishes the running job and starts no other', async () => {
  await jobs.add(db, DEFINITION, { runner: 'ana' });
  await jobs.add(db, DEFINITION, { runner: 'ben' });
  const events: string[] = [];
  let wasStopping = (): boolean => false;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const worker = await work(async ({ runner }: Data, { isStopping }) => {
    events.push(`${runner} begins`);
    wasStopping = isStopping;
    await released;
    events.push(`${runner} ends`);
  }, 1);
  await until(() => events.length === 1);
  expect(wasStopping()).toBe(false);
  const stopped = worker.stop();
  await until(wasStopping);
  release();
  await stopped;
  expect(events).toEqual(['ana begins', 'ana ends']);
  expect(await states()).toEqual(['1 created']);
});

test('the monitor serves health checks and the figures of the queue', async () => {
  const metrics = createMetrics();
  metrics.watchBacklog(() => readBacklog(db));
  await jobs.add(
    db,
    DEFINITION,
    { runner: 'ana' },
    { startAfter: new Date(Date.now() + 3600_000) },
  );
  await jobs.add(db, DEFINITION, { runner: 'ben' });
  await jobs.add(db, DEFINITION, { runner: 'cleo' });
  let finished = 0;
  workers.push(
    await jobs.startWorker(
      [
        {
          definition: DEFINITION,
          concurrency: 1,
          run: async ({ runner }: Data) => {
            if (runner === 'cleo') throw new Error('no');
          },
        },
      ],
      log,
      (job) => {
        finished++;
        metrics.jobFinished(job);
      },
    ),
  );
  await until(() => finished === 3);
  const monitor = await startMonitor(
    { host: '127.0.0.1', port: 0 },
    { metrics, checkReady: () => db.query(sql`select 1`) },
  );
  const get = async (path: string) =>
    (await fetch(`http://127.0.0.1:${monitor.port}${path}`)).text();

  await until(async () => !(await get('/metrics')).includes('state="active"'));
  const text = await get('/metrics');
  expect(text).toContain('pacewright_jobs{kind="test-job",state="created"} 1');
  expect(text).toMatch(/pacewright_job_oldest_seconds\{kind="test-job",state="created"\} \d/);
  expect(text).toContain('pacewright_job_attempts_total{kind="test-job",outcome="done"} 1');
  expect(text).toContain('pacewright_job_attempts_total{kind="test-job",outcome="failed"} 2');
  expect(text).toContain('pacewright_job_seconds_count{kind="test-job"} 3');
  expect(await get('/health/live')).toBe('ok\n');
  expect(await get('/health/ready')).toBe('ok\n');
  await monitor.close();
});

test('without the database the monitor leaves the queue out and keeps all other figures', async () => {
  const metrics = createMetrics();
  metrics.watchBacklog(() => Promise.reject(new Error('no database')));
  metrics.jobFinished({ kind: 'test-job', outcome: 'done', seconds: 1 });
  const monitor = await startMonitor(
    { host: '127.0.0.1', port: 0 },
    { metrics, checkReady: () => Promise.reject(new Error('no database')) },
  );
  const get = (path: string) => fetch(`http://127.0.0.1:${monitor.port}${path}`);
  expect((await get('/health/live')).status).toBe(200);
  expect((await get('/health/ready')).status).toBe(503);
  const text = await (await get('/metrics')).text();
  expect(text).toContain('pacewright_job_attempts_total{kind="test-job",outcome="done"} 1');
  expect(text).not.toContain('pacewright_jobs{');
  await monitor.close();
});
