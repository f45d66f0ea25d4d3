import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverUrls } from '../server-urls.ts';
import { type GarminTestApp, startGarminTestApp } from '../garmin.ts';
import type { Athlete } from '../test-app.ts';
import { directory } from './directory.ts';
import { moveAthlete } from './move-athlete.ts';

const MOVES = 20;
const WRITERS = 3;
const NO_LIMIT = 1_000_000;

let api: GarminTestApp;
let servers: Client[];
beforeAll(async () => {
  api = await startGarminTestApp({
    settings: { callLimits: { perMinute: NO_LIMIT, perAthleteAndDay: NO_LIMIT } },
  });
  await api.fakeGarmin.control.changeLimits({ perMinute: NO_LIMIT, perUserAndDay: NO_LIMIT });
  const name = new URL(api.databaseUrl).pathname.slice(1);
  servers = serverUrls(name).map((connectionString) => new Client({ connectionString }));
  for (const server of servers) await server.connect();
});
afterAll(async () => {
  for (const server of servers) await server.end();
  await api.close();
});

type Acknowledged = { id: string; version: number; title: string };

/** Saves, changes, plans and reads workouts until it is stopped, and records everything that was acknowledged. */
async function keepWriting(athlete: Athlete, isDone: () => boolean) {
  const workouts = new Map<string, Acknowledged>();
  const entries: string[] = [];
  const wrong: string[] = [];
  let requests = 0;
  async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
    const key = { ...(method === 'POST' && { 'idempotency-key': randomUUID() }) };
    let response;
    // While an athlete is moved a request may be put off, and is sent again with its key.
    do {
      requests++;
      const headers = { ...athlete.headers, ...key };
      response = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
    } while (response.statusCode === 503);
    if (response.statusCode !== 200) wrong.push(`${method} ${url}: ${response.body}`);
    return response.json();
  }
  for (let n = 0; !isDone(); n++) {
    const workout = { title: `Workout ${n}`, script: '20m T' };
    const saved = (await call('POST', '/api/auth/workouts', { workout })) as Acknowledged;
    workouts.set(saved.id, saved);
    const url = `/api/auth/workouts/${saved.id}`;
    const changed = (await call('PUT', url, {
      workout: { ...workout, title: `Changed ${n}` },
      version: saved.version,
    })) as Acknowledged;
    workouts.set(saved.id, changed);
    const day = new Date(Date.UTC(2027, 0, 1 + (n % 300))).toISOString().slice(0, 10);
    const entry = (await call('POST', '/api/calendar', { workoutId: saved.id, day })) as {
      id: string;
    };
    entries.push(entry.id);
    await call('PUT', `/api/garmin/workouts/${saved.id}`);
    const read = (await call('GET', url)) as Acknowledged;
    if (read.title !== changed.title) wrong.push(`read "${read.title}" after "${changed.title}"`);
  }
  return { athlete, workouts, entries, wrong, requests };
}

async function listIds(server: Client, userId: string) {
  const { rows } = await server.query<{ id: string; version: number; title: string }>(
    'select workout_id as id, version, title from workout where user_id = $1',
    [userId],
  );
  const entries = await server.query<{ id: string }>(
    'select entry_id as id from calendar_entry where user_id = $1',
    [userId],
  );
  return { workouts: rows, entries: entries.rows.map(({ id }) => id) };
}

test('athletes are moved between servers while they write, and nothing is lost or doubled', async () => {
  const athletes = [await api.signUpConnected('ana'), await api.signUpConnected('ben')];
  let isDone = false;
  const writing = athletes.flatMap((athlete) =>
    Array.from({ length: WRITERS }, () => keepWriting(athlete, () => isDone)),
  );
  const pauses: number[] = [];
  let moved = 0;
  for (let n = 0; n < MOVES; n++) {
    await wait(100);
    const { userId } = athletes[n % 2] as Athlete;
    const started = performance.now();
    const to = 1 - directory.serverOf(userId);
    moved += (await moveAthlete(userId, { servers, to, directory })).rows;
    pauses.push(performance.now() - started);
  }
  isDone = true;
  const results = await Promise.all(writing);
  while ((await api.work()).length > 0);

  expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
  for (const { userId } of athletes) {
    const own = results.filter(({ athlete }) => athlete.userId === userId);
    const here = directory.serverOf(userId);
    const stored = await listIds(servers[here] as Client, userId);
    const elsewhere = await listIds(servers[1 - here] as Client, userId);
    const pick = ({ id, version, title }: Acknowledged) => ({ id, version, title });
    const acknowledged = own.flatMap(({ workouts }) => [...workouts.values()].map(pick));
    expect(byId(stored.workouts)).toEqual(byId(acknowledged));
    expect(stored.entries.toSorted()).toEqual(own.flatMap(({ entries }) => entries).toSorted());
    expect(elsewhere).toEqual({ workouts: [], entries: [] });
  }
  // Every workout that was sent has arrived once, whichever server its job was on.
  const { workouts: atGarmin } = await api.fakeGarmin.control.snapshot();
  const saved = results.flatMap(({ workouts }) => [...workouts.keys()]);
  expect(atGarmin).toHaveLength(saved.length);

  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const longest = Math.max(...pauses).toFixed(0);
  console.log(
    `${MOVES} moves of ${moved} rows during ${requests} requests; ${saved.length} workouts acknowledged, 0 lost; ` +
      `longest move ${longest} ms`,
  );
});

function byId(workouts: Acknowledged[]): Acknowledged[] {
  return workouts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
