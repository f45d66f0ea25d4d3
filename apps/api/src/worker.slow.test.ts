import { askForConsent, type FakeGarmin, startFakeGarmin } from '@pacewright/garmin-stand-in';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from './db/database.ts';
import { sql } from './db/sql.ts';
import { type Garmin, openGarmin } from './features/garmin/garmin.ts';
import { GARMIN_JOBS } from './features/garmin/job-definitions.ts';
import { createDeliveryCommands } from './features/garmin/delivery-commands.ts';
import { readPaces } from './features/paces/store.ts';
import { addWorkout } from './features/workouts/store.ts';
import { type Jobs, openJobs, readBacklog } from './jobs/jobs.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { garminSettings, startGarminWorker } from './testing/garmin.ts';
import { PROJECT } from './testing/identity.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const ANA = '50bf946d-4910-5a13-893e-233cb7fce2af';
/** The intervals of the workers, without a retry delay. */
const INTERVALS = { heartbeatSeconds: 10, superviseSeconds: 1, retryFactor: 0 };
const REMOVE = '/wellness-api/rest/user/registration';
const CREATE = '/workoutportal/workout/v2';

let database: TestDatabase;
let db: Database;
let fakeGarmin: FakeGarmin;
let jobs: Jobs;
let garmin: Garmin;
const running: ApiProcess[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 3 });
  fakeGarmin = await startFakeGarmin({
    partner: { redirectUris: ['http://127.0.0.1:8080/garmin/callback'] },
  });
  jobs = await openJobs(db, GARMIN_JOBS, { intervals: INTERVALS });
  garmin = await openGarmin(garminSettings(fakeGarmin), { db, jobs });
  await db.query(sql`
    insert into app_user (user_id, firebase_uid, username, email)
    values (${ANA}, 'firebase-uid-1', 'Ana', 'ana@example.test')`);
  await garmin.connections.connect(ANA, await askForConsent(garmin.consentUrl));
});
afterEach(async () => {
  for (const worker of running.splice(0)) {
    worker.kill('SIGKILL');
    await worker.ended;
  }
  await jobs.close();
  await db.close();
  await fakeGarmin.stop();
  await database.drop();
});

function startWorker(): ApiProcess {
  const worker = startGarminWorker(fakeGarmin, database.url);
  running.push(worker);
  return worker;
}

async function removals(): Promise<number> {
  const { calls } = await fakeGarmin.control.snapshot();
  return calls.filter(({ path }) => path === REMOVE).length;
}

async function isRegistered(): Promise<boolean | undefined> {
  return (await fakeGarmin.control.snapshot()).users[0]?.isRegistered;
}

async function until(isSo: () => Promise<boolean | undefined>): Promise<void> {
  await expect.poll(isSo, { timeout: 50_000, interval: 50 }).toBe(true);
}

/** Kills a worker, and sets its last heartbeat to a minute ago. */
async function kill(worker: ApiProcess): Promise<void> {
  worker.kill('SIGKILL');
  await worker.ended;
  await db.query(sql`
    update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`);
}

/** Stops a worker while Garmin holds its request back. */
async function stopDuringRequest(worker: ApiProcess): Promise<void> {
  worker.kill('SIGTERM');
  await until(async () => worker.output().includes('shutting down'));
  await fakeGarmin.control.releaseHeld({});
  expect(await worker.ended).toBe(0);
}

test('a job of a killed worker is retried by another', async () => {
  await fakeGarmin.control.planFault({ kind: 'held', path: REMOVE });
  const killed = startWorker();
  await garmin.connections.disconnect(ANA);
  await until(async () => (await removals()) === 1);
  await kill(killed);

  startWorker();
  await until(async () => (await removals()) === 2);
  await until(async () => (await db.query(sql`select 1 from garmin_revocation`)).rows.length === 0);
  expect(await isRegistered()).toBe(false);
});

test('SIGTERM finishes the job and exits cleanly', async () => {
  await fakeGarmin.control.planFault({ kind: 'held', path: REMOVE });
  const worker = startWorker();
  await garmin.connections.disconnect(ANA);
  await until(async () => (await removals()) === 1);
  await stopDuringRequest(worker);
  expect(worker.output()).toContain('stopped');
  expect((await db.query(sql`select 1 from garmin_revocation`)).rows).toEqual([]);
});

async function sendWorkout(): Promise<void> {
  const reading = { workout: { items: [] }, mistakeCount: 0, mistakes: [] };
  const content = { title: 'Tempo', script: '20m T', notes: '', tags: [], reading, search: '' };
  const added = await addWorkout(db, ANA, content, {
    now: new Date(),
    request: undefined,
    isLocked: false,
  });
  const workoutId = String(added?.id);
  const commands = createDeliveryCommands({
    jobs: garmin.jobs,
    readPaces: readPaces,
    now: () => new Date(),
  });
  await db.inTransaction((transaction) => commands.sendWorkout(transaction, ANA, workoutId));
}

async function creations(): Promise<number> {
  const { calls } = await fakeGarmin.control.snapshot();
  return calls.filter(({ path }) => path === CREATE).length;
}

async function findWorkout() {
  const { rows } = await db.query(sql`select * from garmin_item`);
  return rows[0];
}

test('a workout whose worker is killed during create is unknown, and not sent again', async () => {
  await fakeGarmin.control.planFault({ kind: 'held', path: CREATE });
  const killed = startWorker();
  await sendWorkout();
  await until(async () => (await creations()) === 1);
  await kill(killed);

  startWorker();
  await until(async () => (await findWorkout())?.['error'] === 'answer-lost');
  await until(async () => (await readBacklog(db)).length === 0);
  expect(await creations()).toBe(1);
  expect((await fakeGarmin.control.snapshot()).workouts).toHaveLength(1);
});

test('SIGTERM finishes the request in progress, and another worker does the rest', async () => {
  await fakeGarmin.control.planFault({ kind: 'held', path: CREATE });
  const stopped = startWorker();
  await sendWorkout();
  await until(async () => (await creations()) === 1);
  await stopDuringRequest(stopped);
  expect(await findWorkout()).toMatchObject({
    remote_id: (await fakeGarmin.control.snapshot()).workouts[0]?.workoutId,
    lease: null,
    error: null,
  });

  startWorker();
  await until(async () => (await findWorkout())?.['sent_at'] !== null);
  expect((await fakeGarmin.control.snapshot()).workouts).toHaveLength(1);
});

test('a worker without Garmin’s settings runs', async () => {
  const worker = startApiProcess(
    {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_AUTH_EMULATOR_HOST: inject('emulatorHost'),
    },
    'worker.ts',
  );
  running.push(worker);
  await until(async () => worker.output().includes('worker started'));
  worker.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
});
