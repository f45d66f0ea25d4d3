import type { SavedWorkout } from '@pacewright/contract';
import { readScript } from '@pacewright/script';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { sql, type Statement } from '../../db/sql.ts';
import { ATHLETES_BESIDE } from '../../testing/scale.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { joinTerms, listTerms } from './search-terms.ts';

// A library of 10,000 workouts answers as fast as one of 1,000, beside the libraries of many others.

let api: TestApp;
let small: Athlete;
let large: Athlete;
beforeAll(async () => {
  api = await startTestApp();
  [small, large] = await Promise.all([api.signUp('small'), api.signUp('large')]);
  await fill(api.db, `values ('${small.userId}'::uuid, 1000), ('${large.userId}', 10000)`);
  await api.db.query(sql`
    insert into app_user (user_id, firebase_uid, username, email)
    select md5(n::text)::uuid, n, 'runner ' || n, n || '@example.test'
    from generate_series(1, ${ATHLETES_BESIDE}::int) as n`);
  await fill(
    api.db,
    `select md5(n::text)::uuid, 200 from generate_series(1, ${ATHLETES_BESIDE}) n`,
  );
  for (const table of ['workout', 'workout_term'])
    await api.db.query({ text: `vacuum analyze ${table}`, values: [] });
}, 600_000);
afterAll(() => api.close());

const KINDS = [
  { title: 'Tempo', script: '15m E + 20m T + 10m E', tags: ['threshold'] },
  { title: 'Five by three', script: '15m E + 5x(3m I + 2m E) + 10m E', tags: ['track'] },
  { title: 'Broken 400s', script: '2km E + 3x(2x(400mtr R + 400mtr jog) + 3m E)', tags: ['track'] },
  { title: 'Long easy', script: '1h30m E', tags: ['long run'] },
  { title: 'Marathon blocks', script: '3km E + 2x(6km M + 1km E) + 2km E', tags: ['long run'] },
];

/** Twenty of every library, spread from the newest to the oldest. Nothing else holds its words. */
const RARE = { title: 'Hill sprints', script: '20m E + 8x(15s R + 2m jog)', tags: ['hills'] };

/** Gives athletes their libraries: `who` selects their ids and how many workouts each has. */
async function fill(db: Db, who: string): Promise<void> {
  const kinds = [...KINDS, RARE].map((kind) => {
    const { workout } = readScript(kind.script);
    return {
      ...kind,
      reading: { workout, mistakeCount: 0, mistakes: [] },
      search: joinTerms(listTerms(kind, workout.items)),
    };
  });
  await db.query({
    text: `
      insert into workout (user_id, workout_id, title, script, notes, tags, reading, search,
        created_at, updated_at)
      select athlete.id,
        -- A UUIDv7: a minute apart, so that the order of ids is the order of n.
        (lpad(to_hex(1700000000000 + n * 60000), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid,
        kind->>'title' || ' ' || n, kind->>'script', '', kind->'tags', kind->'reading',
        (kind->>'search') || n || E'\\n', now(), now()
      from (${who}) as athlete (id, workouts), generate_series(1, athlete.workouts) as n,
        lateral (select $1::json->(case n % (athlete.workouts / 20) when 7 then 5 else n % 5 end)::int) as k (kind)`,
    values: [JSON.stringify(kinds)],
  });
  await db.query({
    text: `
      insert into workout_term (user_id, term, workout_id)
      select user_id, term, workout_id
      from workout, string_to_table(btrim(search, E'\\n'), E'\\n') as term
      where user_id in (select id from (${who}) as athlete (id, workouts))
      order by user_id, term, workout_id`,
    values: [],
  });
}

async function list(athlete: Athlete, query: string, app = api.app) {
  const url = `/api/auth/workouts?${query}`;
  const answered = await app.inject({ url, headers: athlete.headers });
  return answered.json() as { workouts: SavedWorkout[]; nextCursor: string | null };
}

async function tenthPage(athlete: Athlete): Promise<string> {
  let query = '';
  for (let page = 1; page < 10; page++) query = `cursor=${(await list(athlete, query)).nextCursor}`;
  return query;
}

const QUESTIONS: [string, (athlete: Athlete) => string | Promise<string>][] = [
  ['the first page', () => ''],
  ['the tenth page', tenthPage],
  ['a search for a common word', () => 'q=tempo'],
  ['a search for a rare word', () => 'q=hill'],
  ['a search for a common and a rare word', () => 'q=five%20246'],
  ['a search for what is not there', () => 'q=swimming'],
  ['a search by tag', () => 'tag=hills'],
  ['a search by pace and word', () => 'pace=R&q=sprints'],
];

test.each(QUESTIONS)('%s reads nothing but ranges of an index', async (_what, questionOf) => {
  const asked: Statement[] = [];
  const query: Db['query'] = (statement) => {
    if (/\bworkout/.test(statement.text)) asked.push(statement);
    return api.db.query(statement);
  };
  const { server } = await api.buildAnother({ db: { ...api.db, query } });
  await list(large, await questionOf(large), server);
  await server.close();

  expect(asked.length).toBeGreaterThan(0);
  for (const statement of asked) {
    const scans = await scansOf(statement);
    for (const { type, condition } of scans) {
      expect(type).toMatch(/^Index (Only )?Scan$/);
      expect(condition).toContain('(user_id = ');
    }
    expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(500);
  }
});

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** How a statement reads the tables of workouts, and how many rows of them. */
async function scansOf({ text, values }: Statement) {
  const { rows } = await api.db.query({ text: `explain (analyze, format json) ${text}`, values });
  const { 'QUERY PLAN': plans } = rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] };
  const scans: { type: string; condition: string | undefined; rows: number }[] = [];
  const visit = (plan: Plan) => {
    const read =
      (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
    if (plan['Relation Name']?.startsWith('workout'))
      scans.push({ type: plan['Node Type'], condition: plan['Index Cond'], rows: read });
    plan.Plans?.forEach(visit);
  };
  visit(plans[0].Plan);
  return scans;
}

test.each(QUESTIONS)(
  '%s of 10,000 workouts takes no more than 1.5 times that of 1,000',
  async (_what, questionOf) => {
    const questions = { small: await questionOf(small), large: await questionOf(large) };
    // Other work on the machine can only make a round look worse, so one good round is proof.
    const ratios: number[] = [];
    while (ratios.length < 5 && !ratios.some((ratio) => ratio <= 1.5)) {
      const times: { small: number[]; large: number[] } = { small: [], large: [] };
      for (let round = 0; round < 40; round++) {
        times.small.push(await timeOf(() => list(small, questions.small)));
        times.large.push(await timeOf(() => list(large, questions.large)));
      }
      ratios.push(median(times.large) / median(times.small));
    }
    expect(Math.min(...ratios)).toBeLessThanOrEqual(1.5);
  },
  60_000,
);

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

test('what is rare is found at the far end of a large library', async () => {
  const { workouts } = await list(large, 'q=hill&limit=100');
  expect(workouts).toHaveLength(20);
  expect(workouts.at(-1)?.title).toBe('Hill sprints 7');
});
