import { Agent, get } from 'node:http';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase } from './db/database.ts';
import { sql } from './db/sql.ts';
import {
  type ApiProcess,
  isReady,
  waitUntilReady,
  startApiProcess,
} from './testing/api-process.ts';
import { findFreePort } from '@pacewright/free-ports';
import { PROJECT, signIn } from './testing/identity.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
const running: ApiProcess[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const api of running.splice(0)) {
    api.kill('SIGKILL');
    await api.ended;
  }
  await database.drop();
});

async function start(settings: Record<string, string> = {}): Promise<ApiProcess> {
  const api = startApiProcess({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_AUTH_EMULATOR_HOST: inject('emulatorHost'),
    PORT: String(await findFreePort()),
    DRAIN_SECONDS: '0',
    ...settings,
  });
  running.push(api);
  return api;
}

/** The migrate command with only the settings it needs. */
function migrate(url: string): ApiProcess {
  const run = startApiProcess(
    { NODE_ENV: 'test', DATABASE_URL: url, FIREBASE_PROJECT_ID: PROJECT },
    'migrate.ts',
  );
  running.push(run);
  return run;
}

test('without settings it lists all missing ones and exits', async () => {
  const api = startApiProcess({});
  expect(await api.ended).toBe(1);
  expect(api.output()).toContain('Missing settings: DATABASE_URL, FIREBASE_PROJECT_ID');
  expect(api.output().trim().split('\n')).toHaveLength(1);
});

test('an empty database is rejected until the migrate command has run, even twice at once', async () => {
  const empty = await createTestDatabase({ empty: true });
  const early = await start({ DATABASE_URL: empty.url });
  expect(await early.ended).toBe(1);
  expect(early.output()).toContain('The database lacks 0001_users.sql');

  const [one, two] = [migrate(empty.url), migrate(empty.url)];
  expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
  const migrated = [one, two].filter((run) => run.output().includes('0001_users.sql'));
  expect(migrated).toHaveLength(1);

  const api = await start({ DATABASE_URL: empty.url });
  await waitUntilReady(api);
  api.kill('SIGKILL');
  await api.ended;
  await empty.drop();
});

test('a process that starts during a failover waits for the database', async () => {
  const url = new URL(database.url);
  const target = { host: url.hostname, port: Number(url.port || 5432) };
  const port = await findFreePort();
  url.host = `127.0.0.1:${port}`;
  const api = await start({ DATABASE_URL: url.href });
  while (!api.output().includes('the database is unavailable')) await wait(5);
  expect(await isReady(api)).toBe(false);

  const proxy = createServer((socket) => {
    const server = connect(target);
    socket.on('error', () => server.destroy());
    server.on('error', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  });
  proxy.listen(port, '127.0.0.1');
  await waitUntilReady(api);
  proxy.close();
});

test('production does not start without a valid service account', async () => {
  const api = await start({
    NODE_ENV: 'production',
    FIREBASE_AUTH_EMULATOR_HOST: '',
    DRAIN_SECONDS: '1',
    // A folder without credentials, outside of Google's cloud.
    HOME: '/nonexistent',
    METADATA_SERVER_DETECTION: 'none',
  });
  expect(await api.ended).toBe(1);
  expect(api.output()).toContain('the service account is rejected');
});

test('SIGTERM exits cleanly', async () => {
  const api = await start();
  await waitUntilReady(api);
  api.kill('SIGTERM');
  expect(await api.ended).toBe(0);
  expect(api.output()).toContain('stopped');
});

test('SIGTERM under load drops no request that was accepted', async () => {
  // Enough time for this test to notice, on a busy machine, that the process is not ready.
  const api = await start({ DRAIN_SECONDS: '5' });
  await waitUntilReady(api);
  const agent = new Agent({ keepAlive: true, maxSockets: 250 });
  const load = { sending: true, answered: 0, failed: [] as string[] };

  // Like a balancer: keeps 250 requests in flight until the process is not ready.
  async function keepAsking(): Promise<void> {
    while (load.sending) {
      await ask(`${api.url}/api/nothing`, agent).then(
        (status) => {
          if (status === 404) load.answered++;
          else load.failed.push(`status ${status}`);
        },
        (error: Error) => load.failed.push(error.message),
      );
    }
  }
  const askers = Array.from({ length: 250 }, keepAsking);
  while (load.answered < 2000) await wait(5);

  api.kill('SIGTERM');
  while (await isReady(api)) await wait(5);
  const afterSignal = load.answered;
  load.sending = false;
  await Promise.all(askers);

  expect(await api.ended).toBe(0);
  expect(load.failed).toEqual([]);
  expect(load.answered).toBeGreaterThan(afterSignal);
  agent.destroy();
});

test('SIGTERM while requests wait for the database answers them all', async () => {
  const api = await start();
  await waitUntilReady(api);
  const db = openDatabase(database.url, { poolSize: 2 });

  // The table lock keeps every request in progress.
  let release = (): void => {};
  const locked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const lock = db.inTransaction(async (transaction) => {
    await transaction.query(sql`lock table app_user in access exclusive mode`);
    await locked;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 250 });
  const headers = { authorization: `Bearer ${await newToken()}` };
  const sent = { requests: 0 };
  const answers = Array.from({ length: 40 }, () =>
    ask(`${api.url}/api/auth/profile`, agent, headers, () => sent.requests++).catch(
      (error: Error) => error.message,
    ),
  );
  const isWaiting = async () =>
    (
      await db.query(
        sql`select from pg_locks where relation = 'app_user'::regclass and not granted`,
      )
    ).rows.length > 0;
  while (sent.requests < 40 || !(await isWaiting())) await wait(5);
  // A connection that is answered after them shows that theirs were accepted.
  await ask(`${api.url}/api/health/live`, new Agent());

  api.kill('SIGTERM');
  while (!api.output().includes('shutting down')) await wait(5);
  release();
  await lock;
  await db.close();

  expect(new Set(await Promise.all(answers))).toEqual(new Set([404]));
  expect(await api.ended).toBe(0);
  agent.destroy();
});

function ask(url: string, agent: Agent, headers = {}, onSent = () => {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode ?? 0))
        .on('error', reject);
    })
      .on('finish', onSent)
      .on('error', reject);
  });
}

async function newToken(): Promise<string> {
  return (await signIn(`load-${process.pid}-${Date.now()}@example.test`)).token;
}
