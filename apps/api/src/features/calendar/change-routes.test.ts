import { randomUUID } from 'node:crypto';
import {
  type CalendarChanges,
  type CalendarEntry,
  calendarEntry,
  isSkippedEntry,
  MAX_CALENDAR_CHANGES,
  MAX_WORKOUTS_PER_DAY,
  type SavedWorkout,
} from '@pacewright/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { sql, type Statement } from '../../db/sql.ts';
import { addEntries } from '../../testing/large-account.ts';
import { explainReads, withoutTimeout } from '../../testing/scale.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';
import * as store from '../../calendar/change-entries.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';
const WEDNESDAY = '2026-11-18';
const THURSDAY = '2026-11-19';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const send = ({ headers }: Athlete, method: Method, url: string, payload?: object) =>
  api.app.inject({ method, url, headers, ...(payload && { payload }) });

async function saveWorkout(athlete: Athlete, title = 'Tempo 20'): Promise<SavedWorkout> {
  const workout = { title, script: '15m E + 20m T + 10m E' };
  return (await send(athlete, 'POST', '/api/auth/workouts', { workout })).json();
}

async function add(athlete: Athlete, { id }: SavedWorkout, day: string): Promise<CalendarEntry> {
  return (await send(athlete, 'POST', '/api/calendar', { workoutId: id, day })).json();
}

const STRENGTH = { kind: 'other', title: 'Strength', script: '', notes: 'Nothing heavy.' };

async function addOwn(athlete: Athlete, day: string, content: object): Promise<CalendarEntry> {
  return (await send(athlete, 'POST', '/api/calendar', { content, day })).json();
}

const change = (athlete: Athlete, changes: CalendarChanges) =>
  send(athlete, 'PUT', '/api/calendar/changes', changes);

async function list(athlete: Athlete): Promise<CalendarEntry[]> {
  return (await send(athlete, 'GET', '/api/calendar')).json().entries;
}

const titles = async (athlete: Athlete) =>
  (await list(athlete)).map(({ day, title }) => `${day} ${title}`);

test('entries are copied with their workout or their own content, in order, behind what is there', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const tempo = await add(ana, workout, MONDAY);
  const strength = await addOwn(ana, MONDAY, STRENGTH);
  await addOwn(ana, TUESDAY, { ...STRENGTH, title: 'Swim' });
  const copies = [strength, tempo].map(({ id }) => ({ id: randomUUID(), of: id, day: TUESDAY }));

  expect((await change(ana, { copies })).json()).toEqual({ skipped: 0 });

  const [, , , first, second] = await list(ana);
  expect(first).toMatchObject({ ...tempo, id: copies[1]?.id, day: TUESDAY, position: 1 });
  expect(second).toMatchObject({ ...strength, id: copies[0]?.id, day: TUESDAY, position: 2 });
  expect(calendarEntry.safeParse(second).success).toBe(true);
});

test('a repeated request changes nothing, whatever it changed before', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const [one, two] = [await add(ana, workout, MONDAY), await add(ana, workout, MONDAY)];
  const changes = {
    copies: [{ id: randomUUID(), of: one.id, day: THURSDAY }],
    moves: [{ id: one.id, from: MONDAY, day: TUESDAY }],
    removals: [{ id: two.id, day: MONDAY }],
  };
  await change(ana, changes);
  const once = await list(ana);
  expect(once.map(({ day }) => day)).toEqual([TUESDAY, THURSDAY]);

  expect((await change(ana, changes)).json()).toEqual({ skipped: 0 });
  expect(await list(ana)).toEqual(once);
});

test('a done entry is copied as a plan for another day, also without its workout', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const entry = await add(ana, workout, MONDAY);
  await send(ana, 'PUT', `/api/calendar/${entry.id}/done`);
  const copyTo = (day: string) =>
    change(ana, { copies: [{ id: randomUUID(), of: entry.id, day }] });
  await copyTo(TUESDAY);
  await send(ana, 'DELETE', `/api/auth/workouts/${workout.id}`);
  await copyTo(WEDNESDAY);
  await send(ana, 'POST', `/api/auth/workouts/${workout.id}/restore`);

  const { title, script, reading } = workout;
  expect((await list(ana)).slice(1)).toMatchObject([
    { day: TUESDAY, workoutId: workout.id, title, script, done: null },
    { day: WEDNESDAY, workoutId: null, title, script, reading, own: { kind: 'run' }, done: null },
  ]);
});

test('moved entries stay in their order, and done ones where they are', async () => {
  const ana = await api.signUp('ana');
  const [one, two, three] = [
    await addOwn(ana, MONDAY, { ...STRENGTH, title: 'One' }),
    await addOwn(ana, MONDAY, { ...STRENGTH, title: 'Two' }),
    await addOwn(ana, TUESDAY, { ...STRENGTH, title: 'Three' }),
  ];
  await send(ana, 'PUT', `/api/calendar/${three.id}/done`);
  const moves = [
    { id: two.id, from: MONDAY, day: TUESDAY },
    { id: one.id, from: MONDAY, day: TUESDAY },
    { id: three.id, from: TUESDAY, day: WEDNESDAY },
  ];
  expect((await change(ana, { moves })).json()).toEqual({ skipped: 1 });
  expect(await titles(ana)).toEqual([`${TUESDAY} Three`, `${TUESDAY} One`, `${TUESDAY} Two`]);
});

test('entries that were moved or done in the meantime are skipped', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const [moved, done, gone] = [
    await add(ana, workout, MONDAY),
    await add(ana, workout, MONDAY),
    await add(ana, workout, MONDAY),
  ];
  await send(ana, 'PUT', `/api/calendar/${moved.id}`, { day: THURSDAY });
  await send(ana, 'PUT', `/api/calendar/${done.id}/done`);
  await send(ana, 'DELETE', `/api/calendar/${gone.id}`);
  const before = await list(ana);

  const moves = [moved, done, gone].map(({ id }) => ({ id, from: MONDAY, day: TUESDAY }));
  expect((await change(ana, { moves })).json()).toEqual({ skipped: 3 });
  const removals = [moved, done, gone].map(({ id }) => ({ id, day: MONDAY }));
  expect((await change(ana, { removals })).json()).toEqual({ skipped: 2 });
  const copies = [{ id: randomUUID(), of: gone.id, day: TUESDAY }];
  expect((await change(ana, { copies })).json()).toEqual({ skipped: 1 });
  expect(await list(ana)).toEqual(before);
});

test('an undone copy stays where it was edited in the meantime', async () => {
  const ana = await api.signUp('ana');
  const strength = await addOwn(ana, MONDAY, STRENGTH);
  const copies = [TUESDAY, WEDNESDAY].map((day) => ({ id: randomUUID(), of: strength.id, day }));
  await change(ana, { copies });
  const { id: edited = '' } = copies[1] ?? {};
  const content = { ...STRENGTH, title: 'Strength, at home' };
  await send(ana, 'PUT', `/api/calendar/${edited}/content`, { content, version: 1 });

  const removals = copies.map(({ id, day }) => ({ id, day, ifUnedited: true }));
  expect((await change(ana, { removals })).json()).toEqual({ skipped: 1 });

  expect(await titles(ana)).toEqual([`${MONDAY} Strength`, `${WEDNESDAY} Strength, at home`]);
});

test('A19: skipped entries are rest days that say what they were, and come back as they were', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const tempo = await add(ana, workout, MONDAY);
  const strength = await addOwn(ana, TUESDAY, STRENGTH);
  const content = { kind: 'run', title: 'By feel', script: '40m E', notes: 'Flat shoes.' };
  const alternatives = [{ kind: 'rest', title: '', script: '' }];
  const body = { content, alternatives, day: WEDNESDAY, timeOfDay: 'am' };
  const own: CalendarEntry = (await send(ana, 'POST', '/api/calendar', body)).json();
  const before = await list(ana);
  const skips = [tempo, strength, own].map(({ id, day }) => ({ id, day }));

  expect((await change(ana, { skips })).json()).toEqual({ skipped: 0 });
  const skipped = await list(ana);
  const { id: workoutId } = workout;
  const rest = { kind: 'rest', isRace: false, notes: '', alternatives: [] };
  expect(skipped).toMatchObject([
    {
      title: 'Skipped: Tempo 20',
      workoutId: null,
      own: { ...rest, skipped: { workoutId, title: 'Tempo 20', script: workout.script } },
    },
    { title: 'Skipped: Strength', own: { ...rest, notes: STRENGTH.notes } },
    {
      title: 'Skipped: By feel',
      timeOfDay: 'am',
      own: {
        ...rest,
        notes: 'Flat shoes.',
        skipped: { kind: 'run', title: 'By feel', script: '40m E', alternatives },
      },
    },
  ]);
  for (const [index, entry] of skipped.entries()) {
    expect(calendarEntry.parse(entry)).toEqual(entry);
    expect(isSkippedEntry(entry)).toBe(true);
    expect(entry).toMatchObject({ script: '', reading: { workout: { items: [] } } });
    expect(entry.version).toBeGreaterThan(before[index]?.version ?? Infinity);
  }
  expect((await change(ana, { skips })).json()).toEqual({ skipped: 0 });
  expect(await list(ana)).toEqual(skipped);

  expect((await change(ana, { returns: skips })).json()).toEqual({ skipped: 0 });
  const withoutVersion = ({ version: _version, ...entry }: CalendarEntry) => entry;
  expect((await list(ana)).map(withoutVersion)).toEqual(before.map(withoutVersion));
  expect((await change(ana, { returns: skips })).json()).toEqual({ skipped: 0 });
});

test('A19: races, rest, days of a plan and what is done are not skipped, nor put back', async () => {
  const ana = await api.signUp('ana');
  const done = await addOwn(ana, MONDAY, STRENGTH);
  await send(ana, 'PUT', `/api/calendar/${done.id}/done`);
  await addOwn(ana, MONDAY, { kind: 'run', title: '10K', script: '10km 10k', isRace: true });
  await addOwn(ana, MONDAY, { kind: 'rest', title: 'Rest', script: '' });
  const start = {
    text: 'plan P\nweek 1\n  Mon 40m E',
    anchor: { kind: 'start', day: MONDAY },
    today: MONDAY,
  };
  const { hash } = (await send(ana, 'POST', '/api/season-preview', start)).json();
  await send(ana, 'POST', '/api/seasons', { ...start, hash });
  const before = await list(ana);
  expect(before).toHaveLength(4);
  const skips = before.map(({ id, day }) => ({ id, day }));
  expect((await change(ana, { skips })).json()).toEqual({ skipped: 4 });
  expect((await change(ana, { returns: skips })).json()).toEqual({ skipped: 0 });
  expect(await list(ana)).toEqual(before);
});

test('A19: a skipped day follows its workout, and stays skipped while that is deleted', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const { id } = await add(ana, workout, MONDAY);
  const here = [{ id, day: MONDAY }];
  await change(ana, { skips: here });
  const days = (await send(ana, 'GET', `/api/calendar/days?from=${MONDAY}`)).json();
  expect(days).toEqual({ days: [] });
  await send(ana, 'DELETE', `/api/auth/workouts/${workout.id}`);
  expect((await change(ana, { returns: here })).json()).toEqual({ skipped: 1 });
  expect(await titles(ana)).toEqual([`${MONDAY} Skipped: Tempo 20`]);

  await send(ana, 'POST', `/api/auth/workouts/${workout.id}/restore`);
  await send(ana, 'PUT', `/api/auth/workouts/${workout.id}`, {
    workout: { title: 'Tempo 30', script: '30m T' },
    version: workout.version,
  });
  expect((await change(ana, { returns: here })).json()).toEqual({ skipped: 0 });
  expect(await list(ana)).toMatchObject([{ title: 'Tempo 30', workoutId: workout.id, own: null }]);
});

test('A19: a skipped day is added as one, as undo does, and copied as one', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const own = { kind: 'run', title: 'By feel', script: '40m E' };
  await add(ana, workout, MONDAY);
  await addOwn(ana, MONDAY, { ...own, notes: 'Flat shoes.' });
  const skips = (await list(ana)).map(({ id, day }) => ({ id, day }));
  await change(ana, { skips });
  const skipped = await list(ana);
  await change(ana, { removals: skips });
  for (const { title, script, day, own: content } of skipped)
    await addOwn(ana, day, { ...content, title, script });
  const without = ({ id: _id, version: _version, ...entry }: CalendarEntry) => entry;
  expect((await list(ana)).map(without)).toEqual(skipped.map(without));

  const [first] = await list(ana);
  await change(ana, { copies: [{ id: randomUUID(), of: first?.id ?? '', day: TUESDAY }] });
  expect((await list(ana)).at(-1)).toMatchObject({ title: first?.title, own: first?.own });
  const wrong = { ...own, skipped: { ...own, script: '', alternatives: [] } };
  const refused = await send(ana, 'POST', '/api/calendar', { content: wrong, day: MONDAY });
  expect(refused.statusCode).toBe(422);
  const unknown = { ...own, skipped: { kind: 'swim' } };
  const invalid = await send(ana, 'POST', '/api/calendar', { content: unknown, day: MONDAY });
  expect(invalid.statusCode).toBe(400);
});

test('A19: one skipped day is put back, and skipped again by undo, unless another device has changed it', async () => {
  const ana = await api.signUp('ana');
  const workout = await saveWorkout(ana);
  const entry = await add(ana, workout, MONDAY);
  await change(ana, { skips: [{ id: entry.id, day: MONDAY }] });
  const [skipped] = await list(ana);
  const url = `/api/calendar/${entry.id}/content`;
  const save = (content: object | null, version: number | undefined) =>
    send(ana, 'PUT', url, { content, version });

  expect((await save(null, entry.version)).json()).toMatchObject({ code: 'STALE_VERSION' });
  const back: CalendarEntry = (await save(null, skipped?.version)).json();
  expect(back).toEqual({ ...entry, version: back.version });
  expect((await save(null, back.version)).json()).toMatchObject({ code: 'NOT_ACCEPTED' });
  const { title = '', script = '', own } = skipped ?? {};
  const again: CalendarEntry = (await save({ ...own, title, script }, back.version)).json();
  expect(again).toEqual({ ...skipped, version: again.version });

  await send(ana, 'DELETE', `/api/auth/workouts/${workout.id}`);
  expect((await save(null, again.version)).json()).toMatchObject({
    detail: 'Workout not found. It may have been deleted',
  });
  const content = { kind: 'run', title: 'Easy after all', script: '20m E' };
  expect((await save(content, again.version)).json()).toMatchObject({
    title: 'Easy after all',
    own: { kind: 'run', skipped: null },
  });
});

test('a day that would be too full is named, and nothing changes', async () => {
  const ana = await api.signUp('ana');
  const entry = await addOwn(ana, MONDAY, STRENGTH);
  const copiesTo = (day: string, count: number) =>
    Array.from({ length: count }, () => ({ id: randomUUID(), of: entry.id, day }));
  const copies = [...copiesTo(TUESDAY, MAX_WORKOUTS_PER_DAY + 1), ...copiesTo(WEDNESDAY, 1)];
  const moves = [{ id: entry.id, from: MONDAY, day: THURSDAY }];
  const refused = (await change(ana, { copies, moves })).json();
  expect(refused).toMatchObject({ status: 422, code: 'NOT_ACCEPTED' });
  expect(refused.detail).toContain(TUESDAY);
  expect(await list(ana)).toEqual([entry]);

  await change(ana, { copies: copies.slice(1) });
  expect(await list(ana)).toHaveLength(MAX_WORKOUTS_PER_DAY + 2);
});

test('a request has at most 1000 changes, each of another entry', async () => {
  const ana = await api.signUp('ana');
  const removals = Array.from({ length: MAX_CALENDAR_CHANGES }, () => ({
    id: randomUUID(),
    day: MONDAY,
  }));
  expect((await change(ana, { removals })).statusCode).toBe(200);
  const moves = [{ id: randomUUID(), from: MONDAY, day: TUESDAY }];
  expect((await change(ana, { removals, moves })).statusCode).toBe(400);
  const twice = removals.slice(0, 1);
  const copies = twice.map((removal) => ({ ...removal, of: randomUUID() }));
  expect((await change(ana, { removals: twice, copies })).statusCode).toBe(400);
});

test('entries of other athletes are neither copied, moved, removed nor skipped', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const entry = await addOwn(ana, MONDAY, STRENGTH);
  const { id } = entry;
  const attempts: CalendarChanges[] = [
    { copies: [{ id: randomUUID(), of: id, day: TUESDAY }] },
    { moves: [{ id, from: MONDAY, day: TUESDAY }] },
    { removals: [{ id, day: MONDAY }] },
    { skips: [{ id, day: MONDAY }] },
  ];
  for (const attempt of attempts) await change(ben, attempt);
  expect(await list(ana)).toEqual([entry]);
  await change(ana, { skips: [{ id, day: MONDAY }] });
  const skipped = await list(ana);
  await change(ben, { returns: [{ id, day: MONDAY }] });
  expect(await list(ana)).toEqual(skipped);
  expect(await list(ben)).toEqual([]);
});

test('the opposite changes restore any calendar, with its order', async () => {
  const ana = await api.signUp('ana');
  const DAYS = [MONDAY, TUESDAY, WEDNESDAY, THURSDAY];
  const day = fc.constantFrom(...DAYS);
  for (const each of [MONDAY, MONDAY, TUESDAY, THURSDAY, THURSDAY, THURSDAY])
    await addOwn(ana, each, STRENGTH);
  const before = await list(ana);
  const property = fc.asyncProperty(
    fc.array(fc.option(day), { minLength: before.length, maxLength: before.length }),
    fc.array(fc.tuple(fc.nat(before.length - 1), day), { maxLength: 6 }),
    async (moved, copied) => {
      const moves = before.flatMap(({ id, day: from, position }, index) => {
        const to = moved[index];
        return to && to !== from ? [{ id, from, day: to, position }] : [];
      });
      const copies = copied.map(([index, to]) => ({
        id: randomUUID(),
        of: before[index]?.id ?? '',
        day: to,
      }));
      const forward = moves.map(({ position: _position, ...move }) => move);
      expect((await change(ana, { moves: forward, copies })).json()).toEqual({ skipped: 0 });
      const back = moves.map((move) => ({ ...move, from: move.day, day: move.from }));
      const removals = copies.map(({ id, day: on }) => ({ id, day: on }));
      expect((await change(ana, { moves: back, removals })).json()).toEqual({ skipped: 0 });
      expect(await list(ana)).toEqual(before);
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

test('the most changes of a large calendar read each entry a few times, also before PostgreSQL knows its tables', async () => {
  const ana = await api.signUp('ana');
  const { id: workoutId } = await saveWorkout(ana);
  await withoutTimeout(api.db, async (query) => {
    await query('alter table calendar_entry set (autovacuum_enabled = false)');
  });
  await addEntries(api.db, ana, { workoutId, count: 10_000, from: MONDAY });
  const { rows } = await api.db.query(sql`
    select entry_id as id, entry_id as "of", to_char(day, 'YYYY-MM-DD') as "from", to_char(day + 1, 'YYYY-MM-DD') as day
    from calendar_entry where user_id = ${ana.userId} limit ${MAX_CALENDAR_CHANGES}`);
  const changes = rows as { id: string; of: string; from: string; day: string }[];
  const statements: Statement[] = [];
  const query: Db['query'] = async (statement) => {
    statements.push(statement);
    return { rows: [{ entries: 0, bytes: 0 }], rowCount: 1 };
  };
  await store.moveEntries({ query }, ana.userId, changes);
  await store.removeEntries({ query }, ana.userId, changes);
  const copies = changes.map((copy) => ({ ...copy, id: randomUUID() }));
  await store.copyEntries({ query }, ana.userId, copies);
  await store.skipEntries({ query }, ana.userId, changes, {
    workout: { items: [] },
    mistakeCount: 0,
    mistakes: [],
  });
  await store.putBackEntries({ query }, ana.userId, changes);
  for (const statement of statements) {
    const reads = await explainReads(api.db, [statement], /./);
    const count = reads.reduce((sum, read) => sum + read.rows, 0);
    expect.soft(count, statement.text).toBeLessThanOrEqual(3 * 10_000);
  }
});
