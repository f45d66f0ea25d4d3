import { type GarminStandIn, startGarminStandIn } from '@pacewright/garmin-stand-in';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from './db/database.ts';
import { sql } from './db/sql.ts';
import { type Garmin, openGarmin } from './features/garmin/garmin.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { askForConsent, garminSettings } from './testing/garmin.ts';
import { PROJECT } from './testing/identity.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const ANA = '50bf946d-4910-5a13-893e-233cb7fce2af';
const REMOVE = '/wellness-api/rest/user/registration';

let database: TestDatabase;
let db: Database;
let standIn: GarminStandIn;
let garmin: Garmin;
const running: ApiProcess[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 3 });
  standIn = await startGarminStandIn({
    partner: { redirectUris: ['http://127.0.0.1:8080/garmin/callback'] },
  });
  garmin = await openGarmin(garminSettings(standIn), { db });
  await db.query(sql`
    insert into app_user (user_id, firebase_uid, username, email)
    values (${ANA}, 'firebase-uid-1', 'Ana', 'ana@example.test')`);
  await garmin.links.connect(ANA, await askForConsent(garmin.consentUrl));
});
afterEach(async () => {
  for (const worker of running.splice(0)) {
    worker.kill('SIGKILL');
    await worker.ended;
  }
  await garmin.close();
  await db.close();
  await standIn.stop();
  await database.drop();
});

function startWorker(): ApiProcess {
  const { clientId, clientSecret, redirectUri, webhookSecret, consentUrl, tokenUrl, apiUrl } =
    garminSettings(standIn);
  const worker = startApiProcess(
    {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_AUTH_EMULATOR_HOST: inject('emulatorHost'),
      GARMIN_CLIENT_ID: clientId,
      GARMIN_CLIENT_SECRET: clientSecret,
      GARMIN_REDIRECT_URI: redirectUri,
      GARMIN_WEBHOOK_SECRET: webhookSecret,
      GARMIN_TOKEN_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
      GARMIN_CONSENT_URL: consentUrl,
      GARMIN_TOKEN_URL: tokenUrl,
      GARMIN_API_URL: apiUrl,
    },
    'worker.ts',
  );
  running.push(worker);
  return worker;
}

async function removals(): Promise<number> {
  const { calls } = await standIn.control.look();
  return calls.filter(({ path }) => path === REMOVE).length;
}

async function isRegistered(): Promise<boolean | undefined> {
  return (await standIn.control.look()).users[0]?.isRegistered;
}

async function until(isSo: () => Promise<boolean | undefined>): Promise<void> {
  while (!(await isSo())) await wait(50);
}

test('a job of a worker that is killed is taken up by another', { timeout: 90_000 }, async () => {
  await standIn.control.planFault({ kind: 'slow', path: REMOVE, slowMilliseconds: 3_600_000 });
  const killed = startWorker();
  await garmin.links.disconnect(ANA);
  await until(async () => (await removals()) === 1);
  killed.kill('SIGKILL');
  await killed.ended;

  startWorker();
  await until(async () => (await removals()) === 2);
  await until(async () => (await db.query(sql`select 1 from garmin_revocation`)).rows.length === 0);
  expect(await isRegistered()).toBe(false);
});

test('told to stop, a worker finishes its job and exits cleanly', { timeout: 60_000 }, async () => {
  await standIn.control.planFault({ kind: 'slow', path: REMOVE, slowMilliseconds: 1500 });
  const worker = startWorker();
  await garmin.links.disconnect(ANA);
  await until(async () => (await removals()) === 1);
  worker.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  expect(worker.output()).toContain('bye');
  expect((await db.query(sql`select 1 from garmin_revocation`)).rows).toEqual([]);
});

test(
  'a worker without Garmin’s settings has nothing to do, and says so by running',
  { timeout: 60_000 },
  async () => {
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
    await until(async () => worker.output().includes('working'));
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  },
);
