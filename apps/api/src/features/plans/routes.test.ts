import {
  MAX_PLAN_LENGTH,
  MAX_PLANS,
  listDeletedPlans,
  listPlans,
  savedPlan,
} from '@pacewright/contract';
import { MAX_PLAN_LENGTH as MAX_LENGTH_READ } from '@pacewright/plan';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIds } from '../../db/ids.ts';
import { sql } from '../../db/sql.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runRetention } from '../../testing/run-jobs.ts';

let api: TestApp;
let time = new Date('2026-11-16T08:00:00Z');
beforeAll(async () => {
  api = await startTestApp({ now: () => time });
});
afterAll(() => api.close());

const TEXT = 'plan Ten weeks\n\nweek 1\n  Tue 40m E';

function ask(
  { headers }: Athlete,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  key?: string,
) {
  return api.app.inject({
    method,
    url,
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    ...(payload && { payload }),
  });
}

const save = (athlete: Athlete, text = TEXT, key?: string) =>
  ask(athlete, 'POST', '/api/plans', { text }, key);

function advance(days: number): void {
  time = new Date(time.getTime() + days * 24 * 3600 * 1000);
}

test('a plan is saved with its title, also with mistakes, and read by its owner only', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const saved = await save(ana);
  expect(savedPlan.parse(saved.json())).toEqual(saved.json());
  expect(saved.json()).toMatchObject({ title: 'Ten weeks', text: TEXT, version: 1 });
  const url = `/api/plans/${saved.json().id}`;
  expect((await ask(ana, 'GET', url)).json()).toEqual(saved.json());
  expect((await ask(ben, 'GET', url)).json()).toMatchObject({ code: 'NOT_FOUND' });

  const mistaken = await save(ana, 'Dear Jo,\nrun more');
  expect(mistaken.json()).toMatchObject({ title: '', text: 'Dear Jo,\nrun more' });
  const noted = await save(ana, `// For Jo.\n\n${TEXT}`);
  expect(noted.json()).toMatchObject({ title: 'Ten weeks' });
});

test('a request that is sent twice saves once', async () => {
  const ana = await api.signUp('ana');
  const first = await save(ana, TEXT, 'key-1');
  expect((await save(ana, TEXT, 'key-1')).json()).toEqual(first.json());
  expect((await ask(ana, 'GET', '/api/plans')).json().plans).toHaveLength(1);
  const other = await save(ana, 'week 1\n  Wed 40m E', 'key-1');
  expect(other.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', current: first.json() });
});

test('a plan has the id that was sent with its first save', async () => {
  const ana = await api.signUp('ana');
  const id = createIds()(time.getTime());
  const first = await ask(ana, 'POST', '/api/plans', { id, text: TEXT }, 'first');
  expect(first.json()).toMatchObject({ id, text: TEXT, version: 1 });
  const other = await ask(ana, 'POST', '/api/plans', { id, text: `${TEXT}\n` }, 'second');
  expect(other.json()).toMatchObject({ status: 422, current: { id, text: TEXT } });
});

test('a change needs the version it is based on', async () => {
  const ana = await api.signUp('ana');
  const { id } = (await save(ana)).json();
  const change = (text: string, version: number) =>
    ask(ana, 'PUT', `/api/plans/${id}`, { text, version });
  const changed = await change('plan Eleven weeks', 1);
  expect(changed.json()).toMatchObject({ title: 'Eleven weeks', version: 2 });
  expect((await change('plan Eleven weeks', 1)).json()).toEqual(changed.json());
  expect((await change('plan Nine weeks', 1)).json()).toMatchObject({
    code: 'STALE_VERSION',
    current: changed.json(),
  });
});

test('a deleted plan can be restored for 30 days, and is then deleted for good', async () => {
  const ana = await api.signUp('ana');
  const saved = (await save(ana)).json();
  const url = `/api/plans/${saved.id}`;
  expect((await ask(ana, 'DELETE', `${url}?version=7`)).json()).toMatchObject({
    code: 'STALE_VERSION',
  });
  expect((await ask(ana, 'DELETE', url)).statusCode).toBe(204);
  expect((await ask(ana, 'DELETE', url)).statusCode).toBe(204);
  expect((await ask(ana, 'GET', url)).statusCode).toBe(404);
  expect((await ask(ana, 'GET', '/api/plans')).json().plans).toEqual([]);
  const deleted = (await ask(ana, 'GET', '/api/deleted-plans')).json();
  expect(listDeletedPlans.reply.parse(deleted)).toEqual(deleted);
  expect(deleted.plans).toEqual([{ ...saved, deletedAt: time.toISOString() }]);

  advance(29);
  await runRetention(api.db, time);
  expect((await ask(ana, 'POST', `${url}/restore`)).json()).toEqual(saved);
  await ask(ana, 'DELETE', url);
  advance(31);
  expect((await ask(ana, 'POST', `${url}/restore`)).statusCode).toBe(404);
  await runRetention(api.db, time);
  const { rows } = await api.db.query(sql`select 1 from plan where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
});

test('plans are listed by pages, the last changed first', async () => {
  const ana = await api.signUp('ana');
  const texts: string[] = [];
  for (let number = 1; number <= 5; number++) {
    advance(1 / 24);
    texts.unshift(`plan Number ${number}`);
    await save(ana, `plan Number ${number}`);
  }
  const read: string[] = [];
  let cursor: string | null = '';
  do {
    const url = `/api/plans?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = listPlans.reply.parse((await ask(ana, 'GET', url)).json());
    read.push(...page.plans.map(({ text }) => text));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(read).toEqual(texts);
  const bad = await ask(ana, 'GET', '/api/plans?cursor=x');
  expect(bad.json()).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('pages of the longest plans have a megabyte', async () => {
  const ana = await api.signUp('ana');
  await addPlans(ana, 120, 'x'.repeat(MAX_PLAN_LENGTH));
  const page = await ask(ana, 'GET', '/api/plans?limit=100');
  expect(page.body.length).toBeLessThan(1_200_000);
  expect(page.json().nextCursor).not.toBeNull();
});

test.each([
  ['', 'Write a plan first, for example week 1, then Tue 40m E'],
  ['x'.repeat(MAX_PLAN_LENGTH + 1), 'Plans can have up to 20,000 characters. This one has 20,001'],
  ['a\0b', 'This contains a character we can’t save. Type the text instead of pasting it'],
])('the text %.10j is not saved', async (text, message) => {
  const ana = await api.signUp('ana');
  expect((await save(ana, text)).json()).toMatchObject({
    code: 'NOT_ACCEPTED',
    errors: [{ at: '/text', message }],
  });
});

test('the longest text that is saved is the longest that is read', () => {
  expect(MAX_PLAN_LENGTH).toBe(MAX_LENGTH_READ);
});

test('the number of plans is capped, also for concurrent saves and restored plans', async () => {
  const ana = await api.signUp('ana');
  const { id } = (await save(ana)).json();
  await ask(ana, 'DELETE', `/api/plans/${id}`);
  await addPlans(ana, MAX_PLANS - 1, TEXT);
  const answers = await Promise.all([save(ana), save(ana), save(ana)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ]);
  const refused = { code: 'LIMIT_REACHED', detail: expect.stringContaining('200 plans') as string };
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject(refused);
  expect((await ask(ana, 'POST', `/api/plans/${id}/restore`)).json()).toMatchObject(refused);
});

async function addPlans({ userId }: Athlete, count: number, text: string): Promise<void> {
  await api.db.query(sql`
    insert into plan (user_id, plan_id, title, text, created_at, updated_at)
    select ${userId}, gen_random_uuid(), '', ${text}, now(), now()
    from generate_series(1, ${count}::int)`);
}
