import { MAX_WORKOUTS, type SavedWorkout } from '@pacewright/contract';
import { readScript } from '@pacewright/script';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ATHLETES, type Read, readsOf, withoutTimeout } from '../../testing/scale.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { writeSearch } from './search-terms.ts';

// Pages read the rows they show, searches at most the athlete's own library, among the libraries of many athletes.

let api: TestApp;
let large: Athlete;
beforeAll(async () => {
  api = await startTestApp();
  large = await api.signUp('large');
  await withoutTimeout(api.db, async (query) => {
    await query(`
      insert into app_user (user_id, firebase_uid, username, email)
      select md5(n::text)::uuid, n, 'runner ' || n, n || '@example.test'
      from generate_series(1, ${OTHER_ATHLETES}) as n`);
    await fill(
      query,
      `select user_id, case user_id when '${large.userId}' then ${MAX_WORKOUTS} else 200 end
       from app_user`,
    );
    await query('vacuum analyze workout');
  });
});
afterAll(() => api.close());

const KINDS = [
  { title: 'Tempo', script: '15m E + 20m T + 10m E', tags: ['threshold'] },
  { title: 'Five by three', script: '15m E + 5x(3m I + 2m E) + 10m E', tags: ['track'] },
  { title: 'Broken 400s', script: '2km E + 3x(2x(400mtr R + 400mtr jog) + 3m E)', tags: ['track'] },
  { title: 'Long easy', script: '1h30m E', tags: ['long run'] },
  { title: 'Marathon blocks', script: '3km E + 2x(6km M + 1km E) + 2km E', tags: ['long run'] },
];

/** Twenty workouts of every library, from newest to oldest, with words that no other has. */
const RARE = { title: 'Hill sprints', script: '20m E + 8x(15s R + 2m jog)', tags: ['hills'] };

type Query = (text: string) => Promise<unknown>;

/** Creates libraries; `athletes` selects their ids and numbers of workouts. */
async function fill(query: Query, athletes: string): Promise<void> {
  const kinds = [...KINDS, RARE].map((kind, number) => {
    const { workout } = readScript(kind.script);
    const reading = { workout, mistakeCount: 0, mistakes: [] };
    const search = writeSearch(kind, workout.items);
    const columns = [
      kind.title,
      kind.script,
      JSON.stringify(kind.tags),
      JSON.stringify(reading),
      search,
    ];
    return `(${number}, ${columns.map((text) => `'${text}'`).join()})`;
  });
  await query(`
    insert into workout (user_id, workout_id, title, title_key, script, notes, tags, reading, search,
      created_at, updated_at)
    select athlete.id,
      -- A UUIDv7: a minute apart, so that the order of ids is the order of n.
      (lpad(to_hex(1700000000000 + n * 60000), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid,
      title || ' ' || n, lower(title) || ' ' || lpad(n::text, 6, '0'), script, '', tags::json,
      reading::json, search || n || E'\\n', moment, moment
    from (${athletes}) as athlete (id, workouts)
    cross join generate_series(1, athlete.workouts) as n
    -- Changed in another order than they were saved.
    cross join lateral (select timestamptz '2026-01-01' + (n * 7919 % 100003) * interval '1 minute') as change (moment)
    join (values ${kinds.join()}) as kind (number, title, script, tags, reading, search)
      on number = case n % (athlete.workouts / 20) when 7 then 5 else n % 5 end`);
}

async function list(athlete: Athlete, query: string, app = api.app) {
  const url = `/api/auth/workouts?${query}`;
  const answered = await app.inject({ url, headers: athlete.headers });
  return answered.json() as { workouts: SavedWorkout[]; nextCursor: string | null };
}

async function tenthPage(athlete: Athlete, order = ''): Promise<string> {
  let query = order;
  for (let page = 1; page < 10; page++)
    query = `${order}&cursor=${(await list(athlete, query)).nextCursor}`;
  return query;
}

const PAGES: [string, (athlete: Athlete) => string | Promise<string>][] = [
  ['the first page', () => ''],
  ['the tenth page', (athlete) => tenthPage(athlete)],
  ['the first page by name', () => 'order=title'],
  ['the tenth page by name', (athlete) => tenthPage(athlete, 'order=title')],
  ['the first page by change', () => 'order=changed'],
  ['the tenth page by change', (athlete) => tenthPage(athlete, 'order=changed')],
];

test.each(PAGES)('%s reads the rows it shows', async (_name, queryOf) => {
  expect(await countRowsByIndex(await queryOf(large))).toBeLessThan(100);
});

const SEARCHES = [
  ['a search for a rare word by change', 'q=hill&order=changed'],
  ['a search for a common word', 'q=tempo'],
  ['a search for a rare word', 'q=hill'],
  ['a search for a common and a rare word', 'q=five%20246'],
  ['a search for what is not there', 'q=swimming'],
  ['a search by tag', 'tag=hills'],
  ['a search by pace and word', 'pace=R&q=sprints'],
  ['a common word in another order', 'q=tempo&order=title'],
] as const;

test.each(SEARCHES)('%s reads at most the library of one athlete', async (_name, query) => {
  const reads = await readsOf(api, async (app) => list(large, query, app));
  expect(reads.map(({ type }) => type)).not.toContain('Seq Scan');
  expect(countRows(reads)).toBeLessThanOrEqual(MAX_WORKOUTS);
});

/** The number of rows read; expects index access only. */
async function countRowsByIndex(query: string): Promise<number> {
  const reads = await readsOf(api, async (app) => list(large, query, app));
  expect(reads.length).toBeGreaterThan(0);
  for (const { type, condition } of reads) {
    expect(type).toMatch(/^Index (Only )?Scan$/);
    expect(condition).toContain('(user_id = ');
  }
  return countRows(reads);
}

function countRows(reads: readonly Read[]): number {
  return reads.reduce((sum, { rows }) => sum + rows, 0);
}

test('a rare word is found at the end of a large library', async () => {
  const { workouts } = await list(large, 'q=hill&limit=100');
  expect(workouts).toHaveLength(20);
  expect(workouts.at(-1)?.title).toBe('Hill sprints 7');
});
