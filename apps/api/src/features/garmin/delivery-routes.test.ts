import {
  garminDelivery,
  listCalendarDeliveries,
  listWorkoutDeliveries,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { type GarminTestApp, startGarminTestApp } from '../../testing/garmin.ts';
import { addEntries, copyDelivery, scheduleEntries } from '../../testing/large-account.ts';
import { readsOf, statementsOf, withoutTimeout, HAS_TWO_SERVERS } from '../../testing/scale.ts';
import type { Athlete } from '../../testing/test-app.ts';

let api: GarminTestApp;
beforeAll(async () => {
  api = await startGarminTestApp();
});
afterAll(() => api.close());

async function save(athlete: Athlete, script = '10m E + 5x(1km I + 90s jog) + 10m E') {
  const saved = await api.call(athlete, 'POST', '/api/auth/workouts', {
    workout: { title: 'Five by one', script },
  });
  return String(saved.json().id);
}

async function plan(athlete: Athlete, workoutId: string, day: string) {
  const added = await api.call(athlete, 'POST', '/api/calendar', { workoutId, day });
  return String(added.json().id);
}

function send(athlete: Athlete, workoutId: string) {
  return api.call(athlete, 'PUT', `/api/garmin/workouts/${workoutId}`);
}

function schedule(athlete: Athlete, entryId: string) {
  return api.call(athlete, 'PUT', `/api/garmin/calendar/${entryId}`);
}

test('a sent workout is waiting until the worker runs', async () => {
  const ana = await api.signUpConnected('ana');
  const workoutId = await save(ana);
  const answer = await send(ana, workoutId);
  expect(garminDelivery.parse(answer.json())).toEqual({
    workoutId,
    entryId: null,
    day: null,
    state: 'waiting',
    problem: null,
    detail: null,
    paces: { trainingPaces: DEFAULT_TRAINING_PACES },
    pacesChanged: false,
    sentAt: null,
  });
  const listed = await api.call(ana, 'GET', `/api/garmin/workouts/${workoutId}`);
  expect(listed.json()).toEqual({ deliveries: [answer.json()] });
  expect(listWorkoutDeliveries.reply.parse(listed.json())).toEqual(listed.json());
});

test('the status contains the number of waiting workouts and the last sent one', async () => {
  const ana = await api.signUpConnected('ana');
  const status = async () => (await api.call(ana, 'GET', '/api/garmin/status')).json();
  expect(await status()).toMatchObject({ lastSent: null, waitingCount: 0 });
  await send(ana, await save(ana));
  await schedule(ana, await plan(ana, await save(ana), '2026-11-17'));
  expect(await status()).toMatchObject({ lastSent: null, waitingCount: 2 });
  await api.work();
  expect(await status()).toMatchObject({
    lastSent: { title: 'Five by one', at: expect.stringMatching(/^20/) },
    waitingCount: 0,
  });
});

test('a calendar entry is scheduled on its day', async () => {
  const ana = await api.signUpConnected('ana');
  const workoutId = await save(ana);
  const entryId = await plan(ana, workoutId, '2026-11-17');
  const answer = (await schedule(ana, entryId)).json();
  expect(answer).toMatchObject({ workoutId, entryId, day: '2026-11-17', state: 'waiting' });
  const listed = await api.call(ana, 'GET', '/api/garmin/calendar?from=2026-11-16&to=2026-11-22');
  expect(listed.json()).toEqual({ deliveries: [answer] });
  expect(listCalendarDeliveries.reply.parse(listed.json())).toEqual(listed.json());
  const other = await api.call(ana, 'GET', '/api/garmin/calendar?from=2026-11-18&to=2026-11-22');
  expect(other.json()).toEqual({ deliveries: [] });
});

test('deliveries of more than 400 days are rejected', async () => {
  const ana = await api.signUpConnected('ana');
  const list = (to: string) =>
    api.call(ana, 'GET', `/api/garmin/calendar?from=2026-01-01&to=${to}`);
  expect((await list('2027-02-04')).statusCode).toBe(200);
  expect((await list('2027-02-05')).json()).toMatchObject({
    status: 400,
    code: 'INVALID_REQUEST',
    detail: 'You can choose up to 400 days',
  });
});

test('listing 200 deliveries with changed paces takes as many statements as listing one', async ({
  skip,
}) => {
  skip(HAS_TWO_SERVERS);
  const ana = await api.signUpConnected('ana');
  const workoutId = await save(ana);
  await schedule(ana, await plan(ana, workoutId, '2026-11-17'));
  await api.work();
  const paces = (await api.call(ana, 'GET', '/api/user/paces')).json();
  const I = { from: 3.5, to: 3.9 };
  const trainingPaces = { ...paces.trainingPaces, I };
  await api.call(ana, 'PUT', '/api/user/paces', { ...paces, trainingPaces });
  const list = (count: number) =>
    statementsOf(
      api,
      async (server) => {
        const url = '/api/garmin/calendar?from=2026-11-16&to=2026-11-22';
        const { deliveries } = (await server.inject({ url, headers: ana.headers })).json();
        expect(deliveries).toHaveLength(count);
        expect(deliveries[0]).toMatchObject({ state: 'sent', pacesChanged: true });
      },
      { garmin: api.garmin, now: api.now },
    );
  const one = await list(1);
  await copyDelivery(api.db, ana, { workoutId, count: 199 });
  expect(await list(200)).toHaveLength(one.length);
});

describe('a workout on a thousand days', () => {
  const week = '/api/garmin/calendar?from=2027-03-01&to=2027-03-07';
  let ana: Athlete;
  let workoutId: string;
  let entryId: string;
  beforeAll(async () => {
    ana = await api.signUpConnected('ana');
    workoutId = await save(ana);
    entryId = await plan(ana, workoutId, '2027-03-01');
    await schedule(ana, entryId);
    await api.work();
    await addEntries(api.db, ana, { workoutId, count: 999, from: '2027-01-01' });
    await scheduleEntries(api.db, ana, { entryId });
    await withoutTimeout(api.db, async (query) => {
      await query('vacuum analyze garmin_item');
    });
  });

  test('the deliveries of a week are read without those of other weeks', async ({ skip }) => {
    skip(HAS_TWO_SERVERS);
    const reads = await readsOf(
      api,
      async (server) => {
        const { deliveries } = (await server.inject({ url: week, headers: ana.headers })).json();
        expect(deliveries).toHaveLength(71);
        expect(deliveries[0]).toMatchObject({ workoutId, day: '2027-03-01', state: 'sent' });
      },
      { tables: /^garmin_item/, services: { garmin: api.garmin, now: api.now } },
    );
    const rows = reads.reduce((sum, read) => sum + read.rows, 0);
    // The days, the workout, and one day of another week.
    expect(rows).toBeLessThan(71 + 10);
  });

  test('a change of one day changes no other rows', async () => {
    const versions = async () => {
      const { rows } = await api.db.query(sql`
        select item_id as id, xmin::text from garmin_item where user_id = ${ana.userId}`);
      return new Map(rows.map(({ id, xmin }) => [String(id), String(xmin)]));
    };
    const before = await versions();
    const moved = await api.call(ana, 'PUT', `/api/calendar/${entryId}`, {
      day: '2027-03-02',
      position: 0,
    });
    expect(moved.statusCode).toBe(200);
    const after = await versions();
    expect([...after].flatMap(([id, xmin]) => (before.get(id) === xmin ? [] : id))).toEqual([
      entryId,
    ]);
  });

  test('its removal removes all of its days', async () => {
    await api.call(ana, 'DELETE', `/api/garmin/workouts/${workoutId}`);
    const listed = await api.call(ana, 'GET', `/api/garmin/workouts/${workoutId}`);
    const states = listed.json().deliveries.map(({ state }: { state: string }) => state);
    expect(states).toEqual(Array(1001).fill('leaving'));
  });
});

test('sending needs a connection, the permission and an own workout', async () => {
  const [ana, ben, cid] = [
    await api.signUp('ana'),
    await api.signUpConnected('ben', ['ACTIVITY_EXPORT']),
    await api.signUpConnected('cid'),
  ];
  const theirs = await save(ana);
  expect((await send(ana, theirs)).json()).toMatchObject({ code: 'GARMIN_NOT_CONNECTED' });
  expect((await send(ben, await save(ben))).json()).toMatchObject({ code: 'GARMIN_NOT_PERMITTED' });
  expect((await send(cid, theirs)).json()).toMatchObject({ code: 'NOT_FOUND' });
  const entryId = await plan(ana, theirs, '2026-11-17');
  expect((await schedule(cid, entryId)).json()).toMatchObject({ code: 'NOT_FOUND' });
});

test('a workout that Garmin cannot store is rejected with the reason', async () => {
  const ana = await api.signUpConnected('ana');
  const wrong = await send(ana, await save(ana, '10m Q'));
  expect(wrong.json()).toMatchObject({
    status: 422,
    code: 'NOT_ACCEPTED',
    detail: 'Fix the problem in the script first.',
  });
  const long = await send(ana, await save(ana, Array(101).fill('1m E').join(' + ')));
  expect(long.json()).toMatchObject({ code: 'NOT_ACCEPTED' });
  expect(long.json().detail).toContain('Split it in two');
});

test('without Garmin’s settings sending is unavailable, and the rest works', async () => {
  const ana = await api.signUp('ana');
  const workoutId = await save(ana);
  const { server } = await api.buildAnother({ garmin: undefined });
  const ask = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, payload?: object) =>
    server.inject({ method, url, headers: ana.headers, ...(payload && { payload }) });
  expect((await ask('PUT', `/api/garmin/workouts/${workoutId}`)).json()).toMatchObject({
    status: 501,
    code: 'GARMIN_NOT_AVAILABLE',
  });
  expect((await ask('GET', `/api/garmin/workouts/${workoutId}`)).json()).toEqual({
    deliveries: [],
  });
  const entry = await ask('POST', '/api/calendar', { workoutId, day: '2026-11-17' });
  expect((await ask('DELETE', `/api/calendar/${entry.json().id}`)).statusCode).toBe(204);
  expect((await ask('DELETE', `/api/auth/workouts/${workoutId}`)).statusCode).toBe(204);
  await server.close();
});
