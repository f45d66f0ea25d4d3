import {
  type CalendarEntry,
  deleteWorkouts,
  MAX_BATCH_SCRIPT_LENGTH,
  MAX_WORKOUTS_PER_BATCH,
  MAX_WORKOUTS_PER_DAY,
  type ReplyOf,
  type SavedWorkout,
  saveWorkouts,
} from '@pacewright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkouts } from '../../testing/large-account.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

type Item =
  | { workout: { title: string; script: string; tags?: string[] }; day?: string }
  | { workoutId: string; day: string };

function item(title: string, day?: string) {
  return { workout: { title, script: '20m T', tags: ['old'] }, ...(day && { day }) };
}

function send(athlete: Athlete, url: string, payload?: object, key?: string) {
  const headers = { ...athlete.headers, ...(key && { 'idempotency-key': key }) };
  const method = payload ? 'POST' : 'GET';
  return api.app.inject({ method, url, headers, ...(payload && { payload }) });
}

const save = (athlete: Athlete, workouts: Item[], key?: string) =>
  send(athlete, saveWorkouts.path, { workouts }, key);
const remove = (athlete: Athlete, ids: string[]) => send(athlete, deleteWorkouts.path, { ids });

async function saved(athlete: Athlete, workouts: Item[], key?: string) {
  const answer = await save(athlete, workouts, key);
  expect(answer.statusCode).toBe(200);
  return answer.json<ReplyOf<typeof saveWorkouts>>().workouts;
}

async function titles(athlete: Athlete, query = ''): Promise<string[]> {
  const answer = await send(athlete, `/api/auth/workouts?limit=100${query}`);
  return answer.json<{ workouts: SavedWorkout[] }>().workouts.map(({ title }) => title);
}

async function days(athlete: Athlete): Promise<string[]> {
  const answer = await send(athlete, '/api/calendar');
  const { entries } = answer.json<{ entries: CalendarEntry[] }>();
  return entries.map(({ day, title }) => `${day} ${title}`);
}

test('workouts are saved in order and found by search, and those with a day are on the calendar', async () => {
  const ana = await api.signUp('ana');
  const workouts = await saved(ana, [
    item('One', '2026-12-02'),
    item('Two'),
    item('Three', '2026-12-01'),
    item('Four', '2026-12-02'),
  ]);
  expect(workouts.map(({ entryId }) => entryId !== null)).toEqual([true, false, true, true]);
  expect(await titles(ana)).toEqual(['Four', 'Three', 'Two', 'One']);
  expect(await titles(ana, '&q=two')).toEqual(['Two']);
  expect(await days(ana)).toEqual(['2026-12-01 Three', '2026-12-02 One', '2026-12-02 Four']);
  expect(await titles(await api.signUp('ben'))).toEqual([]);
});

test('a repeated batch is saved once, and its key is not for another one', async () => {
  const ana = await api.signUp('ana');
  const batch = [item('One', '2026-12-02'), item('Two')];
  const key = 'k'.repeat(255);
  const [first, ...others] = await Promise.all(
    Array.from({ length: 3 }, () => saved(ana, batch, key)),
  );
  for (const other of others) expect(other).toEqual(first);
  expect(await titles(ana)).toEqual(['Two', 'One']);
  expect(await days(ana)).toEqual(['2026-12-02 One']);
  for (const changed of [batch.slice(1), [...batch, item('Three')]])
    expect((await save(ana, changed, key)).json()).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  // A key of a single workout is another one.
  const single = { workout: item('Single').workout };
  expect((await send(ana, '/api/auth/workouts', single, key)).statusCode).toBe(200);
});

test('one invalid workout rejects all of them, and is named', async () => {
  const ana = await api.signUp('ana');
  const invalid = await save(ana, [item('One', '2026-12-02'), item(' ')]);
  expect(invalid.json()).toMatchObject({
    code: 'NOT_ACCEPTED',
    errors: [{ at: '/workouts/1/workout/title', message: 'Enter a title' }],
  });
  expect([await titles(ana), await days(ana)]).toEqual([[], []]);
});

test('a batch is bounded in workouts and in characters', async () => {
  const ana = await api.signUp('ana');
  const many = Array.from({ length: MAX_WORKOUTS_PER_BATCH }, (_, index) => item(`No ${index}`));
  expect(await saved(ana, many)).toHaveLength(MAX_WORKOUTS_PER_BATCH);
  const long = { workout: { title: 'Long', script: 'x'.repeat(MAX_BATCH_SCRIPT_LENGTH / 2) } };
  for (const refused of [[], [...many, item('One more')], [long, long, item('Short')]])
    expect((await save(ana, refused)).json()).toMatchObject({ code: 'INVALID_REQUEST' });
  const ids = Array.from({ length: MAX_WORKOUTS_PER_BATCH + 1 }, () => crypto.randomUUID());
  expect((await remove(ana, ids)).json()).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('workouts of the library are put on days without a copy; a repeated batch adds nothing', async () => {
  const [ana, ben] = [await api.signUp('ana'), await api.signUp('ben')];
  const [known] = await saved(ana, [item('Known')]);
  const [theirs] = await saved(ben, [item('Theirs')]);
  const workoutId = known?.id ?? '';
  const batch = [
    { workoutId, day: '2026-12-01' },
    item('New', '2026-12-01'),
    { workoutId, day: '2026-12-03' },
    { workoutId, day: '2026-12-03' },
    { workoutId: theirs?.id ?? '', day: '2026-12-04' },
  ];
  const first = await saved(ana, batch, 'a-key');
  expect(new Set(first.map(({ entryId }) => entryId)).size).toBe(5);
  expect(first[4]?.entryId).toBeNull();
  expect(first.map(({ id }) => id === workoutId)).toEqual([true, false, true, true, false]);
  const again = await saved(ana, batch, 'a-key');
  expect(new Set(again.map(({ entryId }) => entryId))).toEqual(
    new Set(first.map(({ entryId }) => entryId)),
  );
  expect(await titles(ana)).toEqual(['New', 'Known']);
  expect(await days(ana)).toEqual([
    '2026-12-01 Known',
    '2026-12-01 New',
    '2026-12-03 Known',
    '2026-12-03 Known',
  ]);
  const only = await saved(ana, [{ workoutId, day: '2026-12-09' }], 'another-key');
  expect(only).toMatchObject([{ id: workoutId }]);
  for (const refused of [{ workoutId }, { workoutId, ...item('Both', '2026-12-01') }, {}])
    expect((await save(ana, [refused as Item])).json()).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('a full library takes no part of a batch', async () => {
  const ana = await api.signUp('ana');
  await addWorkouts(api.db, ana, { count: 4999 });
  expect((await save(ana, [item('One'), item('Two')])).json()).toMatchObject({
    code: 'LIMIT_REACHED',
  });
  expect(await titles(ana, '&q=one')).toEqual([]);
  expect(await saved(ana, [item('One')])).toHaveLength(1);
});

test('a full day takes no more, and the workouts are in the library', async () => {
  const ana = await api.signUp('ana');
  const many = Array.from({ length: MAX_WORKOUTS_PER_DAY - 1 }, (_, index) =>
    item(`No ${index}`, '2026-12-02'),
  );
  await saved(ana, many);
  const more = await saved(ana, [item('Last', '2026-12-02'), item('Too many', '2026-12-02')]);
  expect(more.map(({ entryId }) => entryId !== null)).toEqual([true, false]);
  expect(await days(ana)).toHaveLength(MAX_WORKOUTS_PER_DAY);
  expect(await titles(ana)).toHaveLength(MAX_WORKOUTS_PER_DAY + 1);
});

test('a deletion takes a batch and its days, can be repeated, and leaves the rest', async () => {
  const [ana, ben] = [await api.signUp('ana'), await api.signUp('ben')];
  const [other] = await saved(ben, [item('Theirs', '2026-12-02')]);
  const [first, second] = await saved(ana, [item('One', '2026-12-02'), item('Two', '2026-12-03')]);
  const ids = [first?.id ?? '', other?.id ?? '', crypto.randomUUID()];
  for (let times = 0; times < 2; times++) expect((await remove(ana, ids)).statusCode).toBe(204);
  expect([await titles(ana), await days(ana)]).toEqual([['Two'], ['2026-12-03 Two']]);
  expect(await titles(ana, '&tag=old')).toEqual(['Two']);
  expect([await titles(ben), await days(ben)]).toEqual([['Theirs'], ['2026-12-02 Theirs']]);

  // From the trash, it is on its day again.
  await send(ana, `/api/auth/workouts/${first?.id}/restore`, {});
  expect(await titles(ana, '&tag=old')).toEqual(['Two', 'One']);
  expect(await days(ana)).toEqual(['2026-12-02 One', '2026-12-03 Two']);
  expect(second?.entryId).not.toBeNull();
});

test('an id in capitals is the same id', async () => {
  const ana = await api.signUp('ana');
  const [known] = await saved(ana, [item('Known')]);
  const workoutId = (known?.id ?? '').toUpperCase();
  const [again] = await saved(ana, [{ workoutId, day: '2026-12-01' }]);
  expect(again).toEqual({ id: known?.id, entryId: expect.any(String) });
  const entryId = again?.entryId ?? '';
  const removals = [entryId, entryId.toUpperCase()].map((id) => ({ id, day: '2026-12-01' }));
  const twice = await api.app.inject({
    method: 'PUT',
    url: '/api/calendar/changes',
    headers: ana.headers,
    payload: { removals },
  });
  expect(twice.statusCode).toBe(400);
});
