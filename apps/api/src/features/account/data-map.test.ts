import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trainingPaces, vdotFromRace } from '@pacewright/pace';
import { sql } from '../../db/sql.ts';
import { makeActivity, makeComparison } from '../../testing/activity.ts';
import { type GarminTestApp, startGarminTestApp } from '../../testing/garmin.ts';

// Compares data-map.md with the database's catalogue and an export, and docs/privacy.md with both and the privacy page.

type Column = { table: string; column: string; inExport: string };

let api: GarminTestApp;
let map: string;
let guide: string;
let page: string;
beforeAll(async () => {
  api = await startGarminTestApp();
  const read = (path: string) =>
    readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
  const readLines = async (path: string) => (await read(path)).replace(/\n(?:(?=\w)| {2})/g, ' ');
  map = await readLines('apps/api/src/features/account/data-map.md');
  guide = await readLines('docs/privacy.md');
  page = (await read('apps/web/src/features/public-pages/privacy-page.ts')).replace(/\s+/g, ' ');
});
afterAll(() => api.close());

/** A line has columns and where all of them are in the export, or a place in the export and the columns there. */
function listMapped(): Column[] {
  return map.split(/^### /m).flatMap((section) => {
    const table = /^`(\w+)`/.exec(section)?.[1];
    if (!table) return [];
    const lines = [...section.matchAll(/^- (?:in `([^`]+)`: (.+)|(`[^:]+): (.+))$/gm)];
    return lines.flatMap(([, place, there = '', columns = '', inExport = '']) =>
      place === undefined
        ? [...columns.matchAll(/`(\w+)`/g)].map(([, column = '']) => ({ table, column, inExport }))
        : [...there.matchAll(/`(\w+)`(?: as `(\w+)`)?/g)].map(([, column = '', name]) => ({
            table,
            column,
            inExport: `\`${place}.${name ?? toCamelCase(column)}\``,
          })),
    );
  });
}

function toCamelCase(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Every column but the athlete's id, which every table of an athlete has. */
async function listStored(): Promise<string[]> {
  const { rows } = await api.db.query({
    text: `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name <> 'user_id' order by 1`,
    values: [],
  });
  return rows.map(({ name }) => String(name));
}

const nameOf = ({ table, column }: Column) => `${table}.${column}`;

test('the map has a line for every column of the database, and no other', async () => {
  expect(listMapped().map(nameOf).toSorted()).toEqual((await listStored()).toSorted());
});

test('the guide says what every table is for', () => {
  const tables = [...guide.matchAll(/^- `(\w+)`: \S/gm)].map(([, table = '']) => table);
  expect(tables).toEqual([...new Set(listMapped().map(({ table }) => table))]);
});

test('a new column without a line is noticed', async () => {
  await api.db.query({ text: 'alter table race add column weather text', values: [] });
  const mapped = new Set(listMapped().map(nameOf));
  expect((await listStored()).filter((name) => !mapped.has(name))).toEqual(['race.weather']);
  await api.db.query({ text: 'alter table race drop column weather', values: [] });
});

test('an export has everything that the map says it has', async () => {
  const exported = await exportFullAccount();
  const missing = listMapped().filter(({ inExport }) => {
    const path = /^`([^`]+)`$/.exec(inExport)?.[1];
    return path !== undefined && readPath(exported, path) === undefined;
  });
  expect(missing).toEqual([]);
  expect(readPath(exported, 'user.id')).toBeDefined();
});

test('every column is in the export or says why not', () => {
  const unexplained = listMapped().filter(({ inExport }) => !/^`|^no, \S+/.test(inExport));
  expect(unexplained).toEqual([]);
});

test('the privacy page names what the guide quotes, and the guide quotes all that it names', () => {
  const quotes = [...guide.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);
  expect(quotes.length).toBeGreaterThan(10);
  expect(quotes.filter((quote) => !page.includes(quote))).toEqual([]);

  const [, account = ''] = /id: 'account'(.+?)id: 'sign-in'/.exec(page) ?? [];
  const named = [...account.matchAll(/<th scope="row"> ?(.+?) ?<\/th>/g)].map(([, text]) => text);
  expect(named).toHaveLength(9);
  expect(named.filter((text) => !quotes.includes(text ?? ''))).toEqual([]);
});

/** An account with a row in every table. */
async function exportFullAccount(): Promise<unknown> {
  const ana = await api.signUpConnected('ana');
  const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
    const response = await api.call(ana, method, url, body);
    expect([url, response.statusCode]).toEqual([url, expect.toBeOneOf([200, 201, 204])]);
    return response.body ? response.json() : undefined;
  };
  const race = { distance: 5000, timeInSeconds: 1210, racedOn: '2026-05-05' };
  const vdot = vdotFromRace(race.distance, race.timeInSeconds);
  await call('PUT', '/api/user/paces', { trainingPaces: trainingPaces(vdot), vdot, race });
  const workout = { title: 'Hills', script: '10m E', notes: 'Steep', tags: ['hills'] };
  const { id } = await call('POST', '/api/auth/workouts', { workout });
  const entry = await call('POST', '/api/calendar', { workoutId: id, day: '2026-11-21' });
  const skipped = await call('POST', '/api/calendar', { workoutId: id, day: '2026-11-23' });
  const skips = [{ id: skipped.id, day: skipped.day }];
  await call('PUT', '/api/calendar/changes', { skips });
  await call('POST', '/api/calendar-feed');
  const made = { name: 'Scripts', scopes: ['workouts:write'], days: 90 };
  const { text: key } = await call('POST', '/api/access', made);
  const withKey = (method: 'GET' | 'PUT', url: string, payload?: object) =>
    api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload && { payload }),
    });
  await withKey('PUT', `/api/auth/workouts/${id}`, { workout, version: 1 });
  const clientId = 'https://claude.ai/oauth/client';
  await api.db.query(
    sql`update api_access set client_id = ${clientId} where user_id = ${ana.userId}`,
  );
  await call('PUT', `/api/garmin/calendar/${entry.id}`);
  const content = { kind: 'run', title: 'Tonight', script: '20m E' };
  const own = await call('POST', '/api/calendar', { content, day: '2026-11-22' });
  await call('PUT', `/api/garmin/calendar/${own.id}`);
  await api.work();
  const done = await call('POST', '/api/calendar', { workoutId: id, day: '2026-11-14' });
  await call('PUT', `/api/calendar/${done.id}/done`);
  const comparison = makeComparison();
  await call(
    'POST',
    '/api/activities',
    makeActivity(1, { entryId: entry.id, summary: 'As planned.', effort: 4, comparison }),
  );
  const deleted = await call('POST', '/api/auth/workouts', { workout });
  await call('DELETE', `/api/auth/workouts/${deleted.id}`);
  const text = 'plan Two weeks\n\nweeks 1-2\n  Tue 40m E or rest // Easy';
  const { id: planId } = await call('POST', '/api/plans', { text });
  await call('DELETE', `/api/plans/${planId}`);
  const season = { text, anchor: { kind: 'start', day: '2027-01-04' }, today: '2027-01-01' };
  const { hash } = await call('POST', '/api/season-preview', season);
  await call('POST', '/api/seasons', { ...season, hash });
  return (await api.call(ana, 'GET', '/api/account/export')).json();
}

/** The value at a path such as `workouts[].title`, of the first element of the list that has it. */
function readPath(value: unknown, path: string): unknown {
  const [part = '', ...rest] = path.split('.');
  const found = (value as Record<string, unknown> | null | undefined)?.[part.replace('[]', '')];
  if (rest.length === 0 || found === undefined) return found;
  const candidates = part.endsWith('[]') ? (found as unknown[]) : [found];
  const values = candidates.map((each) => readPath(each, rest.join('.')));
  return values.find((each) => each !== undefined && each !== null) ?? values[0];
}
