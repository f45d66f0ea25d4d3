import {
  type Activity,
  activity,
  activityDetail,
  type CalendarEntry,
  MAX_ACTIVITIES,
  MAX_COMPARED_STEPS,
  type NewActivity,
} from '@pacewright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { sql } from '../../db/sql.ts';
import { makeActivity, makeComparison } from '../../testing/activity.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

function request(athlete: Athlete, method: Method, url: string, payload?: object) {
  return api.app.inject({ method, url, headers: athlete.headers, ...(payload && { payload }) });
}

const store = (athlete: Athlete, body: NewActivity) =>
  request(athlete, 'POST', '/api/activities', body);
const stored = async (athlete: Athlete, body: NewActivity): Promise<Activity> =>
  (await store(athlete, body)).json();
const read = (athlete: Athlete, id: string) => request(athlete, 'GET', `/api/activities/${id}`);
const list = (athlete: Athlete, query = 'from=2026-11-01&to=2026-11-30') =>
  request(athlete, 'GET', `/api/activities?${query}`);

async function plan(athlete: Athlete, day = '2026-11-17'): Promise<CalendarEntry> {
  const workout = { title: 'Easy 45', script: '45m E' };
  const saved = await request(athlete, 'POST', '/api/auth/workouts', { workout });
  const body = { workoutId: saved.json().id, day };
  return (await request(athlete, 'POST', '/api/calendar', body)).json();
}

async function findEntry(athlete: Athlete, id: string): Promise<CalendarEntry | undefined> {
  const answer = await request(athlete, 'GET', '/api/calendar');
  return answer.json().entries.find((entry: CalendarEntry) => entry.id === id);
}

test('a stored run is listed by its day and read with its trace', async () => {
  const ana = await api.signUp('ana');
  const body = makeActivity(1, { notes: 'Windy', effort: 6, comparison: makeComparison() });
  const answer = await store(ana, body);
  expect(answer.statusCode).toBe(200);
  const { isNew, ...added } = answer.json();
  expect(isNew).toBe(true);

  const { activities } = (await list(ana)).json();
  expect(activities).toEqual([activity.parse(added)]);
  const { source: _source, ...sent } = body;
  expect(activityDetail.parse((await read(ana, added.id)).json())).toMatchObject(sent);
  expect((await list(ana, 'from=2026-11-18&to=2026-11-30')).json().activities).toEqual([]);
});

test('the same file is stored once, also when it is sent several times at once', async () => {
  const ana = await api.signUp('ana');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => store(ana, makeActivity(1, { notes: 'First' }))),
  );
  const replies = answers.map((answer) => answer.json());
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  expect(replies.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect((await list(ana)).json().activities).toHaveLength(1);

  // Another athlete may have run with the same file.
  const ben = await api.signUp('ben');
  expect((await store(ben, makeActivity(1))).json().isNew).toBe(true);
});

describe('a run for an entry of the calendar', () => {
  test('marks the entry as done, and survives its removal', async () => {
    const ana = await api.signUp('ana');
    const entry = await plan(ana);
    const { id } = await stored(ana, makeActivity(1, { entryId: entry.id }));
    expect((await findEntry(ana, entry.id))?.done).not.toBeNull();

    await request(ana, 'DELETE', `/api/calendar/${entry.id}`);
    expect((await read(ana, id)).json()).toMatchObject({ id, entryId: null });
  });

  test('is the only one of that entry', async () => {
    const ana = await api.signUp('ana');
    const entry = await plan(ana);
    await store(ana, makeActivity(1, { entryId: entry.id }));
    const second = await store(ana, makeActivity(2, { entryId: entry.id }));
    expect(second.json()).toMatchObject({
      code: 'NOT_ACCEPTED',
      detail: 'This workout already has a run. Stop comparing that one first',
    });
  });

  test('is refused for an entry of someone else', async () => {
    const [ana, ben] = [await api.signUp('ana'), await api.signUp('ben')];
    const entry = await plan(ben);
    const answer = await store(ana, makeActivity(1, { entryId: entry.id }));
    expect(answer.json()).toMatchObject({
      code: 'NOT_ACCEPTED',
      detail: 'This workout is no longer on your calendar',
    });
    expect((await findEntry(ben, entry.id))?.done).toBeNull();
  });

  test('can be attached, corrected and detached later', async () => {
    const ana = await api.signUp('ana');
    const entry = await plan(ana);
    const { id, paceSeconds } = await stored(ana, makeActivity(1));
    const comparison = {
      ...makeComparison(),
      corrections: [{ step: 0, stretch: { from: 60, to: 2640 } }],
    };
    const body = { entryId: entry.id, summary: 'As planned.', paceSeconds, comparison };
    const attached = await request(ana, 'PUT', `/api/activities/${id}/comparison`, body);
    expect(attached.json()).toMatchObject(body);
    expect((await read(ana, id)).json().comparison).toEqual(comparison);
    // The same again is no conflict with itself.
    const again = await request(ana, 'PUT', `/api/activities/${id}/comparison`, body);
    expect(again.statusCode).toBe(200);

    const own = { entryId: null, summary: null, paceSeconds, comparison: null };
    await request(ana, 'PUT', `/api/activities/${id}/comparison`, own);
    expect((await read(ana, id)).json()).toMatchObject(own);
  });
});

test('notes and effort are saved, and an effort is 1 to 10', async () => {
  const ana = await api.signUp('ana');
  const { id } = await stored(ana, makeActivity(1));
  const save = (body: object) => request(ana, 'PUT', `/api/activities/${id}/notes`, body);
  expect((await save({ notes: 'Stitch\nin the fourth', effort: 8 })).json()).toMatchObject({
    notes: 'Stitch\nin the fourth',
    effort: 8,
  });
  expect((await save({ notes: '', effort: 11 })).json()).toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [{ at: '/effort', message: 'Choose an effort from 1 to 10' }],
  });
  expect((await save({ notes: 'x'.repeat(2001), effort: null })).json()).toMatchObject({
    errors: [{ at: '/notes', message: 'Notes can have up to 2,000 characters' }],
  });
});

test('notes of one device do not overwrite those of another', async () => {
  const ana = await api.signUp('ana');
  const { id } = await stored(ana, makeActivity(1));
  const { version } = (await read(ana, id)).json();
  const save = (body: object) => request(ana, 'PUT', `/api/activities/${id}/notes`, body);

  const phone = { notes: 'Written on the phone', effort: 7 };
  const saved = (await save({ ...phone, version })).json();
  expect(saved).toMatchObject({ ...phone, version: version + 1 });
  // A retry whose answer was lost.
  expect((await save({ ...phone, version })).json()).toEqual(saved);

  const stale = await save({ notes: 'Written on the laptop', effort: null, version });
  expect(stale.json()).toMatchObject({ status: 409, code: 'STALE_VERSION', current: phone });
  expect((await read(ana, id)).json()).toEqual(saved);
});

test('a deleted run can be stored again, as undo does', async () => {
  const ana = await api.signUp('ana');
  const { id } = await stored(ana, makeActivity(1, { notes: 'Keep' }));
  const { id: _id, ...detail } = (await read(ana, id)).json();
  expect((await request(ana, 'DELETE', `/api/activities/${id}`)).statusCode).toBe(204);
  expect((await read(ana, id)).json()).toMatchObject({
    code: 'NOT_FOUND',
    detail: 'This run has been deleted',
  });
  expect((await store(ana, detail)).json()).toMatchObject({ isNew: true });
  expect((await list(ana)).json().activities).toHaveLength(1);
});

test.each([
  ['random bytes', randomBytes(200).toString('base64')],
  ['zeros that inflate to a gigabyte', deflateRawSync(Buffer.alloc(4_000_000)).toString('base64')],
  ['a run of another length', makeActivity(1, { seconds: 600 }).trace],
])('%s instead of a trace are refused', async (_, trace) => {
  const ana = await api.signUp('ana');
  const answer = await store(ana, makeActivity(1, { trace }));
  expect(answer.json()).toMatchObject({
    code: 'NOT_ACCEPTED',
    detail: 'The trace doesn’t match the run’s duration',
  });
});

test.each<[string, Partial<NewActivity>]>([
  ['a start in the year 0', { startedAt: '0000-01-01T00:00:00Z' }],
  ['a start in the year 2200', { startedAt: '2200-01-01T00:00:00Z' }],
  ['a distance that no column can hold', { metres: 5e-324 }],
])('%s is refused', async (_, change) => {
  const ana = await api.signUp('ana');
  const answer = await store(ana, makeActivity(1, change));
  expect(answer.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
});

test('a position is not part of what is stored', async () => {
  const ana = await api.signUp('ana');
  const body = { ...makeActivity(1), positions: [[52.5, 13.4]], device: 'A watch' };
  const { id } = await stored(ana, body);
  expect((await read(ana, id)).body).not.toMatch(/position|13\.4|device/);
});

test('the longest run with the most steps fits into a request', async () => {
  const ana = await api.signUp('ana');
  const comparison = makeComparison(MAX_COMPARED_STEPS);
  const answer = await store(ana, makeActivity(1, { seconds: 24 * 3600, comparison }));
  expect(answer.statusCode).toBe(200);
});

test('long lists come in pages, in the order of days', async () => {
  const ana = await api.signUp('ana');
  const { id } = await stored(ana, makeActivity(1));
  await copyActivity(ana, id, 700);
  const first = (await list(ana, 'from=2026-01-01&to=2026-12-31')).json();
  const cursor = encodeURIComponent(first.nextCursor);
  const second = (await list(ana, `from=2026-01-01&to=2026-12-31&cursor=${cursor}`)).json();
  const all = [...first.activities, ...second.activities];
  expect([first.activities.length, all.length, second.nextCursor]).toEqual([500, 701, undefined]);
  expect(new Set(all.map((one: Activity) => one.id)).size).toBe(701);
  expect((await list(ana, 'from=2026-01-01&to=2027-12-31')).json()).toMatchObject({
    detail: 'You can choose up to 400 days',
  });
});

test('the number of runs is capped', async () => {
  const ana = await api.signUp('ana');
  const { id } = await stored(ana, makeActivity(1));
  await copyActivity(ana, id, MAX_ACTIVITIES - 1);
  expect((await store(ana, makeActivity(2))).json()).toMatchObject({
    code: 'LIMIT_REACHED',
    detail: 'You can have up to 20,000 runs. Delete some first',
  });
  // Sent again, the stored one needs no room.
  expect((await store(ana, makeActivity(1))).json()).toMatchObject({ id, isNew: false });
});

async function copyActivity(athlete: Athlete, id: string, count: number): Promise<void> {
  await api.db.query(sql`
    insert into activity (user_id, activity_id, source, source_id, started_at, day, seconds,
      pace_seconds, outline)
    select user_id, gen_random_uuid(), source, 'copy ' || n, started_at, day - n % 300, seconds,
      pace_seconds, outline
    from activity, generate_series(1, ${count}::int) as n
    where user_id = ${athlete.userId} and activity_id = ${id}`);
}

test('the export has every run, and deleting the account deletes them', async () => {
  const ana = await api.signUp('ana');
  const { id } = await stored(ana, makeActivity(1, { notes: 'Windy' }));
  const exported = (await request(ana, 'GET', '/api/account/export')).json();
  expect(exported.activities).toEqual([(await read(ana, id)).json()]);

  await request(ana, 'DELETE', '/api/account');
  const { rows } = await api.db.query(sql`
    select activity_id from activity_detail where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
});
