import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addWrite } from './features/access/store.ts';
import { makeActivity } from './testing/activity.ts';
import { listEndpoints } from './testing/endpoints.ts';
import { type GarminTestApp, startGarminTestApp } from './testing/garmin.ts';
import {
  addActivities,
  addEntries,
  addRaces,
  addSeasons,
  addWorkouts,
  scheduleEntries,
} from './testing/large-account.ts';
import { explainReads, statementsOf, withoutTimeout } from './testing/scale.ts';
import type { Athlete } from './testing/test-app.ts';

// Every request that reads: its statements, the indexes they use, the rows they read and the bytes of its response.
// They are counted, so a busy machine changes nothing. `pnpm test:slow athlete-cost` measures the time.

/** The statements of a request, and the most rows and bytes. */
type Cost = [statements: number, rows: number, bytes: number];

const COSTS: Record<string, Cost> = {
  '/api/access': [2, 2, 300],
  '/api/access/:id/writes': [2, 402, 12_000],
  '/api/activities?from=2026-01-01&to=2026-12-31': [2, 505, 240_000],
  '/api/activities/:id': [2, 3, 700],
  '/api/auth/deleted-workouts': [3, 110, 45_000],
  '/api/auth/profile': [2, 2, 300],
  '/api/auth/workout-tags': [2, 1_302, 100],
  '/api/auth/workouts': [2, 60, 9_000],
  '/api/auth/workouts?order=title': [2, 60, 9_000],
  '/api/auth/workouts?order=changed': [2, 60, 9_000],
  '/api/auth/workouts?q=workout': [2, 1_302, 9_000],
  '/api/auth/workouts?tag=road': [2, 1_302, 9_000],
  '/api/auth/workouts/:id': [2, 2, 800],
  '/api/calendar?from=2024-02-01&to=2024-02-07': [2, 141, 57_000],
  '/api/calendar-feed': [2, 1, 100],
  '/api/calendar/days?from=2024-02-01': [2, 1_451, 55_000],
  '/api/deleted-plans': [2, 1, 100],
  '/api/garmin/calendar?from=2024-02-01&to=2024-02-07': [4, 80, 30_000],
  '/api/garmin/outdated?from=2024-02-01': [4, 1_390, 100],
  '/api/garmin/status': [4, 1_005, 600],
  '/api/garmin/workouts/:id': [4, 1_006, 430_000],
  '/api/health/live': [0, 0, 100],
  '/api/health/ready': [0, 0, 100],
  '/api/plans': [2, 31, 5_000],
  '/api/plans/:id': [2, 2, 300],
  '/api/seasons': [2, 72, 300],
  '/api/seasons/:id': [2, 143, 600],
  '/api/user/paces': [2, 1, 400],
  '/api/user/races': [2, 201, 33_000],
};

let api: GarminTestApp;
let ana: Athlete;
const ids: Record<string, string> = {};
beforeAll(async () => {
  api = await startGarminTestApp();
  ana = await api.signUpConnected('ana');
  await fillAccount(ana);
  const others = await Promise.all(['ben', 'cleo'].map((name) => api.signUp(name)));
  for (const other of others) {
    await addWorkouts(api.db, other, { count: 500 });
    await addSeasons(api.db, ana, other, { count: 200 });
  }
  await withoutTimeout(api.db, async (query) => {
    await query('vacuum analyze');
  });
});
afterAll(() => api.close());

async function fillAccount(athlete: Athlete): Promise<void> {
  const create = async (url: string, payload: object) =>
    String((await api.call(athlete, 'POST', url, payload)).json().id);
  const workout = { title: 'Five by three', script: '15m E + 5x(3m I + 2m jog) + 10m E' };
  const workoutId = await create('/api/auth/workouts', { workout });
  const entryId = await create('/api/calendar', { workoutId, day: '2024-01-01' });
  await api.call(athlete, 'PUT', `/api/garmin/calendar/${entryId}`);
  await api.work();
  await addEntries(api.db, athlete, { workoutId, count: 1000, from: '2024-01-01' });
  await scheduleEntries(api.db, athlete, { entryId });
  await addWorkouts(api.db, athlete, { count: 1000 });
  await addWorkouts(api.db, athlete, { count: 300, isDeleted: true });
  await addRaces(api.db, athlete, { count: 200 });
  ids['activities'] = await create('/api/activities', makeActivity(1));
  await addActivities(api.db, athlete, { count: 800 });
  const text = 'plan Ten weeks\nweeks 1-10\n  Mon-Sun 30m E';
  for (let count = 0; count < 30; count++) ids['plans'] = await create('/api/plans', { text });
  const season = { text, anchor: { kind: 'start', day: '2040-01-02' }, today: '2040-01-01' };
  const { hash } = (await api.call(athlete, 'POST', '/api/season-preview', season)).json();
  ids['seasons'] = await create('/api/seasons', { ...season, hash });
  const made = { name: 'Scripts', scopes: ['workouts:write'], days: 30 };
  ids['access'] = (await api.call(athlete, 'POST', '/api/access', made)).json().key.id;
  for (let count = 0; count < 400; count++)
    await addWrite(api.db, athlete.userId, {
      accessId: ids['access'] ?? '',
      what: 'Saved “Hills”',
      before: null,
      now: new Date(),
    });
  ids['workouts'] = workoutId;
  ids['calendar'] = entryId;
}

test('every endpoint that reads has its costs', () => {
  const paths = listEndpoints()
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
  const counted = new Set(Object.keys(COSTS).map((url) => url.replace(/\?.*/, '')));
  // The export is a stream of all of them.
  expect(paths.filter((path) => !counted.has(path))).toEqual(['/api/account/export']);
});

describe.each(Object.entries(COSTS))('GET %s', (url, [count, rows, bytes]) => {
  test(`runs ${count} statements by their indexes, and reads ${rows} rows at most`, async () => {
    const [, kind = ''] = /(\w+)\/:id/.exec(url) ?? [];
    const request = { url: url.replace(':id', ids[kind] ?? ''), headers: ana.headers };
    let size = 0;
    const statements = await statementsOf(
      api,
      async (server) => {
        const answer = await server.inject(request);
        expect(answer.statusCode).toBe(200);
        size = answer.rawPayload.length;
      },
      { garmin: api.garmin, now: api.now },
    );
    // Indexes decide, not the size of a table, because a small one would be read as a whole.
    const reads = await explainReads(api.db, statements, /./, [
      'enable_seqscan = off',
      'enable_bitmapscan = off',
    ]);
    const scanned = reads.filter(({ type }) => type !== 'ModifyTable');
    const read = scanned.reduce((sum, each) => sum + each.rows, 0);
    const withoutIndex = scanned.filter(
      ({ type, condition }) =>
        !/^Index (Only )?Scan$/.test(type) || !condition?.includes('user_id ='),
    );
    expect(withoutIndex).toEqual([]);
    expect(statements.map(({ text }) => text.trim())).toHaveLength(count);
    expect(read).toBeLessThanOrEqual(rows);
    expect(size).toBeLessThanOrEqual(bytes);
  });
});
