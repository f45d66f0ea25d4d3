import * as contract from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { MAX_SCRIPT_LENGTH } from '@pacewright/script';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from './db/sql.ts';
import { addEntries, addRaces, addWorkouts } from './testing/large-account.ts';
import { type Athlete, startTestApp, type TestApp } from './testing/test-app.ts';

// What the most expensive call of an athlete with a full account costs, for every endpoint of the contract.

const MAX_CPU_MILLISECONDS = 150;
const MAX_BYTES = 2_000_000;
const RUNS = 5;

/** As long as a script and its reading can be: more steps than a reading holds, none of them a mistake. */
const LONG_SCRIPT = `${'1s+'.repeat(900)}1s`;
/** As many mistakes as fit into a script. */
const WORST_SCRIPT = '1 '.repeat(MAX_SCRIPT_LENGTH / 2);

let api: TestApp;
let ana: Athlete;
let workoutId: string;
let entryId: string;
beforeAll(async () => {
  api = await startTestApp();
  ana = await api.signUp('ana');
  const notes = 'x'.repeat(contract.NOTES_MAX_LENGTH);
  await addWorkouts(api.db, ana, { count: 1200, script: LONG_SCRIPT, notes });
  await addWorkouts(api.db, ana, { count: contract.MAX_WORKOUTS - 1210 });
  await addWorkouts(api.db, ana, { count: 300, script: LONG_SCRIPT, notes, isDeleted: true });
  await addRaces(api.db, ana, { count: contract.MAX_RACES - 10 });
  const { rows } = await api.db.query(sql`
    select workout_id as id from workout
    where user_id = ${ana.userId} and length(script) > 100 and deleted_at is null limit 1`);
  workoutId = String(rows[0]?.['id']);
  await addEntries(api.db, ana, { workoutId, count: contract.MAX_CALENDAR_ENTRIES - 100 });
  const entries = await api.db.query(sql`
    select entry_id as id from calendar_entry where user_id = ${ana.userId} limit 1`);
  entryId = String(entries.rows[0]?.['id']);
}, 120_000);
afterAll(() => api.close());

const endpoints = (Object.values(contract) as unknown[]).filter(
  (value): value is contract.Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
);

type Payload = { query?: Record<string, string>; body?: () => object };

const paces = { trainingPaces: trainingPaces(50), vdot: 50 };
const workout = {
  title: 'Long',
  script: WORST_SCRIPT,
  notes: 'x'.repeat(5000),
  tags: ['road'],
};

/** The most expensive request to an endpoint, where its path alone does not make it. */
const WORST: Record<string, Payload> = {
  'POST /api/auth/register': {
    body: () => ({ username: 'Ana', email: ana.email, firebaseUid: ana.uid }),
  },
  'PUT /api/auth/profile': {
    body: () => ({ avatar: `data:image/png;base64,${'A'.repeat(63_000)}` }),
  },
  'PUT /api/user/paces': { body: () => paces },
  'PUT /api/user/units': { body: () => ({ paceUnits: 'metric' }) },
  'POST /api/vdot/calculate': { body: () => ({ distance: 5000, timeInSeconds: 1200 }) },
  'POST /api/user/races': {
    body: () => ({ distance: 5000, timeInSeconds: 1200, racedOn: '2025-05-05' }),
  },
  'POST /api/parse-workout': { body: () => ({ script: WORST_SCRIPT }) },
  'POST /api/auth/workouts': { body: () => ({ workout }) },
  'PUT /api/auth/workouts/:id': { body: () => ({ workout, version: 0 }) },
  'GET /api/auth/workouts': { query: { limit: '100', q: '1s workout', order: 'title' } },
  'GET /api/calendar': { query: { from: '2000-01-01', to: '2001-01-31' } },
  'GET /api/calendar/days': { query: { from: '2000-01-01' } },
  'POST /api/calendar': { body: () => ({ workoutId, day: '2030-01-01' }) },
  'PUT /api/calendar/:id': { body: () => ({ day: '2000-01-02', position: 0 }) },
  'POST /api/garmin/callback': { body: () => ({ code: 'x', code_verifier: 'x'.repeat(43) }) },
  'POST /api/garmin/workouts/:id/choice': { body: () => ({ choice: 'forget' }) },
  'GET /api/garmin/calendar': { query: { from: '2000-01-01', to: '2000-12-31' } },
};

/** The export is written in pieces, whatever its size; a deleted account has no cost. */
const ELSEWHERE = ['GET /api/account/export', 'DELETE /api/account'];

function requestTo({ method, path }: contract.Endpoint): InjectOptions {
  const { query, body } = WORST[`${method} ${path}`] ?? {};
  const id = path.includes('calendar') ? entryId : workoutId;
  return {
    method,
    url: path.replace(':id', id),
    headers: { ...ana.headers, 'accept-encoding': 'identity' },
    ...(query && { query }),
    ...(body && { payload: body() }),
  };
}

describe.each(endpoints.filter(({ method, path }) => !ELSEWHERE.includes(`${method} ${path}`)))(
  '$method $path',
  (endpoint) => {
    test('costs an athlete with a full account little', async () => {
      const costs: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const before = process.cpuUsage();
        const answer = await api.app.inject(requestTo(endpoint));
        const { user, system } = process.cpuUsage(before);
        costs.push((user + system) / 1000);
        // This server has no agreement with Garmin, whose endpoints answer 501.
        expect(answer.statusCode < 500 || answer.statusCode === 501).toBe(true);
        // A request that is refused before it does anything would prove nothing.
        expect(answer.statusCode === 400 && !endpoint.path.includes('garmin')).toBe(false);
        expect(answer.rawPayload.length).toBeLessThanOrEqual(MAX_BYTES);
      }
      const median = costs.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Infinity;
      expect(median).toBeLessThanOrEqual(MAX_CPU_MILLISECONDS);
    });
  },
);

test('every page of the library and of the calendar is as cheap as the first', async () => {
  for (const url of [
    '/api/auth/workouts?limit=100',
    '/api/calendar',
    '/api/auth/deleted-workouts',
  ]) {
    let cursor: string | null | undefined;
    for (let page = 0; page < 5; page++) {
      const separator = url.includes('?') ? '&' : '?';
      const answer = await api.app.inject({
        url: url + (cursor ? `${separator}cursor=${cursor}` : ''),
        headers: ana.headers,
      });
      expect(answer.rawPayload.length).toBeLessThanOrEqual(MAX_BYTES);
      cursor = answer.json().nextCursor;
      if (!cursor) break;
    }
    expect(cursor).toBeTruthy();
  }
});
