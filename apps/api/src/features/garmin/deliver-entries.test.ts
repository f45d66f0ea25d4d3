import { listCalendarDeliveries, listOutdatedDeliveries } from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { type GarminTestApp, RUN, startGarminTestApp } from '../../testing/garmin.ts';
import type { Athlete } from '../../testing/test-app.ts';

// Calendar entries with their own script: of a plan, or changed for one day.

let api: GarminTestApp;
beforeAll(async () => {
  api = await startGarminTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  const { control } = api.fakeGarmin;
  await control.clearFaults({});
  await control.clearCalls({});
  await control.changeLimits({ perMinute: 100_000, perUserAndDay: 100_000 });
  await api.db.query(sql`delete from pgboss.job`);
  await api.db.query(sql`delete from garmin_budget`);
});

type Connected = Awaited<ReturnType<GarminTestApp['signUpConnected']>>;
type Content = { kind?: string; title?: string; script?: string };

const CREATE = '/workoutportal/workout/v2';
const DAY = '2026-11-17';
const MONTHS = 'from=2026-11-01&to=2027-03-31';

async function call(
  athlete: Athlete,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) {
  const response = await api.call(athlete, method, url, body);
  if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`);
  return response.body === '' ? undefined : response.json();
}

function contentOf({ kind = 'run', title = 'Tonight', script = '20m E' }: Content = {}) {
  return { kind, title, script };
}

async function addOwn(athlete: Athlete, content?: Content, day = DAY): Promise<string> {
  return (await call(athlete, 'POST', '/api/calendar', { content: contentOf(content), day })).id;
}

async function addOfLibrary(athlete: Athlete, title = 'Five by one', day = DAY) {
  const workout = { title, script: '10m E + 5x(1km I + 90s jog) + 10m E' };
  const { id: workoutId } = await call(athlete, 'POST', '/api/auth/workouts', { workout });
  const entry = await call(athlete, 'POST', '/api/calendar', { workoutId, day });
  return { workoutId: String(workoutId), entryId: String(entry.id) };
}

const schedule = (athlete: Athlete, entryId: string) =>
  call(athlete, 'PUT', `/api/garmin/calendar/${entryId}`);
const change = (athlete: Athlete, entryId: string, content: Content) =>
  call(athlete, 'PUT', `/api/calendar/${entryId}/content`, { content: contentOf(content) });
const move = (athlete: Athlete, entryId: string, day: string) =>
  call(athlete, 'PUT', `/api/calendar/${entryId}`, { day });

async function addAndSchedule(athlete: Athlete, content?: Content): Promise<string> {
  const entryId = await addOwn(athlete, content);
  await schedule(athlete, entryId);
  await api.work();
  return entryId;
}

async function deliveries(athlete: Athlete) {
  const listed = await call(athlete, 'GET', `/api/garmin/calendar?${MONTHS}`);
  return listCalendarDeliveries.reply.parse(listed).deliveries;
}

/** The days at Garmin with the titles of their workouts. */
async function watch({ account }: Connected) {
  const { users, workouts, schedules } = await api.fakeGarmin.control.snapshot();
  const userId = users.find(({ name }) => name === account)?.userId;
  const mine = workouts.filter((workout) => workout.userId === userId);
  const titleOf = (id: string) =>
    mine.find(({ workoutId }) => workoutId === id)?.body['workoutName'];
  return {
    titles: mine.map(({ body }) => String(body['workoutName'])).sort(),
    days: schedules
      .filter((each) => each.userId === userId)
      .map(({ workoutId, date }) => `${date} ${String(titleOf(workoutId))}`)
      .sort(),
  };
}

async function countItems({ userId }: Athlete): Promise<number> {
  const { rows } = await api.db.query(sql`
    select count(*)::int as items from garmin_item where user_id = ${userId}`);
  return Number(rows[0]?.['items']);
}

const EMPTY = { titles: [], days: [] };
const planOf = (monday: string, tuesday: string) =>
  `plan Two days\nweek 1\n  Mon ${monday}\n  Tue ${tuesday}`;

/** Puts a plan on the calendar, and returns its season and entries. */
async function startSeason(athlete: Athlete, text: string) {
  const asked = {
    text,
    anchor: { kind: 'start', day: '2026-11-16' },
    today: '2026-11-15',
  };
  const { hash } = await call(athlete, 'POST', '/api/season-preview', asked);
  const season = await call(athlete, 'POST', '/api/seasons', { ...asked, hash });
  return { id: String(season.id), entries: await listEntries(athlete) };
}

async function listEntries(athlete: Athlete): Promise<{ id: string; day: string }[]> {
  return (await call(athlete, 'GET', `/api/calendar?from=2026-11-01&to=2026-12-31`)).entries;
}

async function act(athlete: Athlete, seasonId: string, action: object) {
  const asked = { action, today: '2026-11-15' };
  const url = `/api/seasons/${seasonId}`;
  const { hash } = await call(athlete, 'POST', `${url}/preview`, asked);
  return call(athlete, 'POST', `${url}/actions`, { ...asked, hash });
}

test('an entry with its own script is on the watch on its day', async () => {
  const ana = await api.signUpConnected('ana');
  const entryId = await addOwn(ana);
  expect(await schedule(ana, entryId)).toMatchObject({
    workoutId: entryId,
    entryId,
    day: DAY,
    state: 'waiting',
  });
  expect(await call(ana, 'GET', '/api/garmin/status')).toMatchObject({ waitingCount: 1 });
  await api.work();
  expect(await watch(ana)).toEqual({ titles: ['Tonight'], days: [`${DAY} Tonight`] });
  expect(await deliveries(ana)).toMatchObject([{ entryId, state: 'sent', pacesChanged: false }]);
  expect(await call(ana, 'GET', '/api/garmin/status')).toMatchObject({
    lastSent: { title: 'Tonight' },
    waitingCount: 0,
  });
});

test('it follows its entry when that is changed, moved and removed', async () => {
  const ana = await api.signUpConnected('ana');
  const entryId = await addAndSchedule(ana);
  await change(ana, entryId, { title: 'Short', script: '10m E' });
  await move(ana, entryId, '2026-11-19');
  await api.work();
  expect(await watch(ana)).toEqual({ titles: ['Short'], days: ['2026-11-19 Short'] });

  await call(ana, 'DELETE', `/api/calendar/${entryId}`);
  await api.work();
  expect(await watch(ana)).toEqual(EMPTY);
  expect(await countItems(ana)).toBe(0);
});

test('it is taken off the watch, and sent again', async () => {
  const ana = await api.signUpConnected('ana');
  const entryId = await addAndSchedule(ana);
  await call(ana, 'DELETE', `/api/garmin/calendar/${entryId}`);
  expect(await deliveries(ana)).toMatchObject([{ entryId, state: 'leaving' }]);
  // Sent again before the worker removed it.
  await schedule(ana, entryId);
  await api.work();
  expect(await watch(ana)).toMatchObject({ days: [`${DAY} Tonight`] });
  await call(ana, 'DELETE', `/api/garmin/calendar/${entryId}`);
  await api.work();
  expect(await watch(ana)).toEqual(EMPTY);
  expect(await countItems(ana)).toBe(0);
});

test('a workout that is changed for one day takes the place of the day it was', async () => {
  const ana = await api.signUpConnected('ana');
  const { workoutId, entryId } = await addOfLibrary(ana);
  const other = await call(ana, 'POST', '/api/calendar', { workoutId, day: '2026-11-20' });
  for (const id of [entryId, other.id]) await schedule(ana, id);
  await api.work();

  await change(ana, entryId, {});
  expect(await deliveries(ana)).toMatchObject([
    { entryId: other.id, workoutId, state: 'sent' },
    { entryId, workoutId: entryId, state: 'waiting' },
  ]);
  await api.work();
  expect(await watch(ana)).toEqual({
    titles: ['Five by one', 'Tonight'],
    days: [`${DAY} Tonight`, '2026-11-20 Five by one'],
  });
  await call(ana, 'DELETE', `/api/auth/workouts/${workoutId}`);
  await api.work();
  expect(await watch(ana)).toEqual({ titles: ['Tonight'], days: [`${DAY} Tonight`] });
});

test('an entry that was not sent is not sent when it gets its own script', async () => {
  const ana = await api.signUpConnected('ana');
  const { entryId } = await addOfLibrary(ana);
  await change(ana, entryId, {});
  await api.work();
  expect(await watch(ana)).toEqual(EMPTY);
});

test('only a run can be sent, and an entry that becomes a rest day leaves the watch', async () => {
  const ana = await api.signUpConnected('ana');
  const rest = await addOwn(ana, { kind: 'rest', title: 'Rest', script: '' }, '2026-11-18');
  const refused = await api.call(ana, 'PUT', `/api/garmin/calendar/${rest}`);
  expect(refused.json()).toMatchObject({
    code: 'NOT_ACCEPTED',
    detail: 'Only runs can be sent to Garmin',
  });

  const entryId = await addAndSchedule(ana);
  await change(ana, entryId, { kind: 'rest', title: 'Rest', script: '' });
  await api.work();
  expect(await watch(ana)).toEqual(EMPTY);
});

test('a change that a watch cannot run is shown, and Garmin keeps the version before', async () => {
  const ana = await api.signUpConnected('ana');
  const entryId = await addAndSchedule(ana);
  await change(ana, entryId, { script: `${'1m E + '.repeat(120)}1m E` });
  await api.work();
  expect(await deliveries(ana)).toMatchObject([{ state: 'failed', problem: 'unsendable' }]);
  await change(ana, entryId, { script: '25m E' });
  await api.work();
  expect(await deliveries(ana)).toMatchObject([{ state: 'sent', problem: null }]);
});

test('the days of a plan follow its changes, its pause and its end', async () => {
  const ana = await api.signUpConnected('ana');
  const { id, entries } = await startSeason(ana, planOf('30m E', '40m E'));
  for (const entry of entries) await schedule(ana, entry.id);
  await api.work();
  const days = (await watch(ana)).days.map((day) => day.slice(0, 10));
  expect(days).toEqual(['2026-11-16', '2026-11-17']);

  await act(ana, id, { kind: 'move', days: 2 });
  await api.work();
  expect((await watch(ana)).days.map((day) => day.slice(0, 10))).toEqual([
    '2026-11-18',
    '2026-11-19',
  ]);

  await act(ana, id, { kind: 'pause' });
  await api.work();
  expect(await watch(ana)).toEqual(EMPTY);
  await act(ana, id, { kind: 'resume', how: 'here' });
  await api.work();
  expect((await watch(ana)).days).toHaveLength(2);

  await act(ana, id, { kind: 'text', text: planOf('35m E', 'rest') });
  await api.work();
  expect(await watch(ana)).toMatchObject({ titles: [expect.stringContaining('35')] });
  await act(ana, id, { kind: 'end', how: 'remove' });
  await api.work();
  expect(await watch(ana)).toEqual(EMPTY);
  expect(await countItems(ana)).toBe(0);
});

test('a skipped day of a plan leaves the watch, and is on it again when that is undone', async () => {
  const ana = await api.signUpConnected('ana');
  const { id, entries } = await startSeason(ana, planOf('30m E', '40m E'));
  for (const entry of entries) await schedule(ana, entry.id);
  await api.work();
  const before = await watch(ana);
  const skip = { kind: 'skip', from: '2026-11-16', to: '2026-11-16' };
  const skipped = await act(ana, id, skip);
  expect(await deliveries(ana)).toMatchObject([{ state: 'leaving' }, { state: 'sent' }]);
  await api.work();
  expect((await watch(ana)).days).toEqual(before.days.slice(1));
  // Nothing is said of the day while it is skipped.
  expect((await deliveries(ana)).map(({ entryId }) => entryId)).toEqual([entries[1]?.id]);
  expect(await call(ana, 'GET', '/api/garmin/status')).toMatchObject({ waitingCount: 0 });

  await call(ana, 'POST', `/api/seasons/${id}/undo`, { actionId: skipped.actions[0].id });
  expect(await deliveries(ana)).toMatchObject([{ state: 'waiting' }, { state: 'sent' }]);
  await api.work();
  expect(await watch(ana)).toEqual(before);

  // Undone before the worker removed it, and put back without an undo.
  const again = await act(ana, id, skip);
  await call(ana, 'POST', `/api/seasons/${id}/undo`, { actionId: again.actions[0].id });
  await api.work();
  expect(await watch(ana)).toEqual(before);
  await act(ana, id, skip);
  await api.work();
  await call(ana, 'PUT', `/api/calendar/${entries[0]?.id}/content`, { content: null });
  await api.work();
  expect(await watch(ana)).toEqual(before);
});

test('days that a push has dropped are on the watch again when that is undone', async () => {
  const ana = await api.signUpConnected('ana');
  const weeks = 'plan Three weeks\nweeks 1-3\n  Tue 40m E\nweek 3\n  Sun race 10km';
  const { id, entries } = await startSeason(ana, weeks);
  const [, second, third] = entries;
  for (const entry of entries) await schedule(ana, entry.id);
  await call(ana, 'DELETE', `/api/garmin/calendar/${third?.id}`);
  await api.work();
  const before = await watch(ana);
  const push = { kind: 'push', from: '2026-11-16', to: '2026-11-16', drop: '2026-11-23' };
  const pushed = await act(ana, id, push);
  await api.work();
  expect(await listEntries(ana)).not.toContainEqual(expect.objectContaining({ id: second?.id }));
  expect(await watch(ana)).not.toEqual(before);

  await call(ana, 'POST', `/api/seasons/${id}/undo`, { actionId: pushed.actions[0].id });
  await api.work();
  expect(await watch(ana)).toEqual(before);
});

test('skipped days without a plan leave the watch, and are on it again when that is undone', async () => {
  const ana = await api.signUpConnected('ana');
  const own = await addOwn(ana);
  const { workoutId, entryId } = await addOfLibrary(ana);
  const other = await call(ana, 'POST', '/api/calendar', { workoutId, day: '2026-11-20' });
  const unsent = await addOwn(ana, { title: 'Unsent' });
  for (const id of [own, entryId, other.id]) await schedule(ana, id);
  await api.work();
  const before = await watch(ana);
  expect(before.days).toHaveLength(3);
  const days = [own, entryId, unsent].map((id) => ({ id, day: DAY }));

  const skip = () => call(ana, 'PUT', '/api/calendar/changes', { skips: days });
  const putBack = async () => {
    await call(ana, 'PUT', '/api/calendar/changes', { returns: days });
    await api.work();
    expect(await watch(ana)).toEqual(before);
    expect(await deliveries(ana)).toMatchObject([
      { state: 'sent' },
      { state: 'sent' },
      { entryId: other.id, state: 'sent' },
    ]);
  };

  await skip();
  await api.work();
  expect(await watch(ana)).toEqual({ titles: ['Five by one'], days: ['2026-11-20 Five by one'] });
  expect(await deliveries(ana)).toMatchObject([{ entryId: other.id, state: 'sent' }]);
  await putBack();
  // Before the worker has removed them.
  await skip();
  await putBack();

  // What is removed while it is skipped leaves nothing behind.
  await skip();
  await call(ana, 'PUT', '/api/calendar/changes', { removals: days });
  await call(ana, 'DELETE', `/api/calendar/${other.id}`);
  await api.work();
  expect(await watch(ana)).toEqual(EMPTY);
  expect(await countItems(ana)).toBe(0);
});

test('a workout that was changed for one day is that workout on the watch when that is undone', async () => {
  const ana = await api.signUpConnected('ana');
  const { workoutId, entryId } = await addOfLibrary(ana);
  await schedule(ana, entryId);
  await change(ana, entryId, {});
  await api.work();
  await call(ana, 'PUT', `/api/calendar/${entryId}/content`, { content: null, workoutId });
  expect(await deliveries(ana)).toMatchObject([{ entryId, workoutId, state: 'waiting' }]);
  await api.work();
  expect(await watch(ana)).toEqual({ titles: ['Five by one'], days: [`${DAY} Five by one`] });
});

test('two workers for one entry create its workout once', async () => {
  const ana = await api.signUpConnected('ana');
  const entryId = await addOwn(ana);
  await Promise.all([schedule(ana, entryId), schedule(ana, entryId)]);
  const replicas = [api.garmin, await api.openReplica(), await api.openReplica()];
  await Promise.allSettled(replicas.map(({ reconcile }) => reconcile(ana.userId, RUN)));
  await api.work();
  expect(await watch(ana)).toEqual({ titles: ['Tonight'], days: [`${DAY} Tonight`] });
});

test('a lost response is unknown until the athlete chooses, and nothing is created twice', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.planFault({ kind: 'cut-after', path: CREATE });
  const entryId = await addAndSchedule(ana);
  await change(ana, entryId, { title: 'Changed' });
  await api.work();
  expect(await deliveries(ana)).toMatchObject([{ workoutId: entryId, state: 'unknown' }]);
  expect((await watch(ana)).titles).toEqual(['Tonight']);

  const url = `/api/garmin/workouts/${entryId}/choice`;
  await call(ana, 'POST', url, { choice: 'send-again' });
  await api.work();
  expect(await deliveries(ana)).toMatchObject([{ state: 'sent' }]);
  expect(await watch(ana)).toEqual({
    titles: ['Changed', 'Tonight'],
    days: [`${DAY} Changed`],
  });
});

test('an entry whose response was lost is deleted here with the entry', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.planFault({ kind: 'cut-after', path: CREATE });
  const entryId = await addAndSchedule(ana);
  await call(ana, 'DELETE', `/api/calendar/${entryId}`);
  await api.work();
  expect(await countItems(ana)).toBe(0);
});

test('connecting again creates no entry twice, and an account takes its entries with it', async () => {
  const ana = await api.signUpConnected('ana');
  const entryId = await addAndSchedule(ana);
  const unsent = await addOwn(ana, { title: 'Unsent' }, '2026-11-18');
  await schedule(ana, unsent);
  await call(ana, 'POST', '/api/garmin/disconnect');
  expect(await countItems(ana)).toBe(2);
  await api.connect(ana, { account: ana.account });
  await schedule(ana, entryId);
  await api.work();
  expect(await watch(ana)).toEqual({ titles: ['Tonight'], days: [`${DAY} Tonight`] });

  const exported = await call(ana, 'GET', '/api/account/export');
  expect(exported.garmin.workouts).toMatchObject([
    { workoutId: null, entryId, title: 'Tonight', days: [{ entryId, day: DAY }] },
  ]);
  await api.db.query(sql`delete from app_user where user_id = ${ana.userId}`);
  expect(await countItems(ana)).toBe(0);
});

test('workouts in old paces are listed once each, for themselves or for their first day ahead', async () => {
  const ana = await api.signUpConnected('ana');
  const own = await addAndSchedule(ana);
  const past = await addOwn(ana, { title: 'Past' }, '2026-11-10');
  const { workoutId, entryId } = await addOfLibrary(ana, 'Twice', '2026-11-20');
  const earlier = await call(ana, 'POST', '/api/calendar', { workoutId, day: '2026-11-19' });
  const { workoutId: sent } = await addOfLibrary(ana, 'For itself');
  for (const id of [past, entryId, earlier.id]) await schedule(ana, id);
  await call(ana, 'PUT', `/api/garmin/workouts/${sent}`);
  await api.work();
  const outdated = async () => {
    const listed = await call(ana, 'GET', '/api/garmin/outdated?from=2026-11-17');
    const { deliveries: all } = listOutdatedDeliveries.reply.parse(listed);
    return new Set(all.map((delivery) => delivery.entryId ?? delivery.workoutId));
  };
  expect(await outdated()).toEqual(new Set());

  await call(ana, 'PUT', '/api/user/paces', { trainingPaces: trainingPaces(52), vdot: 52 });
  expect(await outdated()).toEqual(new Set([own, earlier.id, sent]));
  for (const id of [own, earlier.id]) await schedule(ana, id);
  await call(ana, 'PUT', `/api/garmin/workouts/${sent}`);
  expect(await outdated()).toEqual(new Set());
  await api.work();
  expect(await outdated()).toEqual(new Set());
  expect((await deliveries(ana)).filter((each) => each.pacesChanged)).toMatchObject([
    { entryId: past },
  ]);
});

test('a workout that was deleted at Garmin, or is done, is not listed as outdated', async () => {
  const ana = await api.signUpConnected('ana');
  const done = await addAndSchedule(ana);
  const entryId = await addAndSchedule(ana, { title: 'Deleted there' });
  const { workouts } = await api.fakeGarmin.control.snapshot();
  const remote = workouts.find(({ body }) => body['workoutName'] === 'Deleted there');
  await api.fakeGarmin.control.deleteWorkout({ workoutId: String(remote?.workoutId) });
  await change(ana, entryId, { title: 'Changed' });
  await api.work();
  await call(ana, 'PUT', `/api/calendar/${done}/done`);
  await call(ana, 'PUT', '/api/user/paces', { trainingPaces: trainingPaces(52), vdot: 52 });
  expect(await call(ana, 'GET', '/api/garmin/outdated?from=2026-11-17')).toEqual({
    deliveries: [],
  });
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('send' as const) }),
  fc.record({ kind: fc.constant('take off' as const) }),
  fc.record({ kind: fc.constant('work' as const) }),
  fc.record({ kind: fc.constant('change' as const), title: fc.constantFrom('A', 'B', 'C') }),
  fc.record({
    kind: fc.constant('move' as const),
    day: fc.constantFrom('2026-11-18', '2026-11-19'),
  }),
);

test('after any changes the entry is on its day once, or not at all', async () => {
  const ana = await api.signUpConnected('ana');
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 12 }), async (isOwn, steps) => {
      const entryId = isOwn ? await addOwn(ana) : (await addOfLibrary(ana)).entryId;
      let [title, day, isSent] = [isOwn ? 'Tonight' : 'Five by one', DAY, false];
      for (const each of steps)
        switch (each.kind) {
          case 'send':
            await schedule(ana, entryId);
            isSent = true;
            break;
          case 'take off':
            await call(ana, 'DELETE', `/api/garmin/calendar/${entryId}`);
            isSent = false;
            break;
          case 'work':
            await api.work();
            break;
          case 'change':
            await change(ana, entryId, { title: each.title });
            title = each.title;
            break;
          case 'move':
            await move(ana, entryId, each.day);
            day = each.day;
        }
      await api.work();
      expect(await watch(ana)).toEqual(
        isSent ? { titles: [title], days: [`${day} ${title}`] } : EMPTY,
      );
      await call(ana, 'DELETE', `/api/calendar/${entryId}`);
      await api.work();
      expect(await watch(ana)).toEqual(EMPTY);
      expect(await countItems(ana)).toBe(0);
    }),
    { numRuns: 40 },
  );
});
