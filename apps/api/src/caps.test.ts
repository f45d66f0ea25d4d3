import {
  MAX_CALENDAR_ENTRIES,
  MAX_RACES,
  MAX_READING_BYTES,
  MAX_TAGS_IN_LIBRARY,
  MAX_WORKOUTS,
} from '@pacewright/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from './db/sql.ts';
import { openRateLimits } from './http/rate-limits.ts';
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
    detail: 'You can have up to 5,000 workouts. Delete some first',
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
    detail: 'You can have up to 200 different tags. Use an existing one, or remove one first',
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
    detail: 'Your calendar can have up to 20,000 workouts. Remove some first',
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
    detail: 'You can have up to 1,000 races. Delete some first',
  });
  const { races } = (await ask(ana, 'GET', '/api/user/races')).json();
  expect((await race(races[0].racedOn, 1300)).statusCode).toBe(200);
});

test.each([
  ['1 '.repeat(1000)],
  ['1s+'.repeat(1666)],
  [`99x(${'1s+'.repeat(1600)}1s)`],
  ['Q+'.repeat(1500)],
  ['9+'.repeat(1500)],
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
    errors: [{ at, message: 'Remove invisible control characters' }],
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
        message: 'This contains a character we can’t save. Type the text instead of pasting it',
      },
    ],
  });
});

test('copies are limited by the hour, before anything is read', async () => {
  const statements: string[] = [];
  const { server } = await api.buildAnother({
    db: {
      ...api.db,
      inTransaction: (work) => {
        statements.push('transaction');
        return api.db.inTransaction(work);
      },
    },
    limits: openRateLimits({ redisUrl: undefined }),
  });
  const ana = await api.signUp('ana');
  const day = '2026-12-01';
  const content = { kind: 'run', title: 'Easy', script: '30m E' };
  const entry = (await ask(ana, 'POST', '/api/calendar', { content, day })).json();
  const copy = (first: number) =>
    server.inject({
      method: 'PUT',
      url: '/api/calendar/changes',
      headers: ana.headers,
      payload: {
        copies: Array.from({ length: 1000 }, (_, index) => ({
          id: randomUUID(),
          of: entry.id,
          day: dayAfter(day, 1 + Math.floor((first + index) / 20)),
        })),
      },
    });
  for (let count = 0; count < 5; count++) expect((await copy(count * 1000)).statusCode).toBe(200);
  statements.length = 0;
  const refused = await copy(5000);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(statements).toEqual([]);
  await server.close();
});

test('the texts of a calendar are limited in bytes, before copies are written', async () => {
  const ana = await api.signUp('ana');
  const long = () => randomBytes(3700).toString('base64url').slice(0, 4900);
  const content = { kind: 'run', title: 'Long', script: long(), notes: long() };
  const entry = (await ask(ana, 'POST', '/api/calendar', { content, day: '2026-12-01' })).json();
  await api.db.query(sql`
    insert into calendar_entry (user_id, entry_id, day, position, kind, title, script, notes, alternatives, reading)
    select user_id, gen_random_uuid(), day + 1 + n / 20, n % 20, kind, title, script, notes, alternatives, reading
    from calendar_entry, generate_series(0, 7999) as n
    where user_id = ${ana.userId} and entry_id = ${entry.id}`);
  const copies = [{ id: randomUUID(), of: entry.id, day: '2030-01-01' }];
  const copied = await ask(ana, 'PUT', '/api/calendar/changes', { copies });
  expect([copied.statusCode, copied.json().detail]).toEqual([
    409,
    'The texts on your calendar can take up 64 MB. Remove some workouts first',
  ]);
  const added = await ask(ana, 'POST', '/api/calendar', { content, day: '2030-01-01' });
  expect(added.statusCode).toBe(409);
  await api.db.query(sql`
    delete from calendar_entry where user_id = ${ana.userId} and day > '2027-01-01'`);
  expect((await ask(ana, 'PUT', '/api/calendar/changes', { copies })).statusCode).toBe(200);
}, 60_000);

test('the actions of seasons are limited in bytes, and the newest can be undone', async () => {
  const ana = await api.signUp('ana');
  const start = { text: 'week 1\n Mon 30m E', anchor: { kind: 'start', day: '2026-11-23' } };
  const body = { ...start, today: '2026-11-18' };
  const { hash } = (await ask(ana, 'POST', '/api/season-preview', body)).json();
  const season = (await ask(ana, 'POST', '/api/seasons', { ...body, hash })).json();
  for (let count = 0; count < 12; count++)
    await api.db.query(sql`
      insert into season_action (user_id, action_id, season_id, kind, made_at, before, after)
      select user_id, gen_random_uuid(), season_id, kind, made_at,
        json_build_object('text', ${randomBytes(1_000_000).toString('base64')}::text), after
      from season_action where user_id = ${ana.userId} and before ->> 'title' is not null`);
  const action = { kind: 'move', days: 7 };
  const url = `/api/seasons/${season.id}`;
  const moved = (await ask(ana, 'POST', `${url}/preview`, { action, today: body.today })).json();
  const request = { action, today: body.today, hash: moved.hash };
  expect((await ask(ana, 'POST', `${url}/actions`, request)).statusCode).toBe(200);
  const { rows } = await api.db.query(sql`
    select sum(pg_column_size(before) + pg_column_size(after))::int as bytes, count(*)::int as actions
    from season_action where user_id = ${ana.userId}`);
  expect(Number(rows[0]?.['bytes'])).toBeLessThan(8_000_000);
  expect(Number(rows[0]?.['actions'])).toBeGreaterThan(1);
});

test('an athlete sends so many bytes an hour', async () => {
  const { server } = await api.buildAnother({ limits: openRateLimits({ redisUrl: undefined }) });
  const ana = await api.signUp('ana');
  const send = (kilobytes: number) =>
    server.inject({
      method: 'POST',
      url: '/api/parse-workout',
      headers: { ...ana.headers, 'content-length': String(kilobytes * 1024) },
      payload: { script: '30m E' },
    });
  expect((await send(100_000)).statusCode).not.toBe(429);
  expect((await send(1)).statusCode).toBe(429);
  await server.close();
});

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
