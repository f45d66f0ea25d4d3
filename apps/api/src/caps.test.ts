import {
  MAX_CALENDAR_ENTRIES,
  MAX_RACES,
  MAX_READING_BYTES,
  MAX_TAGS_IN_LIBRARY,
  MAX_WORKOUTS,
} from '@pacewright/contract';
import { MAX_SCRIPT_LENGTH } from '@pacewright/script';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from './db/sql.ts';
import { addEntries, addRaces, addWorkouts } from './testing/large-account.ts';
import { type Athlete, startTestApp, type TestApp } from './testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

function ask(athlete: Athlete, method: Method, url: string, payload?: object, key?: string) {
  const headers = { ...athlete.headers, ...(key && { 'idempotency-key': key }) };
  return api.app.inject({ method, url, headers, ...(payload && { payload }) });
}

const save = (athlete: Athlete, workout: object = {}, key?: string) =>
  ask(
    athlete,
    'POST',
    '/api/auth/workouts',
    { workout: { title: 'Tempo', script: '20m T', ...workout } },
    key,
  );

test('a full library rejects more workouts, also concurrent ones', async () => {
  const ana = await api.signUp('ana');
  await addWorkouts(api.db, ana, { count: MAX_WORKOUTS - 2 });

  const answers = await Promise.all(Array.from({ length: 8 }, () => save(ana)));
  const stored = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  expect([stored.length, refused.length]).toEqual([2, 6]);
  expect(refused[0]?.json()).toMatchObject({
    code: 'LIMIT_REACHED',
    detail: 'Your library holds 5,000 workouts, which is the most. Delete some first',
  });

  const id = stored[0]?.json().id;
  expect((await ask(ana, 'POST', `/api/auth/workouts/${id}/copy`)).json()).toMatchObject({
    code: 'LIMIT_REACHED',
  });
  // A change needs no capacity, and a deletion frees some.
  const workout = { title: 'Changed', script: '20m T' };
  const changed = await ask(ana, 'PUT', `/api/auth/workouts/${id}`, { workout, version: 1 });
  expect(changed.statusCode).toBe(200);
  expect((await ask(ana, 'DELETE', `/api/auth/workouts/${id}`)).statusCode).toBe(204);
  expect((await save(ana, {}, 'one-more')).statusCode).toBe(200);
  // A retry returns the saved workout.
  expect((await save(ana, {}, 'one-more')).statusCode).toBe(200);
  const restored = await ask(ana, 'POST', `/api/auth/workouts/${id}/restore`);
  expect(restored.json()).toMatchObject({ code: 'LIMIT_REACHED' });
});

test('a library above the cap still loads and can be changed', async () => {
  const ana = await api.signUp('ana');
  await addWorkouts(api.db, ana, { count: MAX_WORKOUTS + 5 });
  const { workouts } = (await ask(ana, 'GET', '/api/auth/workouts?limit=1')).json();
  const [{ id }] = workouts;
  const workout = { title: 'Changed', script: '20m T' };
  const changed = await ask(ana, 'PUT', `/api/auth/workouts/${id}`, { workout, version: 1 });
  expect(changed.statusCode).toBe(200);
});

test('the number of deleted workouts is capped', async () => {
  const ana = await api.signUp('ana');
  await addWorkouts(api.db, ana, { count: MAX_WORKOUTS, isDeleted: true });
  const { id } = (await save(ana)).json();
  await ask(ana, 'DELETE', `/api/auth/workouts/${id}`);
  const { rows } = await api.db.query(sql`
    select count(*)::int as workouts from workout where user_id = ${ana.userId}`);
  expect(rows).toEqual([{ workouts: MAX_WORKOUTS }]);
  expect((await ask(ana, 'POST', `/api/auth/workouts/${id}/restore`)).statusCode).toBe(200);
});

test('the number of tags is capped, also for concurrent saves', async () => {
  const ana = await api.signUp('ana');
  const tagsFrom = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) => `tag ${start + index}`);
  for (let start = 0; start < MAX_TAGS_IN_LIBRARY; start += 20)
    await save(ana, { tags: tagsFrom(start, 20) });

  const known = await save(ana, { tags: ['tag 7'] });
  expect(known.statusCode).toBe(200);
  const refused = await save(ana, { tags: ['tag 7', 'another'] });
  expect(refused.json()).toMatchObject({
    code: 'LIMIT_REACHED',
    detail:
      'Your library has 200 different tags, which is the most. Use one of them, or remove a tag first',
  });
  const { id } = known.json();
  const retag = (tags: string[], version: number) =>
    ask(ana, 'PUT', `/api/auth/workouts/${id}`, {
      workout: { title: 'Tempo', script: '20m T', tags },
      version,
    });
  expect((await retag(['another'], 1)).json()).toMatchObject({ code: 'LIMIT_REACHED' });
  expect((await retag(['tag 8'], 1)).statusCode).toBe(200);
  expect((await ask(ana, 'GET', '/api/auth/workout-tags')).json().tags).toHaveLength(200);
});

test('the number of entries is capped, also for concurrent additions', async () => {
  const ana = await api.signUp('ana');
  const { id: workoutId } = (await save(ana)).json();
  await addEntries(api.db, ana, { workoutId, count: MAX_CALENDAR_ENTRIES - 2 });

  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      ask(ana, 'POST', '/api/calendar', { workoutId, day: '1975-01-01' }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 200, 409, 409, 409, 409,
  ]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'LIMIT_REACHED',
    detail: 'Your calendar holds 20,000 workouts, which is the most. Remove some first',
  });
});

test('the number of races is capped, and corrections still work', async () => {
  const ana = await api.signUp('ana');
  await addRaces(api.db, ana, { count: MAX_RACES - 1 });
  const race = (racedOn: string, timeInSeconds = 1200) =>
    ask(ana, 'POST', '/api/user/races', { distance: 5000, timeInSeconds, racedOn });

  const answers = await Promise.all(
    ['2025-01-01', '2025-01-02', '2025-01-03'].map((on) => race(on)),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({
    code: 'LIMIT_REACHED',
    detail: 'You have saved 1,000 races, which is the most. Delete some first',
  });
  const { races } = (await ask(ana, 'GET', '/api/user/races')).json();
  expect((await race(races[0].racedOn, 1300)).statusCode).toBe(200);
});

test.each([
  ['1 '.repeat(2500)],
  ['1s+'.repeat(1666)],
  [`99x(${'1s+'.repeat(1600)}1s)`],
  ['Q+'.repeat(MAX_SCRIPT_LENGTH / 2)],
  ['9+'.repeat(MAX_SCRIPT_LENGTH / 2)],
  ['😀+'.repeat(1666)],
])('the reading of %.12s… is truncated', async (script) => {
  const ana = await api.signUp('ana');
  const saved = (await save(ana, { script })).json();
  expect(Buffer.byteLength(JSON.stringify(saved.reading))).toBeLessThanOrEqual(MAX_READING_BYTES);
  expect(saved.reading).toMatchObject({ isTruncated: true });
  expect(saved.script).toBe(script);
});

test('a library of the longest workouts has pages of a megabyte', async () => {
  const ana = await api.signUp('ana');
  await addWorkouts(api.db, ana, { count: 120, script: '1s+'.repeat(1666) });
  for (const order of ['newest', 'changed', 'title', 'q=1s']) {
    const ids = new Set<string>();
    let cursor = '';
    do {
      const url = `/api/auth/workouts?limit=100&${order.includes('=') ? order : `order=${order}`}${cursor && `&cursor=${cursor}`}`;
      const page = await ask(ana, 'GET', url);
      expect(page.body.length).toBeLessThan(1_200_000);
      for (const { id } of page.json().workouts) {
        expect(ids.has(id)).toBe(false);
        ids.add(id);
      }
      cursor = page.json().nextCursor ?? '';
    } while (cursor);
    expect(ids.size).toBe(120);
  }
});

test('a calendar of the longest workouts has pages of a megabyte', async () => {
  const ana = await api.signUp('ana');
  const { id: workoutId } = (await save(ana, { script: '1s+'.repeat(1666) })).json();
  await addEntries(api.db, ana, { workoutId, count: 400 });
  for (const range of ['', 'from=2000-01-01&to=2001-02-01&']) {
    const ids: string[] = [];
    let cursor: string | undefined = '';
    do {
      const page = await ask(ana, 'GET', `/api/calendar?${range}${cursor && `cursor=${cursor}`}`);
      expect(page.body.length).toBeLessThan(1_200_000);
      ids.push(...page.json().entries.map(({ id }: { id: string }) => id));
      cursor = page.json().nextCursor;
    } while (cursor);
    expect(new Set(ids).size).toBe(400);
    expect(ids).toHaveLength(400);
  }
});

test.each(['x', '2026-11-15.0', '2026-02-30.0.00000000-0000-7000-8000-000000000000', '0.0.0'])(
  'a calendar cannot be continued from %s',
  async (cursor) => {
    const ana = await api.signUp('ana');
    const refused = await ask(ana, 'GET', `/api/calendar?cursor=${cursor}`);
    expect(refused.json()).toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test.each(['0000-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '2026-11-15T00:00:00+23:59'])(
  'a library cannot be continued from the moment %s',
  async (moment) => {
    const ana = await api.signUp('ana');
    const cursor = Buffer.concat([Buffer.alloc(16, 1), Buffer.from(moment)]).toString('base64url');
    const refused = await ask(ana, 'GET', `/api/auth/workouts?order=changed&cursor=${cursor}`);
    expect(refused.json()).toMatchObject({ code: 'INVALID_REQUEST' });
    const trash = await ask(ana, 'GET', `/api/auth/deleted-workouts?cursor=${cursor}`);
    expect(trash.json()).toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test.each([
  ['tag=%00', '/tag'],
  ['q=tempo%07', '/q'],
  ['cursor=%01', '/cursor'],
])('the query %s is rejected with its field', async (query, at) => {
  const ana = await api.signUp('ana');
  const refused = await ask(ana, 'GET', `/api/auth/workouts?${query}`);
  expect(refused.json()).toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [{ at, message: 'Remove the invisible control characters' }],
  });
});

test('thousands of bad tags are rejected cheaply', async () => {
  const ana = await api.signUp('ana');
  const refused = await save(ana, { tags: Array.from({ length: 40_000 }, () => 0) });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors).toHaveLength(1);
  expect(refused.body.length).toBeLessThan(1000);
});

test('a tag with a control character is rejected with a message', async () => {
  const ana = await api.signUp('ana');
  expect((await save(ana, { tags: ['ro\u0007ad'] })).json()).toMatchObject({
    status: 422,
    errors: [
      {
        at: '/workout/tags',
        message:
          'There is a character here that can’t be saved. Type the text instead of pasting it',
      },
    ],
  });
});
