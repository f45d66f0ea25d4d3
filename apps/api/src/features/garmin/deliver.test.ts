import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { HAS_TWO_SERVERS } from '../../testing/scale.ts';
import { type GarminTestApp, RUN, skipBackoff, startGarminTestApp } from '../../testing/garmin.ts';
import type { Athlete } from '../../testing/test-app.ts';
import { createDeliveryCommands } from './delivery-commands.ts';
import { MAX_ATTEMPTS } from './reconciler.ts';

let api: GarminTestApp;
beforeAll(async () => {
  api = await startGarminTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  const { control } = api.fakeGarmin;
  await control.clearFaults({});
  await control.clearCalls({});
  await control.changeLimits({ perMinute: 10_000, perUserAndDay: 10_000 });
  await control.changeAssumptions({
    workoutNameMaxLength: 80,
    retryAfter: 'none',
    scheduleAnswer: 'object',
  });
  // Clears jobs of other tests.
  await api.db.query(sql`delete from pgboss.job`);
});

type Connected = Awaited<ReturnType<GarminTestApp['signUpConnected']>>;

const SCRIPT = '10m E + 5x(1km I + 90s jog) + 10m E';
const CREATE = '/workoutportal/workout/v2';
const WORKOUT = '/training-api/workout/v2';
const SCHEDULE = '/training-api/schedule';

async function save(athlete: Athlete, title = 'Five by one', script = SCRIPT): Promise<string> {
  const saved = await api.call(athlete, 'POST', '/api/auth/workouts', {
    workout: { title, script },
  });
  return String(saved.json().id);
}

async function change(athlete: Athlete, id: string, changes: object): Promise<void> {
  const { title, script, version } = (
    await api.call(athlete, 'GET', `/api/auth/workouts/${id}`)
  ).json();
  const saved = await api.call(athlete, 'PUT', `/api/auth/workouts/${id}`, {
    workout: { title, script, ...changes },
    version,
  });
  expect(saved.statusCode).toBe(200);
}

async function plan(athlete: Athlete, workoutId: string, day: string): Promise<string> {
  const added = await api.call(athlete, 'POST', '/api/calendar', { workoutId, day });
  return String(added.json().id);
}

async function send(athlete: Athlete, workoutId: string): Promise<void> {
  const answer = await api.call(athlete, 'PUT', `/api/garmin/workouts/${workoutId}`);
  expect(answer.statusCode).toBe(200);
}

async function schedule(athlete: Athlete, entryId: string): Promise<void> {
  const answer = await api.call(athlete, 'PUT', `/api/garmin/calendar/${entryId}`);
  expect(answer.statusCode).toBe(200);
}

/** Saves and sends a workout, and runs the job. */
async function saveAndSend(athlete: Athlete, title?: string, script?: string): Promise<string> {
  const id = await save(athlete, title, script);
  await send(athlete, id);
  await api.work();
  expect(await deliveries(athlete, id)).toMatchObject([{ state: 'sent' }]);
  return id;
}

/** Saves a workout, plans and schedules it, and runs the job. */
async function saveAndSchedule(
  athlete: Athlete,
  day = '2026-11-17',
): Promise<{ id: string; entryId: string }> {
  const id = await save(athlete);
  const entryId = await plan(athlete, id, day);
  await schedule(athlete, entryId);
  await api.work();
  expect(await deliveries(athlete, id)).toMatchObject([{ state: 'sent' }, { state: 'sent', day }]);
  return { id, entryId };
}

async function deliveries(athlete: Athlete, workoutId: string) {
  return (await api.call(athlete, 'GET', `/api/garmin/workouts/${workoutId}`)).json()
    .deliveries as Record<string, unknown>[];
}

async function choose(athlete: Athlete, workoutId: string, choice: string) {
  const url = `/api/garmin/workouts/${workoutId}/choice`;
  return (await api.call(athlete, 'POST', url, { choice })).json().deliveries as unknown;
}

const ACTIONS: Record<string, string> = {
  [`POST ${CREATE}`]: 'create',
  [`GET ${WORKOUT}/:id`]: 'read',
  [`PUT ${WORKOUT}/:id`]: 'update',
};

/** The requests for an athlete's workouts, with their outcomes. */
async function listRequests({ account }: Connected): Promise<string[]> {
  const made = (await api.fakeGarmin.control.snapshot()).calls.filter(
    ({ user }) => user === account,
  );
  return made.flatMap(({ method, path, status }) => {
    const action = ACTIONS[`${method} ${path.replace(/\/\d+$/, '/:id')}`];
    return action ? `${action} ${status === 401 ? 'expired' : 'accepted'}` : [];
  });
}

/** Leaves one attempt to every pending item. */
async function useUpAttempts({ userId }: Athlete): Promise<void> {
  await api.db.query(sql`
    update garmin_item set attempts = ${MAX_ATTEMPTS - 1}
    where user_id = ${userId} and next_attempt_at is not null`);
}

/** The start time of the athlete's next job. */
async function nextAttempt({ userId }: Athlete): Promise<Date> {
  const { rows } = await api.db.query(sql`
    select start_after as at from pgboss.job
    where name = 'garmin-deliver' and singleton_key = ${userId} and state in ('created', 'retry')`);
  return rows[0]?.['at'] as Date;
}

/** The athlete's workouts and schedules at Garmin. */
async function watch({ account }: Connected) {
  const { users, workouts, schedules } = await api.fakeGarmin.control.snapshot();
  const userId = users.find(({ name }) => name === account)?.userId;
  const mine = workouts.filter((workout) => workout.userId === userId);
  return {
    titles: mine.map(({ body }) => String(body['workoutName'])),
    workouts: mine,
    days: schedules.filter((day) => day.userId === userId).map(({ date }) => date),
  };
}

async function calls(): Promise<string[]> {
  const made = (await api.fakeGarmin.control.snapshot()).calls;
  return made.map(({ method, path }) => `${method} ${path.replace(/\/\d+$/, '/:id')}`);
}

test('a sent workout is on the watch in the athlete’s paces, and its ids are stored', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana);
  await send(ana, id);
  await api.fakeGarmin.control.clearCalls({});
  expect(await api.work()).toEqual(['garmin-deliver']);

  const { workouts } = await watch(ana);
  expect(workouts).toHaveLength(1);
  const { rows } = await api.db.query(sql`
    select remote_id as id from garmin_item where user_id = ${ana.userId}`);
  expect(rows).toEqual([{ id: workouts[0]?.workoutId }]);
  expect(Number.isSafeInteger(Number(rows[0]?.['id']))).toBe(false);
  expect(workouts[0]?.body).toMatchObject({
    workoutName: 'Five by one',
    segments: [{ steps: [{ targetValueLow: 2.38, targetValueHigh: 2.78 }, {}, {}] }],
  });
  expect(await deliveries(ana, id)).toMatchObject([
    { workoutId: id, state: 'sent', problem: null, pacesChanged: false },
  ]);
  // Read back, because Garmin sometimes loses steps.
  expect(await calls()).toEqual([`POST ${CREATE}`, `GET ${WORKOUT}/:id`]);
});

test('the status contains the last sent workout', async () => {
  const ana = await api.signUpConnected('ana');
  const lastSent = async () =>
    (await api.call(ana, 'GET', '/api/garmin/status')).json().lastSent as unknown;
  expect(await lastSent()).toBeNull();
  await saveAndSend(ana, 'First');
  await saveAndSend(ana, 'Second');
  expect(await lastSent()).toMatchObject({ title: 'Second' });
});

test('two workers for one athlete create a workout once', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await save(ana);
  await send(ana, id);
  const replicas = [api.garmin, await api.openReplica(), await api.openReplica()];
  await Promise.allSettled(replicas.map(({ reconcile }) => reconcile(ana.userId, RUN)));
  await api.work();
  expect((await watch(ana)).titles).toHaveLength(1);
  expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
});

test('an item in its desired state causes no request', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await saveAndSend(ana);
  await api.fakeGarmin.control.clearCalls({});
  await send(ana, id);
  await change(ana, id, { notes: 'for the watch nothing new', tags: ['hard'] });
  await api.work();
  expect(await calls()).toEqual([]);
});

test('schedules follow their entries when many are moved and removed at once', async () => {
  const ana = await api.signUpConnected('ana');
  const one = await saveAndSchedule(ana);
  const two = await saveAndSchedule(ana);
  const unsent = await plan(ana, one.id, '2026-11-17');
  const changes = {
    moves: [one.entryId, unsent].map((id) => ({ id, from: '2026-11-17', day: '2026-11-19' })),
    removals: [{ id: two.entryId, day: '2026-11-17' }],
  };
  expect((await api.call(ana, 'PUT', '/api/calendar/changes', changes)).json()).toEqual({
    skipped: 0,
  });
  await api.work();
  expect(await watch(ana)).toMatchObject({ titles: ['Five by one'], days: ['2026-11-19'] });
});

test('a schedule follows its entry when it is moved or removed', async () => {
  const ana = await api.signUpConnected('ana');
  const { id, entryId } = await saveAndSchedule(ana);
  expect(await watch(ana)).toMatchObject({ titles: ['Five by one'], days: ['2026-11-17'] });

  await api.call(ana, 'PUT', `/api/calendar/${entryId}`, { day: '2026-11-19' });
  expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }, { state: 'waiting' }]);
  await api.work();
  expect(await watch(ana)).toMatchObject({ titles: ['Five by one'], days: ['2026-11-19'] });
  expect(await deliveries(ana, id)).toMatchObject([{}, { state: 'sent', day: '2026-11-19' }]);

  await api.call(ana, 'DELETE', `/api/calendar/${entryId}`);
  await api.work();
  // The workout was there for this schedule only.
  expect(await watch(ana)).toMatchObject({ titles: [], days: [] });
  expect(await deliveries(ana, id)).toEqual([]);
});

test('a sent workout is updated, deleted and restored with the library', async () => {
  const ana = await api.signUpConnected('ana');
  const { id } = await saveAndSchedule(ana);
  const [before] = (await watch(ana)).workouts;

  await change(ana, id, { title: 'Six by one', script: '10m E + 6x(1km I + 90s jog) + 10m E' });
  expect(await deliveries(ana, id)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  await api.work();
  const [after] = (await watch(ana)).workouts;
  expect(after).toMatchObject({
    workoutId: before?.workoutId,
    body: { workoutName: 'Six by one' },
  });

  await api.call(ana, 'DELETE', `/api/auth/workouts/${id}`);
  await api.fakeGarmin.control.clearCalls({});
  await api.work();
  expect(await watch(ana)).toMatchObject({ titles: [], days: [] });
  // The schedule first, then the workout.
  expect(await calls()).toEqual([`DELETE ${SCHEDULE}/:id`, `DELETE ${WORKOUT}/:id`]);

  await api.call(ana, 'POST', `/api/auth/workouts/${id}/restore`);
  await api.work();
  expect(await watch(ana)).toMatchObject({ titles: ['Six by one'], days: ['2026-11-17'] });
});

test('a requested workout outlives its schedule until it is removed', async () => {
  const ana = await api.signUpConnected('ana');
  const { id, entryId } = await saveAndSchedule(ana);
  await send(ana, id);
  expect((await api.call(ana, 'DELETE', `/api/garmin/calendar/${entryId}`)).statusCode).toBe(204);
  await api.work();
  expect(await watch(ana)).toMatchObject({ titles: ['Five by one'], days: [] });
  expect(await deliveries(ana, id)).toMatchObject([{ entryId: null, state: 'sent' }]);

  await schedule(ana, entryId);
  await api.work();
  expect((await api.call(ana, 'DELETE', `/api/garmin/workouts/${id}`)).statusCode).toBe(204);
  expect(await deliveries(ana, id)).toMatchObject([{ state: 'leaving' }, { state: 'leaving' }]);
  await api.work();
  expect(await watch(ana)).toMatchObject({ titles: [], days: [] });
  expect(await deliveries(ana, id)).toEqual([]);
  expect((await api.call(ana, 'DELETE', `/api/garmin/workouts/${id}`)).statusCode).toBe(204);
});

test('a workout can be scheduled on many days, and twice on one day', async () => {
  const ana = await api.signUpConnected('ana');
  const { id } = await saveAndSchedule(ana, '2026-11-17');
  for (const day of ['2026-11-17', '2026-11-20']) await schedule(ana, await plan(ana, id, day));
  await api.fakeGarmin.control.changeAssumptions({ scheduleAnswer: 'empty' });
  await api.work();
  await api.fakeGarmin.control.changeAssumptions({ scheduleAnswer: 'object' });
  const { titles, days } = await watch(ana);
  expect(titles).toHaveLength(1);
  expect(days.sort()).toEqual(['2026-11-17', '2026-11-17', '2026-11-20']);
});

test('a sent workout has the paces of that time until it is sent again', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await saveAndSend(ana);
  const easy = await saveAndSend(ana, 'By heart', '30m Z2');
  const paces = (await api.call(ana, 'GET', '/api/user/paces')).json();
  const I = { from: 3.5, to: 3.9 };
  await api.call(ana, 'PUT', '/api/user/paces', {
    ...paces,
    trainingPaces: { ...paces.trainingPaces, I },
  });
  await change(ana, id, { notes: 'faster now' });
  await api.work();
  expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent', pacesChanged: true }]);
  // The workout uses no pace.
  expect(await deliveries(ana, easy)).toMatchObject([{ state: 'sent', pacesChanged: false }]);
  const intervalOf = async () => JSON.stringify((await watch(ana)).workouts[0]?.body);
  expect(await intervalOf()).toContain('"targetValueLow":3.33,');

  await send(ana, id);
  await api.work();
  expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent', pacesChanged: false }]);
  expect(await intervalOf()).toContain('"targetValueLow":3.5,');
  expect((await watch(ana)).titles).toHaveLength(2);
});

test('a change that a watch cannot run is not sent, and is shown until it is fixed', async () => {
  const ana = await api.signUpConnected('ana');
  const id = await saveAndSend(ana);
  await change(ana, id, { script: '10m Q' });
  await api.work();
  expect(await deliveries(ana, id)).toMatchObject([
    {
      state: 'failed',
      problem: 'unsendable',
      detail: 'Fix the problem in the script first.',
    },
  ]);
  expect((await watch(ana)).titles).toEqual(['Five by one']);
  await change(ana, id, { script: '20m T' });
  await api.work();
  expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent', problem: null }]);
});

describe('a workout whose response was lost', () => {
  test.each(['500', '502', '500-after', 'cut', 'cut-after'] as const)(
    'is unknown after %s, and not sent again automatically',
    async (kind) => {
      const ana = await api.signUpConnected('ana');
      const id = await save(ana);
      const entryId = await plan(ana, id, '2026-11-17');
      await schedule(ana, entryId);
      await api.fakeGarmin.control.planFault({ kind, path: CREATE });
      expect(await api.work()).toEqual(['garmin-deliver']);
      const unknown = { state: 'unknown', problem: 'answer-lost' };
      expect(await deliveries(ana, id)).toMatchObject([unknown, { ...unknown, entryId }]);

      await api.fakeGarmin.control.clearCalls({});
      await send(ana, id);
      await change(ana, id, { title: 'Another' });
      await api.maintain();
      await api.work();
      expect(await calls()).toEqual([]);
      expect(await deliveries(ana, id)).toMatchObject([unknown, unknown]);
    },
  );

  async function lost(athlete: Athlete): Promise<string> {
    const id = await save(athlete);
    await send(athlete, id);
    await api.fakeGarmin.control.planFault({ kind: 'cut-after', path: CREATE });
    await api.work();
    expect(await deliveries(athlete, id)).toMatchObject([{ state: 'unknown' }]);
    return id;
  }

  test('is sent again in its current form when the athlete chooses so', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await lost(ana);
    await change(ana, id, { title: 'By now' });
    expect(await choose(ana, id, 'send-again')).toMatchObject([{ state: 'waiting' }]);
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
    expect((await watch(ana)).titles).toEqual(['Five by one', 'By now']);
  });

  test('is confirmed by the athlete, and no longer updated', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await lost(ana);
    expect(await choose(ana, id, 'it-is-there')).toMatchObject([
      { state: 'sent', problem: 'not-followed' },
    ]);
    await change(ana, id, { title: 'Another' });
    await schedule(ana, await plan(ana, id, '2026-11-17'));
    await api.work();
    // Scheduling sends it again.
    expect((await watch(ana)).titles).toEqual(['Five by one', 'Another']);
  });

  test('is deleted here when the athlete dismisses it', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await lost(ana);
    expect(await choose(ana, id, 'forget')).toEqual([]);
    await api.work();
    expect((await watch(ana)).titles).toEqual(['Five by one']);
    expect(await choose(ana, id, 'send-again')).toEqual([]);
  });

  test('has no choices in other states', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await saveAndSend(ana);
    for (const choice of ['send-again', 'it-is-there', 'forget'])
      expect(await choose(ana, id, choice)).toMatchObject([{ state: 'sent', problem: null }]);
    await api.work();
    expect((await watch(ana)).titles).toHaveLength(1);
  });

  test('stays unknown when the workout is removed, because it may exist', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await lost(ana);
    await api.call(ana, 'DELETE', `/api/garmin/workouts/${id}`);
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'unknown' }]);
    expect(await choose(ana, id, 'forget')).toEqual([]);
  });

  test('is unknown after a timeout too', async () => {
    const ana = await api.signUpConnected('ana');
    const hasty = await api.openReplica({}, { timeoutMilliseconds: 400 });
    const id = await save(ana);
    await send(ana, id);
    await api.fakeGarmin.control.planFault({ kind: 'held', path: CREATE });
    await hasty.reconcile(ana.userId, RUN);
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'unknown' }]);
    expect((await watch(ana)).titles).toHaveLength(1);
  });

  test('is marked as unknown by the next worker if the first one died', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    const another = await api.openReplica();
    await api.fakeGarmin.control.planFault({ kind: 'held', path: CREATE });
    const late = api.garmin.reconcile(ana.userId, RUN);
    await expect.poll(calls).toContain(`POST ${CREATE}`);
    await another.reconcile(ana.userId, RUN);
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sending' }]);
    await api.advanceClock(20);
    await another.reconcile(ana.userId, RUN);
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'unknown' }]);
    // The first worker was only slow, so its response counts.
    await api.fakeGarmin.control.releaseHeld({});
    await late;
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
    expect((await watch(ana)).titles).toHaveLength(1);
  });
});

describe('a response of Garmin', () => {
  test('400: a rejected workout is not sent again before it is changed', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    await api.fakeGarmin.control.changeAssumptions({ workoutNameMaxLength: 5 });
    expect(await api.work()).toEqual(['garmin-deliver']);
    expect(await deliveries(ana, id)).toMatchObject([
      {
        state: 'failed',
        problem: 'rejected',
        detail: expect.stringContaining('workoutName is missing or too long'),
      },
    ]);
    await api.fakeGarmin.control.clearCalls({});
    await api.maintain();
    await api.work();
    expect(await calls()).toEqual([]);

    await change(ana, id, { title: 'Short' });
    await api.work();
    await api.fakeGarmin.control.changeAssumptions({ workoutNameMaxLength: 80 });
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent', detail: null }]);
  });

  test('401: the token is refreshed and the request retried once', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    await api.fakeGarmin.control.planFault({ kind: '401', path: CREATE });
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
    expect(await listRequests(ana)).toEqual(['create expired', 'create accepted', 'read accepted']);
    expect((await watch(ana)).titles).toHaveLength(1);
  });

  test.each(['401', '403'] as const)(
    '%s that persists after a refresh: the connection stays, and it is sent later',
    async (kind) => {
      const ana = await api.signUpConnected('ana');
      const id = await save(ana);
      await send(ana, id);
      await api.fakeGarmin.control.planFault({ kind, path: CREATE, times: 2 });
      await api.work();
      expect(await deliveries(ana, id)).toMatchObject([{ state: 'waiting', problem: null }]);
      expect((await watch(ana)).titles).toEqual([]);
      await api.work();
      expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
    },
  );

  test('a lost response to a refresh is not a lost workout', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    await api.fakeGarmin.control.planFault({ kind: '401', path: CREATE });
    await api.fakeGarmin.control.planFault({ kind: '500', path: '/di-oauth2-service' });
    expect(await api.work()).toEqual(['garmin-deliver']);
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'waiting' }]);
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
  });

  test('403: the connection has ended, and the item waits for a new one', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await saveAndSend(ana);
    await api.fakeGarmin.control.deregister({ account: ana.account });
    await change(ana, id, { title: 'Another' });
    await api.garmin.reconcile(ana.userId, RUN);
    expect(await deliveries(ana, id)).toMatchObject([
      { state: 'failed', problem: 'not-connected' },
    ]);
    await api.connect(ana, { account: ana.account });
    await api.work();
    expect((await watch(ana)).titles).toEqual(['Another']);
  });

  test('404: a workout deleted at Garmin returns only when it is sent', async () => {
    const ana = await api.signUpConnected('ana');
    const { id, entryId } = await saveAndSchedule(ana);
    const [there] = (await watch(ana)).workouts;
    await api.fakeGarmin.control.deleteWorkout({ workoutId: String(there?.workoutId) });
    await change(ana, id, { title: 'Another' });
    await api.work();
    const removed = { state: 'removed', problem: 'deleted-there' };
    expect(await deliveries(ana, id)).toMatchObject([removed, removed]);
    await change(ana, id, { title: 'Yet another' });
    await api.call(ana, 'PUT', `/api/calendar/${entryId}`, { day: '2026-11-18' });
    await api.work();
    expect(await watch(ana)).toMatchObject({ titles: [], days: [] });

    await schedule(ana, entryId);
    await api.work();
    expect(await watch(ana)).toMatchObject({ titles: ['Yet another'], days: ['2026-11-18'] });
  });

  test('404: a schedule deleted at Garmin returns only when it is sent', async () => {
    const ana = await api.signUpConnected('ana');
    const { id, entryId } = await saveAndSchedule(ana);
    await api.fakeGarmin.control.planFault({ kind: '404', method: 'PUT', path: SCHEDULE });
    await api.call(ana, 'PUT', `/api/calendar/${entryId}`, { day: '2026-11-18' });
    await api.work();
    const removed = { state: 'removed', problem: 'deleted-there' };
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }, removed]);
    await api.call(ana, 'PUT', `/api/calendar/${entryId}`, { day: '2026-11-19' });
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }, removed]);
    await schedule(ana, entryId);
    await api.work();
    expect((await watch(ana)).days).toContain('2026-11-19');
  });

  test('400: a rejected schedule is shown', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await saveAndSend(ana);
    const entryId = await plan(ana, id, '2026-11-17');
    await schedule(ana, entryId);
    await api.fakeGarmin.control.planFault({ kind: '400', method: 'POST', path: SCHEDULE });
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([
      { state: 'sent' },
      { state: 'failed', problem: 'rejected', detail: expect.stringContaining('not accepted') },
    ]);
  });

  test('400: the message is stored without anything that could be a token', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    await api.fakeGarmin.control.planFault({ kind: '400', path: CREATE });
    await api.work();
    const [{ detail }] = (await deliveries(ana, id)) as [{ detail: string }];
    expect(detail).toContain('[long]');
    expect(detail.length).toBeLessThanOrEqual(300);
    expect(detail).not.toMatch(/[\w-]{32}/);
  });

  test('404: removing a missing workout succeeds', async () => {
    const ana = await api.signUpConnected('ana');
    const { id } = await saveAndSchedule(ana);
    const [there] = (await watch(ana)).workouts;
    await api.fakeGarmin.control.deleteWorkout({ workoutId: String(there?.workoutId) });
    await api.call(ana, 'DELETE', `/api/garmin/workouts/${id}`);
    expect(await api.work()).toEqual(['garmin-deliver']);
    expect(await deliveries(ana, id)).toEqual([]);
  });

  test('404: a missing workout is noticed by its next schedule', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await saveAndSend(ana);
    const [there] = (await watch(ana)).workouts;
    await api.fakeGarmin.control.deleteWorkout({ workoutId: String(there?.workoutId) });
    await schedule(ana, await plan(ana, id, '2026-11-17'));
    await api.work();
    const removed = { state: 'removed', problem: 'deleted-there' };
    expect(await deliveries(ana, id)).toMatchObject([removed, removed]);
  });

  test('412: a missing permission is noticed and shown until it is granted', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    await api.advanceClock(5);
    // The notification is lost.
    await api.fakeGarmin.control.sendWebhooksTo({ url: 'http://127.0.0.1:9/' });
    await api.fakeGarmin.control.changePermissions({
      account: ana.account,
      permissions: ['ACTIVITY_EXPORT'],
    });
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([
      { state: 'failed', problem: 'not-permitted' },
    ]);
    const status = await api.call(ana, 'GET', '/api/garmin/status');
    expect(status.json()).toMatchObject({ connected: true, canSendWorkouts: false });
    expect((await api.call(ana, 'PUT', `/api/garmin/workouts/${id}`)).json()).toMatchObject({
      code: 'GARMIN_NOT_PERMITTED',
    });

    await api.sendWebhooksHere();
    await api.advanceClock(5);
    await api.fakeGarmin.control.changePermissions({
      account: ana.account,
      permissions: ['WORKOUT_IMPORT'],
    });
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
  });

  test.each(['seconds', 'date', 'none'] as const)(
    '429, told when by %s: it waits for the next minute, and is sent once',
    async (retryAfter) => {
      const ana = await api.signUpConnected('ana');
      const id = await save(ana);
      await send(ana, id);
      await api.fakeGarmin.control.changeAssumptions({ retryAfter });
      await api.fakeGarmin.control.planFault({ kind: '429', path: CREATE });
      await api.db.query(sql`delete from pgboss.job`);
      const before = api.now();
      await api.garmin.reconcile(ana.userId, RUN);
      expect(await deliveries(ana, id)).toMatchObject([{ state: 'waiting' }]);
      const next = await nextAttempt(ana);
      expect(next.getTime()).toBeGreaterThan(before.getTime());
      expect(next.getTime()).toBeLessThan(before.getTime() + 75_000);

      await api.work();
      expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
      expect((await watch(ana)).titles).toHaveLength(1);
    },
  );

  test('429 after many requests: nothing is retried before tomorrow', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    await api.db.query(sql`
      update garmin_connection set calls = 200, calls_on = ${api.now().toISOString().slice(0, 10)}
      where user_id = ${ana.userId}`);
    await api.fakeGarmin.control.changeLimits({ perUserAndDay: 0 });
    await api.garmin.reconcile(ana.userId, RUN);
    await api.garmin.reconcile(ana.userId, RUN);
    await api.db.query(sql`delete from pgboss.job`);
    await api.garmin.reconcile(ana.userId, RUN);
    const tomorrow = Math.ceil(api.now().getTime() / 86_400_000) * 86_400_000;
    expect((await nextAttempt(ana)).getTime()).toBeGreaterThanOrEqual(tomorrow);
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'waiting' }]);
  });

  test.each(['500', '502', 'cut'] as const)(
    '%s to a change or a removal: it is tried again, because that does no harm',
    async (kind) => {
      const ana = await api.signUpConnected('ana');
      const { id, entryId } = await saveAndSchedule(ana);
      await change(ana, id, { title: 'Another' });
      await api.call(ana, 'PUT', `/api/calendar/${entryId}`, { day: '2026-11-19' });
      for (const [method, path] of [
        ['PUT', WORKOUT],
        ['GET', WORKOUT],
        ['PUT', SCHEDULE],
      ] as const) {
        await api.fakeGarmin.control.planFault({ kind, method, path });
        expect(await api.work()).toEqual(['garmin-deliver']);
      }
      await api.work();
      expect(await watch(ana)).toMatchObject({ titles: ['Another'], days: ['2026-11-19'] });

      await api.call(ana, 'DELETE', `/api/auth/workouts/${id}`);
      for (const path of [SCHEDULE, WORKOUT]) {
        await api.fakeGarmin.control.planFault({ kind, method: 'DELETE', path });
        expect(await api.work()).toEqual(['garmin-deliver']);
      }
      await api.work();
      expect(await watch(ana)).toMatchObject({ titles: [], days: [] });
    },
  );

  test.each(['500', '500-after', 'cut', 'cut-after'] as const)(
    '%s to a new day: Garmin is asked what is there before it is tried again',
    async (kind) => {
      const ana = await api.signUpConnected('ana');
      const id = await saveAndSend(ana);
      const entryId = await plan(ana, id, '2026-11-17');
      await schedule(ana, entryId);
      await api.fakeGarmin.control.planFault({ kind, method: 'POST', path: SCHEDULE });
      expect(await api.work()).toEqual(['garmin-deliver']);
      // The look-up uses the old day even if the entry was moved in the meantime.
      await api.call(ana, 'PUT', `/api/calendar/${entryId}`, { day: '2026-11-18' });
      await api.work();
      expect((await watch(ana)).days).toEqual(['2026-11-18']);
      expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    },
  );

  test.each(['answer-number', 'answer-nothing'] as const)(
    '%s to a new day: its id is found all the same',
    async (kind) => {
      const ana = await api.signUpConnected('ana');
      const id = await saveAndSend(ana);
      const entryId = await plan(ana, id, '2026-11-17');
      await schedule(ana, entryId);
      await api.fakeGarmin.control.planFault({ kind, method: 'POST', path: SCHEDULE });
      await api.work();
      await api.call(ana, 'DELETE', `/api/calendar/${entryId}`);
      await api.work();
      expect(await watch(ana)).toMatchObject({ titles: ['Five by one'], days: [] });
    },
  );

  test('a workout without its steps is updated once', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    await api.fakeGarmin.control.planFault({ kind: 'lose-steps', path: CREATE });
    await api.work();
    expect(await listRequests(ana)).toEqual([
      'create accepted',
      'read accepted',
      'update accepted',
      'read accepted',
    ]);
    const [there] = (await watch(ana)).workouts;
    expect(there?.body).toMatchObject({ segments: [{ steps: [{}, {}, {}] }] });
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
  });

  test('a workout that loses its steps again is shown as incomplete', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await save(ana);
    await send(ana, id);
    await api.fakeGarmin.control.planFault({ kind: 'lose-steps', path: CREATE });
    await api.fakeGarmin.control.planFault({ kind: 'lose-steps', method: 'PUT', path: WORKOUT });
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'failed', problem: 'incomplete' }]);
    await send(ana, id);
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
    expect((await watch(ana)).titles).toHaveLength(1);
  });

  test('an item without attempts left is shown as failed, and can be sent again', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await saveAndSend(ana);
    await change(ana, id, { title: 'Another' });
    await api.fakeGarmin.control.planFault({ kind: '500', method: 'PUT', path: WORKOUT });
    await useUpAttempts(ana);
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'failed', problem: 'no-answer' }]);
    await send(ana, id);
    await api.work();
    expect((await watch(ana)).titles).toEqual(['Another']);
  });

  test('a removal without attempts left is retried the next day', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await saveAndSend(ana);
    await api.call(ana, 'DELETE', `/api/auth/workouts/${id}`);
    await api.fakeGarmin.control.planFault({ kind: '500', method: 'DELETE', path: WORKOUT });
    await useUpAttempts(ana);
    await api.work();
    await api.db.query(sql`delete from pgboss.job`);
    await skipBackoff(api.db);
    await api.maintain();
    await api.work();
    expect((await watch(ana)).titles).toEqual([]);
  });
});

describe('connecting and disconnecting', () => {
  test('workouts stay on the watch, and connecting again does not create them twice', async () => {
    const ana = await api.signUpConnected('ana');
    const { id } = await saveAndSchedule(ana);
    const waiting = await save(ana, 'Never sent');
    await send(ana, waiting);
    await api.call(ana, 'POST', '/api/garmin/disconnect');
    await api.work();
    expect(await watch(ana)).toMatchObject({ titles: ['Five by one'], days: ['2026-11-17'] });
    expect(await deliveries(ana, id)).toEqual([]);
    await change(ana, id, { title: 'Meanwhile' });
    await api.work();

    await api.connect(ana, { account: ana.account });
    await api.work();
    expect(await watch(ana)).toMatchObject({ titles: ['Meanwhile'], days: ['2026-11-17'] });
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect(await deliveries(ana, waiting)).toEqual([]);
  });

  test('the items of another account are not used', async () => {
    const ana = await api.signUpConnected('ana');
    const id = await saveAndSend(ana);
    await api.connect(ana, { account: `another of ${ana.account}` });
    expect(await deliveries(ana, id)).toEqual([]);
    await send(ana, id);
    await api.work();
    expect(await deliveries(ana, id)).toMatchObject([{ state: 'sent' }]);
    expect((await watch(ana)).titles).toHaveLength(1);
  });

  test('deleting the account deletes all items', async () => {
    const ana = await api.signUpConnected('ana');
    await saveAndSchedule(ana);
    expect((await api.call(ana, 'DELETE', '/api/account')).statusCode).toBe(204);
    for (const table of ['garmin_item', 'garmin_connection', 'garmin_account'])
      expect(
        (
          await api.db.query({
            text: `select 1 from ${table} where user_id = $1`,
            values: [ana.userId],
          })
        ).rows,
      ).toEqual([]);
  });

  test('the export contains sent workouts with times and paces', async () => {
    const ana = await api.signUpConnected('ana');
    const { id, entryId } = await saveAndSchedule(ana);
    const { garmin } = (await api.call(ana, 'GET', '/api/account/export')).json();
    expect(garmin).toMatchObject({
      workouts: [
        {
          workoutId: id,
          title: 'Five by one',
          paces: { trainingPaces: { E: { from: 2.38 } } },
          days: [{ entryId, day: '2026-11-17' }],
        },
      ],
      connection: {
        garminUserId: expect.stringMatching(/^[0-9a-f]{32}$/),
        permissions: expect.stringContaining('WORKOUT_IMPORT'),
        connectedAt: expect.stringMatching(/^20/),
      },
    });
  });
});

test('a change that commits while the worker runs is delivered', async ({ skip }) => {
  skip(HAS_TWO_SERVERS);
  const ana = await api.signUpConnected('ana');
  const [first, second] = [await save(ana, 'First'), await save(ana, 'Second')];
  await send(ana, first);
  const commands = createDeliveryCommands({
    jobs: api.garmin.jobs,
    readPaces: async () => ({ trainingPaces: DEFAULT_TRAINING_PACES }),
    now: api.now,
  });
  const listWaiting = async () => {
    const statement = sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return (await api.db.query(statement)).rows;
  };
  let work: Promise<string[]> | undefined;
  await api.db.inTransaction(async (transaction) => {
    // Relies on the job that is queued for the first change.
    await commands.sendWorkout(transaction, ana.userId, second);
    work = api.work();
    await expect.poll(listWaiting).toHaveLength(1);
  });
  await work;
  expect((await watch(ana)).titles.sort()).toEqual(['First', 'Second']);
});

test('many workouts are sent by several jobs, and a stopping job leaves the rest', async () => {
  const ana = await api.signUpConnected('ana');
  for (let index = 0; index < 23; index++) await send(ana, await save(ana, `Workout ${index}`));
  let steps = 0;
  await api.garmin.reconcile(ana.userId, { isStopping: () => ++steps > 4 });
  const soFar = (await watch(ana)).titles.length;
  expect(soFar).toBeGreaterThan(0);
  expect(soFar).toBeLessThan(5);
  expect(await api.work()).toEqual(['garmin-deliver', 'garmin-deliver']);
  expect(new Set((await watch(ana)).titles).size).toBe(23);
});
