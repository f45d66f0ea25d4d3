import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { JobDefinition } from './definition.ts';
import { type Jobs, openJobs, readBacklog } from './jobs.ts';
import { startMonitor } from './monitor.ts';
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

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: 20_000, interval: 20 }).toBe(true);
}

test('jobs are added on the caller’s connection alone, so none waits for another', async () => {
  await Promise.all(
    Array.from({ length: 6 }, (_, runner) =>
      db.inTransaction(async (transaction) => {
        await transaction.query(sql`select pg_sleep(0.05)`);
        await jobs.add(transaction, DEFINITION, { runner: String(runner) });
      }),
    ),
  );
  expect(await states()).toEqual(['6 created']);
});

test('processes that start at once on a new database make its queues once', async () => {
  const fresh = await createTestDatabase();
  const processes = Array.from({ length: 3 }, () => openDatabase(fresh.url, { poolSize: 2 }));
  try {
    const opened = await Promise.all(processes.map((own) => openJobs(own, [DEFINITION])));
    expect(await readBacklog(processes[0] ?? db)).toEqual([]);
    for (const each of opened) await each.close();
  } finally {
    for (const own of processes) await own.close();
    await fresh.drop();
  }
});

test('a job is there once the transaction that added it is committed, and only then', async () => {
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

test('however often a job is added for a runner, one waits and one runs', async () => {
  for (let count = 0; count < 20; count++) await jobs.add(db, DEFINITION, { runner: 'ana' });
  expect(await states()).toEqual(['1 created']);

  let running = 0;
  let most = 0;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ran: string[] = [];
  await work(async ({ runner }: Data) => {
    most = Math.max(most, ++running);
    ran.push(runner);
    await held;
    running--;
  });
  await until(() => ran.length === 1);
  for (let count = 0; count < 20; count++) await jobs.add(db, DEFINITION, { runner: 'ana' });
  expect(await states()).toEqual(['1 active', '1 created']);
  // Another runner's is not held up.
  await jobs.add(db, DEFINITION, { runner: 'ben' });
  await until(() => ran.includes('ben'));
  release();
  await until(() => ran.length === 3);
  expect(ran).toEqual(['ana', 'ben', 'ana']);
  expect(most).toBe(2);
});

test('a job that fails is tried again, and what remains of it tells no secret', async () => {
  let attempts = 0;
  await jobs.add(db, DEFINITION, { runner: 'ana' });
  const worker = await work(async () => {
    attempts++;
    throw Object.assign(new Error('the token s3cret-token was refused'), { token: 's3cret-token' });
  });
  await until(async () => (await states()).includes('1 failed'));
  expect(attempts).toBe(2);
  expect(worker.counts()).toMatchObject([{ name: 'test-job', done: 0, failed: 2 }]);

  const { rows } = await db.query(sql`select output::text from pgboss.job`);
  expect(JSON.stringify(rows)).toContain('Error');
  expect(JSON.stringify(rows)).not.toContain('s3cret');
});

test('adding a job brings forward one that was queued for later', async () => {
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

test('a job that is put off is not done before its time', async () => {
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

test('told to stop, it finishes what it is doing and takes nothing more', async () => {
  await jobs.add(db, DEFINITION, { runner: 'ana' });
  await jobs.add(db, DEFINITION, { runner: 'ben' });
  const events: string[] = [];
  let isToStop = (): boolean => false;
  const worker = await work(async ({ runner }: Data, { isStopping }) => {
    events.push(`${runner} begins`);
    isToStop = isStopping;
    while (!isStopping()) await wait(10);
    await wait(100);
    events.push(`${runner} ends`);
  }, 1);
  await until(() => events.length === 1);
  expect(isToStop()).toBe(false);
  await worker.stop();
  expect(events).toEqual(['ana begins', 'ana ends']);
  expect(await states()).toEqual(['1 created']);
});

test('how the work goes can be read by people and by Prometheus', async () => {
  await jobs.add(
    db,
    DEFINITION,
    { runner: 'ana' },
    { startAfter: new Date(Date.now() + 3600_000) },
  );
  await jobs.add(db, DEFINITION, { runner: 'ben' });
  const worker = await work(async () => {});
  await until(() => worker.counts()[0]?.done === 1);
  const countCalls = () => [{ call: 'create-workout', outcome: '200', count: 3 }];
  const monitor = await startMonitor({ host: '127.0.0.1', port: 0 }, { db, worker, countCalls });
  const ask = async (path: string) =>
    (await fetch(`http://127.0.0.1:${monitor.port}${path}`)).text();

  await until(async () => !(await ask('/metrics')).includes('state="active"'));
  const metrics = await ask('/metrics');
  expect(metrics).toContain('pacewright_jobs{kind="test-job",state="created"} 1');
  expect(metrics).toMatch(/pacewright_job_oldest_seconds\{kind="test-job",state="created"\} \d/);
  expect(metrics).toContain('pacewright_job_attempts_total{kind="test-job",outcome="done"} 1');
  expect(metrics).toContain('pacewright_garmin_calls_total{call="create-workout",outcome="200"} 3');
  expect(await ask('/health/live')).toBe('ok\n');
  expect(await ask('/health/ready')).toBe('ok\n');
  await monitor.close();
});
