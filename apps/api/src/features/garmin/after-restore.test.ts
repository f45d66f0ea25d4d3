import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import {
  garminSettings,
  type GarminTestApp,
  RUN,
  startGarminTestApp,
} from '../../testing/garmin.ts';
import { openJobRunner } from '../../testing/run-jobs.ts';
import type { Athlete } from '../../testing/test-app.ts';
import { copyTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { adoptRemoteStates } from './after-restore.ts';
import { type Garmin, openGarmin } from './garmin.ts';
import { SWEEP_DUE } from './job-definitions.ts';

type Restored = { database: TestDatabase; db: Database; garmin: Garmin };

let api: GarminTestApp;
let restored: Restored;
beforeAll(async () => {
  api = await startGarminTestApp();
});
afterEach(async () => {
  await restored.garmin.close();
  await restored.db.close();
  await restored.database.drop();
});
afterAll(() => api.close());

type Connected = Awaited<ReturnType<GarminTestApp['signUpConnected']>>;

const SCRIPT = '10m E + 5x(1km I + 90s jog) + 10m E';

async function save(athlete: Athlete, title: string): Promise<string> {
  const workout = { title, script: SCRIPT };
  return String((await api.call(athlete, 'POST', '/api/auth/workouts', { workout })).json().id);
}

async function send(athlete: Athlete, id: string): Promise<void> {
  const response = await api.call(athlete, 'PUT', `/api/garmin/workouts/${id}`);
  expect(response.statusCode).toBe(200);
}

async function saveAndSend(athlete: Athlete, title: string): Promise<string> {
  const id = await save(athlete, title);
  await send(athlete, id);
  return id;
}

async function plan(athlete: Athlete, workoutId: string, day: string): Promise<string> {
  const added = await api.call(athlete, 'POST', '/api/calendar', { workoutId, day });
  return String(added.json().id);
}

async function schedule(athlete: Athlete, entryId: string): Promise<void> {
  const response = await api.call(athlete, 'PUT', `/api/garmin/calendar/${entryId}`);
  expect(response.statusCode).toBe(200);
}

async function retitle(athlete: Athlete, id: string, title: string): Promise<void> {
  const { version } = (await api.call(athlete, 'GET', `/api/auth/workouts/${id}`)).json();
  const workout = { title, script: SCRIPT };
  const saved = await api.call(athlete, 'PUT', `/api/auth/workouts/${id}`, { workout, version });
  expect(saved.statusCode).toBe(200);
}

/** The athlete's workouts at Garmin, with Garmin's ids, and the days they are scheduled for. */
async function atGarmin({ account }: Connected): Promise<{ ids: string[]; days: string[] }> {
  const { users, workouts, schedules } = await api.fakeGarmin.control.snapshot();
  const userId = users.find(({ name }) => name === account)?.userId;
  const mine = workouts.filter((workout) => workout.userId === userId);
  const titleOf = (id: string) =>
    mine.find(({ workoutId }) => workoutId === id)?.body['workoutName'];
  return {
    ids: mine.map(({ workoutId, body }) => `${String(body['workoutName'])} ${workoutId}`).sort(),
    days: schedules
      .filter((each) => each.userId === userId)
      .map(({ workoutId, date }) => `${String(titleOf(workoutId))} ${date}`)
      .sort(),
  };
}

async function titlesAtGarmin(athlete: Connected): Promise<string[]> {
  return (await atGarmin(athlete)).ids.map((text) => text.replace(/ \d+$/, ''));
}

/** A copy of the database as it is now, which the restore goes back to. */
async function takeSnapshot(): Promise<void> {
  const database = await copyTestDatabase(api.databaseUrl);
  const db = openDatabase(database.url, { poolSize: 4 });
  const garmin = await openGarmin(garminSettings(api.fakeGarmin), { db, now: api.now });
  restored = { database, db, garmin };
}

/** Corrects the restored database, and runs the jobs that follow. */
async function finishRestore(old: Database | undefined): Promise<void> {
  const { db, garmin } = restored;
  await adoptRemoteStates({ db, old, jobs: garmin.jobs, now: api.now });
  const sweep = garmin.handlers.find(({ definition }) => definition === SWEEP_DUE);
  await sweep?.run({}, RUN);
  const jobs = await openJobRunner([db], garmin.handlers);
  await jobs.run();
  await jobs.close();
}

/** The deliveries of a workout in the restored database, as the API shows them. */
async function listRestored({ headers }: Athlete, ids: string[]): Promise<unknown[]> {
  const { db, garmin } = restored;
  const { server } = await api.buildAnother({ db, garmin, now: api.now });
  const lists: unknown[] = [];
  for (const id of ids) {
    const response = await server.inject({ url: `/api/garmin/workouts/${id}`, headers });
    lists.push(response.json().deliveries);
  }
  await server.close();
  return lists;
}

test('Garmin follows a restored database, without duplicates', async () => {
  const ana = await api.signUpConnected('ana');
  const edited = await saveAndSend(ana, 'Edited');
  const untouched = await saveAndSend(ana, 'Untouched');
  const removed = await saveAndSend(ana, 'Removed');
  const planned = await save(ana, 'Planned');
  const moved = await plan(ana, planned, '2026-11-17');
  await schedule(ana, moved);
  await api.work();
  const before = await atGarmin(ana);
  expect(before.ids).toHaveLength(4);
  // Pending at the restored time.
  const pending = await saveAndSend(ana, 'Pending');
  const pendingDay = await plan(ana, planned, '2026-11-18');
  await schedule(ana, pendingDay);
  const unsent = await save(ana, 'Unsent');
  await takeSnapshot();

  await api.work();
  await retitle(ana, edited, 'Edited later');
  await api.call(ana, 'DELETE', `/api/garmin/workouts/${removed}`);
  await send(ana, unsent);
  await api.call(ana, 'PUT', `/api/calendar/${moved}`, { day: '2026-11-20' });
  const added = await saveAndSend(ana, 'Added');
  await schedule(ana, await plan(ana, added, '2026-11-21'));
  await api.work();
  // A refresh ends the tokens of the restored database.
  await api.advanceClock(86_400);
  await retitle(ana, edited, 'Edited even later');
  await api.work();
  expect(await titlesAtGarmin(ana)).toEqual(
    ['Added', 'Edited even later', 'Pending', 'Planned', 'Unsent', 'Untouched'].sort(),
  );
  await api.fakeGarmin.control.clearCalls({});

  await finishRestore(api.db);
  const after = await atGarmin(ana);
  expect(await titlesAtGarmin(ana)).toEqual(
    ['Edited', 'Pending', 'Planned', 'Removed', 'Untouched'].sort(),
  );
  expect(after.days).toEqual(['Planned 2026-11-17', 'Planned 2026-11-18']);
  // Those that were still there have the same ids.
  expect(after.ids).toEqual(
    expect.arrayContaining(before.ids.filter((text) => !text.startsWith('Removed'))),
  );
  const sent = [{ state: 'sent' }];
  expect(await listRestored(ana, [edited, untouched, removed, pending, unsent])).toMatchObject([
    sent,
    sent,
    sent,
    sent,
    [],
  ]);
  const { calls } = await api.fakeGarmin.control.snapshot();
  const changes = calls.filter(({ method }) => method === 'POST' || method === 'PUT');
  expect(
    changes.map(({ method, path }) => `${method} ${path.replace(/\/\d+$/, '')}`).sort(),
  ).toEqual([
    // The workout that was removed, after a change showed that it is not there.
    'POST /workoutportal/workout/v2',
    // The day that was moved.
    'PUT /training-api/schedule',
    // The workout that was edited, and the one that was removed.
    'PUT /training-api/workout/v2',
    'PUT /training-api/workout/v2',
  ]);
});

test('entries with their own script follow a restored database too', async () => {
  const ana = await api.signUpConnected('ana');
  const content = (title: string) => ({ kind: 'run', title, script: SCRIPT });
  const addOwn = async (title: string, day: string): Promise<string> => {
    const body = { content: content(title), day };
    const { id } = (await api.call(ana, 'POST', '/api/calendar', body)).json();
    await schedule(ana, id);
    return id;
  };
  const edited = await addOwn('Edited', '2026-11-17');
  const resent = await addOwn('Sent again', '2026-11-18');
  await api.work();
  await takeSnapshot();
  await api.call(ana, 'PUT', `/api/calendar/${edited}/content`, { content: content('Later') });
  await api.call(ana, 'DELETE', `/api/garmin/calendar/${resent}`);
  await addOwn('Added', '2026-11-19');
  await api.work();
  await schedule(ana, resent);
  await api.work();

  await finishRestore(api.db);
  expect((await atGarmin(ana)).days).toEqual(['Edited 2026-11-17', 'Sent again 2026-11-18']);
  expect(await titlesAtGarmin(ana)).toEqual(['Edited', 'Sent again']);
});

test('workouts that a mistake deleted here are still at Garmin, and are not created again', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await saveAndSend(ana, 'Deleted by mistake');
  await schedule(ana, await plan(ana, id, '2026-11-17'));
  await api.work();
  const before = await atGarmin(ana);
  await takeSnapshot();
  await api.db.query(sql`delete from workout where user_id = ${ana.userId}`);

  await finishRestore(api.db);
  expect(await atGarmin(ana)).toEqual(before);
  expect(await listRestored(ana, [id])).toMatchObject([[{ state: 'sent' }, { state: 'sent' }]]);
});

test('without the old database a workout that may have been sent is unknown, not sent twice', async () => {
  const ana = await api.signUpConnected('ana');
  const edited = await saveAndSend(ana, 'Edited');
  const removed = await saveAndSend(ana, 'Removed');
  const planned = await saveAndSend(ana, 'Planned');
  await api.work();
  const pending = await saveAndSend(ana, 'Pending');
  await schedule(ana, await plan(ana, planned, '2026-11-18'));
  await takeSnapshot();
  await api.work();
  await retitle(ana, edited, 'Edited later');
  await api.call(ana, 'DELETE', `/api/garmin/workouts/${removed}`);
  await api.work();

  await finishRestore(undefined);
  expect(await titlesAtGarmin(ana)).toEqual(['Edited', 'Pending', 'Planned', 'Removed'].sort());
  expect((await atGarmin(ana)).days).toEqual(['Planned 2026-11-18']);
  expect(await listRestored(ana, [pending, edited, removed])).toMatchObject([
    [{ state: 'unknown', problem: 'answer-lost' }],
    [{ state: 'sent' }],
    [{ state: 'sent' }],
  ]);
});
