import {
  type CalendarEntry,
  calendarEntry,
  MAX_WORKOUTS_PER_DAY,
  type SavedWorkout,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES, trainingPaces } from '@pacewright/pace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { readsOf, withoutTimeout, HAS_TWO_SERVERS } from '../../testing/scale.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

let time = Date.parse('2026-11-16T06:00:00Z');
let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ now: () => new Date((time += 1)) });
});
afterAll(() => api.close());

const TUESDAY = '2026-11-17';
const WEDNESDAY = '2026-11-18';
const NOBODYS = '018f6f0e-0000-7000-8000-000000000000';

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

function request(athlete: Athlete, method: Method, url: string, payload?: object, key?: string) {
  const headers = { ...athlete.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  return api.app.inject({ method, url, headers, ...(payload && { payload }) });
}

async function saveWorkout(athlete: Athlete, title = 'Tempo 20'): Promise<SavedWorkout> {
  const workout = { title, script: '15m E + 20m T + 10m E' };
  return (await request(athlete, 'POST', '/api/auth/workouts', { workout })).json();
}

const changeScript = (athlete: Athlete, { id, title, version }: SavedWorkout, script: string) =>
  request(athlete, 'PUT', `/api/auth/workouts/${id}`, { workout: { title, script }, version });
const deleteWorkout = (athlete: Athlete, { id }: SavedWorkout) =>
  request(athlete, 'DELETE', `/api/auth/workouts/${id}`);
const restoreWorkout = (athlete: Athlete, { id }: SavedWorkout) =>
  request(athlete, 'POST', `/api/auth/workouts/${id}/restore`);

const add = (
  athlete: Athlete,
  { id }: SavedWorkout,
  day = TUESDAY,
  more: object = {},
  key?: string,
) => request(athlete, 'POST', '/api/calendar', { workoutId: id, day, ...more }, key);
const added = async (...entry: Parameters<typeof add>): Promise<CalendarEntry> =>
  (await add(...entry)).json();
const move = (athlete: Athlete, { id }: CalendarEntry, day: string, position?: number) =>
  request(athlete, 'PUT', `/api/calendar/${id}`, { day, position });
const markDone = (athlete: Athlete, { id }: CalendarEntry) =>
  request(athlete, 'PUT', `/api/calendar/${id}/done`);
const markUndone = (athlete: Athlete, { id }: CalendarEntry) =>
  request(athlete, 'DELETE', `/api/calendar/${id}/done`);
const remove = (athlete: Athlete, { id }: CalendarEntry) =>
  request(athlete, 'DELETE', `/api/calendar/${id}`);

async function list(athlete: Athlete, from = '2026-11-01', to = '2026-11-30') {
  const answered = await request(athlete, 'GET', `/api/calendar?from=${from}&to=${to}`);
  return answered.json().entries as CalendarEntry[];
}

test('an added entry contains its workout', async () => {
  const ana = await api.signUp('ana');
  const { id, title, script, reading } = await saveWorkout(ana);

  const entry = await added(ana, { id } as SavedWorkout);

  expect(calendarEntry.parse(entry)).toEqual(entry);
  expect(entry).toMatchObject({ day: TUESDAY, workoutId: id, title, script, reading, done: null });
  expect(await list(ana)).toEqual([entry]);
});

test('a list contains the range of days, inclusive and in order', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  for (const day of ['2026-11-30', '2026-10-31', TUESDAY, '2026-11-01', '2026-12-01', TUESDAY])
    await add(ana, workout, day);
  const days = (await list(ana)).map(({ day }) => day);
  expect(days).toEqual(['2026-11-01', TUESDAY, TUESDAY, '2026-11-30']);
});

test.each([
  ['to=2026-11-01', '/to'],
  ['from=2026-11-01&to=2026-10-31', '/to'],
  ['from=2026-01-01&to=2027-02-05', '/to'],
  ['from=2026-02-30&to=2026-03-01', '/from'],
  ['from=0001-01-01&to=0001-01-02', '/from'],
])('a list with %s is rejected with its field', async (query, at) => {
  const ana = await api.signUp('ana');
  const rejected = (await request(ana, 'GET', `/api/calendar?${query}`)).json();
  expect(rejected).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  expect(rejected.errors[0]).toMatchObject({ at });
});

test('without a last day, a list contains everything from the first day on', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  for (const day of ['2026-10-31', TUESDAY, '2031-01-01']) await add(ana, workout, day);
  const listed = (await request(ana, 'GET', `/api/calendar?from=${TUESDAY}`)).json();
  expect(listed.entries).toMatchObject([{ day: TUESDAY }, { day: '2031-01-01' }]);
});

test('a range may have 400 days', async () => {
  const ana = await api.signUp('ana');
  const answered = await request(ana, 'GET', '/api/calendar?from=2026-01-01&to=2027-02-04');
  expect(answered.json()).toEqual({ entries: [] });
});

test('other athletes cannot see, change or use an entry', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const workout = await saveWorkout(ana);
  const entry = await added(ana, workout);

  expect((await add(ben, workout)).json()).toMatchObject({
    status: 422,
    errors: [{ at: '/workoutId' }],
  });
  for (const attempt of [
    move(ben, entry, WEDNESDAY),
    markDone(ben, entry),
    markUndone(ben, entry),
    remove(ben, entry),
  ])
    expect((await attempt).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await list(ben)).toEqual([]);
  expect(await list(ana)).toEqual([entry]);
});

test('a retried or concurrent identical addition creates one entry', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => add(ana, workout, TUESDAY, { position: 0 }, 'drop-1')),
  );
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(await list(ana)).toHaveLength(1);

  const other = await add(ana, workout, WEDNESDAY, {}, 'drop-1');
  expect(other.json()).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('an edit changes all entries that are not done', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const [first, second, third] = [
    await added(ana, workout, '2026-11-10'),
    await added(ana, workout, TUESDAY),
    await added(ana, workout, '2026-11-24'),
  ];
  await markDone(ana, first);
  await changeScript(ana, workout, '15m E + 25m T + 10m E');

  expect(await list(ana)).toMatchObject([
    { id: first.id, script: workout.script, reading: workout.reading },
    { id: second.id, script: '15m E + 25m T + 10m E' },
    { id: third.id, script: '15m E + 25m T + 10m E' },
  ]);
});

test('a done entry stores the paces it was run in', async () => {
  const ana = await api.signUp('ana');
  const savePaces = (vdot: number) =>
    request(ana, 'PUT', '/api/user/paces', { trainingPaces: trainingPaces(vdot), vdot });
  const workout = await saveWorkout(ana);
  const before = await added(ana, workout);
  const after = await added(ana, workout, WEDNESDAY);

  expect((await markDone(ana, before)).json().done.paces).toEqual({
    trainingPaces: DEFAULT_TRAINING_PACES,
  });
  await savePaces(50);
  const done = (await markDone(ana, after)).json();
  await savePaces(52);

  expect(calendarEntry.parse(done)).toEqual(done);
  expect((await list(ana)).at(-1)).toEqual(done);
  expect(done.done.paces).toEqual({ trainingPaces: trainingPaces(50), vdot: 50 });
});

test('marking done is idempotent, and undoing it references the workout again', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const entry = await added(ana, workout);

  const done = (await markDone(ana, entry)).json();
  await changeScript(ana, workout, '45m E');
  expect((await markDone(ana, entry)).json()).toEqual(done);

  const undone = (await markUndone(ana, entry)).json();
  expect(undone).toMatchObject({ id: entry.id, script: '45m E', done: null });
  expect((await markUndone(ana, entry)).json()).toEqual(undone);
});

test('planned entries of a deleted workout are hidden until it is restored, done entries stay', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const done = (await markDone(ana, await added(ana, workout, '2026-11-10'))).json();
  const open = await added(ana, workout);

  await deleteWorkout(ana, workout);
  expect(await list(ana)).toEqual([{ ...done, workoutId: null }]);
  for (const attempt of [move(ana, open, WEDNESDAY), markDone(ana, open)])
    expect((await attempt).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await markUndone(ana, done)).json()).toMatchObject({
    status: 422,
    detail: 'The workout has been deleted. Restore it first',
  });
  expect((await add(ana, workout)).json()).toMatchObject({
    status: 422,
    errors: [{ at: '/workoutId' }],
  });

  await restoreWorkout(ana, workout);
  expect(await list(ana)).toEqual([done, open]);
});

test('a done entry outlives its permanently deleted workout', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const done = (await markDone(ana, await added(ana, workout, '2026-11-10'))).json();
  await added(ana, workout);
  await deleteWorkout(ana, workout);

  time += 31 * 24 * 3600 * 1000;
  await request(ana, 'GET', '/api/auth/deleted-workouts');

  const { rows } = await api.db.query(sql`select 1 from workout where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
  expect(await list(ana)).toEqual([{ ...done, workoutId: null }]);
});

test('an entry moves to a day and a position', async () => {
  const ana = await api.signUp('ana');
  const titles = async (day: string) => (await list(ana, day, day)).map(({ title }) => title);
  const entries: Record<string, CalendarEntry> = {};
  for (const title of ['A', 'B', 'C', 'D'])
    entries[title] = await added(ana, await saveWorkout(ana, title));
  const { A, B, D } = entries as Record<'A' | 'B' | 'D', CalendarEntry>;
  expect(await titles(TUESDAY)).toEqual(['A', 'B', 'C', 'D']);

  expect((await move(ana, D, TUESDAY, 0)).json()).toEqual({ ...D, position: 0 });
  expect(await titles(TUESDAY)).toEqual(['D', 'A', 'B', 'C']);
  await move(ana, D, TUESDAY, 2);
  expect(await titles(TUESDAY)).toEqual(['A', 'B', 'D', 'C']);
  await move(ana, A, TUESDAY);
  expect(await titles(TUESDAY)).toEqual(['B', 'D', 'C', 'A']);

  await move(ana, B, WEDNESDAY);
  await move(ana, A, WEDNESDAY, 0);
  expect(await titles(TUESDAY)).toEqual(['D', 'C']);
  expect(await titles(WEDNESDAY)).toEqual(['A', 'B']);

  const inBetween = await saveWorkout(ana, 'In between');
  await add(ana, inBetween, WEDNESDAY, { position: 1 });
  expect(await titles(WEDNESDAY)).toEqual(['A', 'In between', 'B']);
});

test('a day begins with the morning and ends with the afternoon, wherever an entry is moved', async () => {
  const ana = await api.signUp('ana');
  const titles = async (day: string) =>
    (await list(ana, day, day)).map(({ title, timeOfDay }) => `${title} ${timeOfDay}`);
  const put = ({ id }: CalendarEntry, body: object) =>
    request(ana, 'PUT', `/api/calendar/${id}`, { day: TUESDAY, ...body });
  const long = await added(ana, await saveWorkout(ana, 'Long'), TUESDAY, { timeOfDay: 'pm' });
  const easy = await added(ana, await saveWorkout(ana, 'Easy'));
  const content = { kind: 'other', title: 'Strength', script: '' };
  const body = { content, day: TUESDAY, timeOfDay: 'am' };
  await request(ana, 'POST', '/api/calendar', body);
  expect(await titles(TUESDAY)).toEqual(['Strength am', 'Easy null', 'Long pm']);

  await put(easy, { position: 0 });
  expect(await titles(TUESDAY)).toEqual(['Strength am', 'Easy null', 'Long pm']);
  expect((await put(easy, { timeOfDay: 'am' })).json()).toMatchObject({ timeOfDay: 'am' });
  expect(await titles(TUESDAY)).toEqual(['Strength am', 'Easy am', 'Long pm']);
  await put(easy, { position: 0 });
  expect(await titles(TUESDAY)).toEqual(['Easy am', 'Strength am', 'Long pm']);

  await move(ana, long, WEDNESDAY);
  await move(ana, easy, WEDNESDAY);
  expect(await titles(WEDNESDAY)).toEqual(['Easy am', 'Long pm']);
  await request(ana, 'PUT', `/api/calendar/${long.id}`, { day: WEDNESDAY, timeOfDay: null });
  expect(await titles(WEDNESDAY)).toEqual(['Easy am', 'Long null']);
  const copies = [{ id: crypto.randomUUID(), of: easy.id, day: '2026-11-19' }];
  await request(ana, 'PUT', '/api/calendar/changes', { copies });
  expect(await titles('2026-11-19')).toEqual(['Easy am']);

  const refused = await put(easy, { timeOfDay: 'noon' });
  expect(refused.json()).toMatchObject({ status: 400, errors: [{ at: '/timeOfDay' }] });
});

test('positions ignore hidden entries', async () => {
  const ana = await api.signUp('ana');
  const [hidden, first, second] = [
    await saveWorkout(ana, 'Hidden'),
    await saveWorkout(ana, 'First'),
    await saveWorkout(ana, 'Second'),
  ];
  await add(ana, hidden);
  await add(ana, first);
  const entry = await added(ana, second, WEDNESDAY);
  await deleteWorkout(ana, hidden);

  await move(ana, entry, TUESDAY, 1);
  expect((await list(ana)).map(({ title }) => title)).toEqual(['First', 'Second']);
});

test('a done entry can be moved', async () => {
  const ana = await api.signUp('ana');
  const done = (await markDone(ana, await added(ana, await saveWorkout(ana)))).json();
  expect((await move(ana, done, WEDNESDAY)).json()).toEqual({ ...done, day: WEDNESDAY });
});

test('concurrent moves lose no entry', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const entries: CalendarEntry[] = [];
  for (let count = 0; count < 6; count++) entries.push(await added(ana, workout));

  for (const day of [TUESDAY, WEDNESDAY, TUESDAY, WEDNESDAY]) {
    const moved = await Promise.all(entries.map((entry) => move(ana, entry, day, 0)));
    expect(moved.map(({ statusCode }) => statusCode)).toEqual(entries.map(() => 200));
  }
  const ids = (await list(ana, WEDNESDAY, WEDNESDAY)).map(({ id }) => id);
  expect(ids.sort()).toEqual(entries.map(({ id }) => id).sort());
});

test('a day has at most 20 workouts', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  for (let count = 0; count < 20; count++) await add(ana, workout);
  const full = {
    status: 422,
    detail: 'A day can have up to 20 workouts. Choose another day',
    errors: [{ at: '/day' }],
  };
  expect((await add(ana, workout)).json()).toMatchObject(full);
  const elsewhere = await added(ana, workout, WEDNESDAY);
  expect((await move(ana, elsewhere, TUESDAY)).json()).toMatchObject(full);

  const [first] = await list(ana, TUESDAY, TUESDAY);
  expect((await move(ana, first as CalendarEntry, TUESDAY)).statusCode).toBe(200);
});

test('a removed entry can be added again, and its workout stays', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const entry = await added(ana, workout);

  expect((await remove(ana, entry)).statusCode).toBe(204);
  expect((await remove(ana, entry)).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await list(ana)).toEqual([]);

  expect(await added(ana, workout)).toMatchObject({ day: TUESDAY, workoutId: workout.id });
});

test.each([
  [{ workoutId: NOBODYS, day: TUESDAY }, 422, '/workoutId'],
  [{ workoutId: 'mine', day: TUESDAY }, 400, '/workoutId'],
  [{ workoutId: NOBODYS, day: '17 November' }, 400, '/day'],
  [{ workoutId: NOBODYS, day: '1969-12-31' }, 400, '/day'],
  [{ workoutId: NOBODYS, day: TUESDAY, position: -1 }, 400, '/position'],
])('adding %j is rejected with its field', async (body, status, at) => {
  const ana = await api.signUp('ana');
  const rejected = (await request(ana, 'POST', '/api/calendar', body)).json();
  expect(rejected).toMatchObject({ status, errors: [{ at }] });
});

test('a month reads only its own index range', async ({ skip }) => {
  skip(HAS_TWO_SERVERS);
  const ana = await api.signUp('ana');
  await withoutTimeout(api.db, async (query) => {
    await query(`
      insert into workout (user_id, workout_id, title, title_key, script, notes, tags, reading, search,
        created_at, updated_at)
      select user_id, md5(user_id::text || n)::uuid, 'Easy', 'easy', '45m E', '', '[]',
        '{"workout":{"items":[]},"mistakeCount":0,"mistakes":[]}', '', now(), now()
      from app_user, generate_series(1, case user_id when '${ana.userId}' then 3000 else 50 end) n`);
    await query(`
      insert into calendar_entry (user_id, entry_id, day, position, workout_id)
      select user_id, workout_id, date '2020-01-01' + (row_number() over (partition by user_id))::int,
        0, workout_id
      from workout
      where title = 'Easy'`);
    await query('vacuum analyze workout');
    await query('vacuum analyze calendar_entry');
  });

  const url = '/api/calendar?from=2021-03-01&to=2021-03-31';
  const reads = await readsOf(api, async (app) => {
    const answered = await app.inject({ url, headers: ana.headers });
    expect(answered.json().entries).toHaveLength(31);
  });
  expect(reads.map(({ rows }) => rows)).toEqual([31, 31]);
});

test('without a range the whole calendar is returned', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const days = ['1970-01-01', '2026-11-17', '2199-12-31'];
  for (const day of days) await added(ana, workout, day);
  const { entries } = (await request(ana, 'GET', '/api/calendar')).json();
  expect(entries.map(({ day }: CalendarEntry) => day)).toEqual(days);

  const rejected = await request(ana, 'GET', '/api/calendar?to=2026-11-17');
  expect(rejected.json()).toMatchObject({
    status: 400,
    errors: [{ at: '/to', message: 'from is required with to' }],
  });
});

test('the days ahead are those of planned workouts', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const [easy, tempo, gone] = [
    await saveWorkout(ana),
    await saveWorkout(ana),
    await saveWorkout(ana),
  ];
  await added(ana, easy, '2026-11-16');
  await markDone(ana, await added(ana, easy, TUESDAY));
  await added(ana, easy, '2027-01-02');
  await added(ana, tempo, WEDNESDAY);
  await added(ana, easy, WEDNESDAY);
  await added(ana, gone, WEDNESDAY);
  await request(ana, 'DELETE', `/api/auth/workouts/${gone.id}`);

  const url = `/api/calendar/days?from=${TUESDAY}`;
  expect((await request(ana, 'GET', url)).json()).toEqual({
    days: [
      { workoutId: tempo.id, day: WEDNESDAY },
      { workoutId: easy.id, day: WEDNESDAY },
      { workoutId: easy.id, day: '2027-01-02' },
    ],
  });
  expect((await request(ben, 'GET', url)).json()).toEqual({ days: [] });
});

test('hidden entries do not fill a day', async () => {
  const ana = await api.signUp('ana');
  const [gone, tempo] = [await saveWorkout(ana, 'Gone'), await saveWorkout(ana)];
  for (let entry = 0; entry < 20; entry++) await add(ana, gone);
  expect((await add(ana, tempo)).statusCode).toBe(422);
  const elsewhere = await added(ana, tempo, WEDNESDAY);

  await deleteWorkout(ana, gone);
  expect((await add(ana, tempo)).statusCode).toBe(200);
  expect((await move(ana, elsewhere, TUESDAY)).statusCode).toBe(200);
});

test('the export contains entries of deleted workouts', async () => {
  const ana = await api.signUp('ana');
  const tempo = await saveWorkout(ana);
  const planned = await added(ana, tempo);
  await deleteWorkout(ana, tempo);
  const exported = (await request(ana, 'GET', '/api/account/export')).json();
  expect(exported.calendar).toMatchObject([{ id: planned.id, day: TUESDAY, workoutId: tempo.id }]);
});

test('the calendar is in the export, and is deleted with the account', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const done = (await markDone(ana, await added(ana, workout))).json();
  const open = await added(ana, workout, WEDNESDAY);
  const exported = (await request(ana, 'GET', '/api/account/export')).json();
  expect(exported.calendar).toEqual([done, open]);

  expect((await request(ana, 'DELETE', '/api/account')).statusCode).toBe(204);
  const { rows } = await api.db.query(
    sql`select 1 from calendar_entry where user_id = ${ana.userId}`,
  );
  expect(rows).toEqual([]);
});

const CLUB = { kind: 'run', title: 'Club night', script: '15m E + 20m T', notes: 'flat' };
const addOwn = (athlete: Athlete, content: object = CLUB, more: object = {}, key?: string) =>
  request(athlete, 'POST', '/api/calendar', { content, day: TUESDAY, ...more }, key);
const changeContent = (athlete: Athlete, { id }: CalendarEntry, content: object) =>
  request(athlete, 'PUT', `/api/calendar/${id}/content`, { content });

test('an entry can have its own content, without a workout in the library', async () => {
  const ana = await api.signUp('ana');
  const entry = (await addOwn(ana, CLUB, {}, 'key-1')).json();
  expect(calendarEntry.parse(entry)).toEqual(entry);
  expect(entry).toMatchObject({
    workoutId: null,
    title: 'Club night',
    script: '15m E + 20m T',
    own: { kind: 'run', notes: 'flat', alternatives: [] },
    season: null,
    reading: { mistakeCount: 0 },
  });
  expect((await addOwn(ana, CLUB, {}, 'key-1')).json()).toEqual(entry);
  expect(await list(ana)).toEqual([entry]);
  const url = `/api/calendar/days?from=${TUESDAY}`;
  expect((await request(ana, 'GET', url)).json()).toEqual({ days: [] });
});

test('an entry with its own content is moved, done with its paces, undone and removed', async () => {
  const ana = await api.signUp('ana');
  const entry: CalendarEntry = (await addOwn(ana)).json();
  await move(ana, entry, WEDNESDAY);
  const done = (await markDone(ana, entry)).json();
  expect(done).toMatchObject({
    day: WEDNESDAY,
    title: 'Club night',
    done: { paces: { trainingPaces: DEFAULT_TRAINING_PACES } },
  });
  expect((await changeContent(ana, entry, { ...CLUB, script: '10m E' })).json()).toMatchObject({
    code: 'NOT_ACCEPTED',
    detail: 'You’ve marked this as done. Unmark it to edit it',
  });
  expect((await markUndone(ana, entry)).json()).toEqual({ ...entry, day: WEDNESDAY });
  expect((await remove(ana, entry)).statusCode).toBe(204);
  expect(await list(ana)).toEqual([]);
});

test('one day of a workout is changed, and neither the library nor another day', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const [tonight, later] = [await added(ana, workout), await added(ana, workout, WEDNESDAY)];
  const changed = (await changeContent(ana, tonight, CLUB)).json();
  expect(changed).toMatchObject({ id: tonight.id, workoutId: null, title: 'Club night' });
  expect(await list(ana)).toEqual([changed, later]);
  const saved = await request(ana, 'GET', `/api/auth/workouts/${workout.id}`);
  expect(saved.json()).toEqual(workout);
  // It no longer depends on the workout.
  await deleteWorkout(ana, workout);
  expect(await list(ana)).toEqual([changed]);
});

test('a change of one day is refused when another device has changed it, or its workout', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const entry = await added(ana, workout);
  const save = (content: object | null, version: number | undefined) =>
    request(ana, 'PUT', `/api/calendar/${entry.id}/content`, { content, version });

  const { title, script } = workout;
  const edited = { title: `${title} 2`, script, notes: 'By the river' };
  const url = `/api/auth/workouts/${workout.id}`;
  await request(ana, 'PUT', url, { workout: edited, version: workout.version });
  const refused = (await save(CLUB, entry.version)).json();
  expect(refused).toMatchObject({
    status: 409,
    code: 'STALE_VERSION',
    current: { workoutId: workout.id, title: edited.title, notes: edited.notes },
  });

  const changed = (await save(CLUB, refused.current.version)).json();
  expect(changed).toMatchObject({ title: 'Club night', own: { notes: 'flat' } });
  expect(changed.version).toBeGreaterThan(refused.current.version);
  // A retry whose answer was lost, and another device that has not seen the change.
  expect((await save(CLUB, refused.current.version)).json()).toEqual(changed);
  expect((await save({ ...CLUB, notes: '' }, refused.current.version)).json()).toMatchObject({
    code: 'STALE_VERSION',
    current: changed,
  });
  // Undo links it with its workout again.
  const linked = await request(ana, 'PUT', `/api/calendar/${entry.id}/content`, {
    content: null,
    workoutId: workout.id,
    version: changed.version,
  });
  expect(linked.json()).toMatchObject({ workoutId: workout.id, title: edited.title, own: null });
  expect(linked.json().version).toBeGreaterThan(changed.version);
  // A client of an earlier version.
  expect((await save({ ...CLUB, title: 'Any' }, undefined)).json()).toMatchObject({ title: 'Any' });
});

test('a removal is refused when another device has changed, moved or done the entry', async () => {
  const ana = await api.signUp('ana');
  const entry: CalendarEntry = (await addOwn(ana)).json();
  const url = `/api/calendar/${entry.id}`;
  const removeAsSeen = ({ version, day }: CalendarEntry) =>
    request(ana, 'DELETE', `${url}?version=${version}&day=${day}`);
  const current = async () => (await list(ana))[0] as CalendarEntry;

  await request(ana, 'PUT', `${url}/content`, { content: CLUB, version: entry.version });
  const changed = await current();
  expect((await removeAsSeen(entry)).json()).toMatchObject({
    status: 409,
    code: 'STALE_VERSION',
    current: changed,
  });
  await request(ana, 'PUT', url, { day: '2026-11-19' });
  expect((await removeAsSeen(changed)).statusCode).toBe(409);
  const moved = await current();
  await request(ana, 'PUT', `${url}/done`);
  expect((await removeAsSeen(moved)).statusCode).toBe(409);
  await request(ana, 'DELETE', `${url}/done`);
  expect((await removeAsSeen(moved)).statusCode).toBe(204);
  expect((await removeAsSeen(moved)).statusCode).toBe(404);

  // A client of an earlier version.
  const { id } = (await addOwn(ana)).json();
  expect((await request(ana, 'DELETE', `/api/calendar/${id}`)).statusCode).toBe(204);
});

test('a removal is refused when another device has changed its workout', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const { id, version, day } = await added(ana, workout);
  const { title, script } = workout;
  await request(ana, 'PUT', `/api/auth/workouts/${workout.id}`, {
    workout: { title: `${title} 2`, script },
    version: workout.version,
  });
  const url = `/api/calendar/${id}?version=${version}&day=${day}`;
  expect((await request(ana, 'DELETE', url)).json()).toMatchObject({ code: 'STALE_VERSION' });
});

test('a race is found from a day on, and stays one when its content is changed or copied', async () => {
  const ana = await api.signUp('ana');
  await addOwn(ana);
  const berlin = { kind: 'run', title: 'Berlin', script: '42.195km M', isRace: true };
  const race: CalendarEntry = (await addOwn(ana, berlin, { day: '2027-09-26' })).json();
  expect(race.own).toMatchObject({ isRace: true });
  const races = async (from: string) =>
    (await request(ana, 'GET', `/api/calendar?from=${from}&only=races`)).json().entries;
  expect(await races(TUESDAY)).toEqual([race]);
  expect(await races('2027-09-27')).toEqual([]);

  const changed = (await changeContent(ana, race, { ...CLUB, title: 'Berlin' })).json();
  expect(changed.own).toMatchObject({ isRace: true });
  const copy = { id: NOBODYS, of: race.id, day: '2027-09-27' };
  await request(ana, 'PUT', '/api/calendar/changes', { copies: [copy] });
  expect(await races('2027-09-27')).toMatchObject([{ id: NOBODYS, own: { isRace: true } }]);
  const rest = { kind: 'rest', title: 'Ill', script: '', isRace: true };
  expect((await changeContent(ana, race, rest)).json().own).toMatchObject({ isRace: false });
  expect((await changeContent(ana, race, { ...berlin, isRace: false })).json().own).toMatchObject({
    isRace: false,
  });
});

test('content and day change in one request, or neither', async () => {
  const ana = await api.signUp('ana');
  const race: CalendarEntry = (await addOwn(ana)).json();
  const first: CalendarEntry = (await addOwn(ana, CLUB, { day: '2026-11-20' })).json();
  const change = (body: object) => request(ana, 'PUT', `/api/calendar/${race.id}/content`, body);
  const moved = { content: { ...CLUB, title: 'City 10k' }, day: '2026-11-20', position: 0 };
  expect((await change(moved)).json()).toMatchObject({
    title: 'City 10k',
    day: '2026-11-20',
    position: 0,
  });
  expect((await list(ana)).map(({ id }) => id)).toEqual([race.id, first.id]);

  for (let count = 0; count < MAX_WORKOUTS_PER_DAY; count++)
    await addOwn(ana, CLUB, { day: '2026-11-21' });
  const refused = await change({ content: { ...CLUB, title: 'Other' }, day: '2026-11-21' });
  expect(refused.statusCode).toBe(422);
  expect((await list(ana))[0]).toMatchObject({ title: 'City 10k', day: '2026-11-20' });
});

test('options of a day are stored with its content, and no others are accepted than could be chosen', async () => {
  const ana = await api.signUp('ana');
  const alternatives = [{ kind: 'rest', title: '', script: '' }];
  const entry: CalendarEntry = (await addOwn(ana, CLUB, { alternatives })).json();
  expect(entry.own).toMatchObject({ alternatives });
  expect((await changeContent(ana, entry, CLUB)).json().own).toMatchObject({ alternatives });
  const refused = { alternatives: [...alternatives, { kind: 'run', title: 'Club', script: '' }] };
  const url = `/api/calendar/${entry.id}/content`;
  for (const reply of [
    await addOwn(ana, CLUB, refused),
    await request(ana, 'PUT', url, { content: CLUB, ...refused }),
  ])
    expect(reply.json()).toMatchObject({
      code: 'NOT_ACCEPTED',
      errors: [{ at: '/alternatives/1/script' }],
    });
});

test('another activity has no script', async () => {
  const ana = await api.signUp('ana');
  const strength = { kind: 'other', title: 'Strength', script: '' };
  expect((await addOwn(ana, strength)).json()).toMatchObject({ title: 'Strength', script: '' });
});

test.each([
  [{ ...CLUB, title: ' ' }, '/content/title', 'Enter a title'],
  [{ ...CLUB, script: '' }, '/content/script', 'Write a script first, for example 10m E + 20m T'],
  [{ ...CLUB, kind: 'rest' }, '/content/script', 'Only runs can have a script'],
  [
    { ...CLUB, notes: 'x'.repeat(5001) },
    '/content/notes',
    'Notes can have up to 5,000 characters. You have 5,001',
  ],
])('the content %j is not accepted', async (content, at, message) => {
  const ana = await api.signUp('ana');
  const entry = await added(ana, await saveWorkout(ana));
  for (const refused of [await addOwn(ana, content), await changeContent(ana, entry, content)])
    expect(refused.json()).toMatchObject({ code: 'NOT_ACCEPTED', errors: [{ at, message }] });
});

test('an entry needs a workout or its own content, not both', async () => {
  const ana = await api.signUp('ana');
  const { id } = await saveWorkout(ana);
  for (const reply of [
    await addOwn(ana, CLUB, { workoutId: id }),
    await request(ana, 'POST', '/api/calendar', { day: TUESDAY }),
  ])
    expect(reply.json()).toMatchObject({ code: 'INVALID_REQUEST' });
});
