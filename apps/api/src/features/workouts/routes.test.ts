import { listWorkouts, saveWorkout, type SavedWorkout } from '@pacewright/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIds } from '../../db/ids.ts';
import { sql } from '../../db/sql.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runRetention } from '../../testing/run-jobs.ts';

// Ids contain their creation time and only grow, so this clock is ahead of all others and only moves forward.
let time = Date.parse('2040-11-01T12:00:00Z');
const later = (days: number) => {
  time += days * 24 * 3600 * 1000;
};

/** Ids of a client. */
const newId = createIds();

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ now: () => new Date((time += 1)) });
});
afterAll(() => api.close());

const LIBRARY = '/api/auth/workouts';
const TEMPO = { title: 'Tempo 20', script: '15m E + 20m T + 10m E' };

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

function request(athlete: Athlete, method: Method, url: string, payload?: object, key?: string) {
  const headers = { ...athlete.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  return api.app.inject({ method, url, headers, ...(payload && { payload }) });
}

const save = (athlete: Athlete, workout: object, key?: string) =>
  request(athlete, 'POST', LIBRARY, { workout }, key);
const saved = async (athlete: Athlete, workout: object = TEMPO): Promise<SavedWorkout> =>
  (await save(athlete, workout)).json();
const get = (athlete: Athlete, id: string) => request(athlete, 'GET', `${LIBRARY}/${id}`);
const change = (athlete: Athlete, { id }: SavedWorkout, workout: object, version: number) =>
  request(athlete, 'PUT', `${LIBRARY}/${id}`, { workout, version });
const remove = (athlete: Athlete, { id }: SavedWorkout) =>
  request(athlete, 'DELETE', `${LIBRARY}/${id}`);
const restore = (athlete: Athlete, { id }: SavedWorkout) =>
  request(athlete, 'POST', `${LIBRARY}/${id}/restore`);

async function list(athlete: Athlete, query = '') {
  const { workouts, nextCursor } = (await request(athlete, 'GET', `${LIBRARY}?${query}`)).json();
  return {
    workouts: workouts as SavedWorkout[],
    titles: (workouts as SavedWorkout[]).map(({ title }) => title),
    nextCursor: nextCursor as string | null,
  };
}

test('a saved workout is returned with its reading', async () => {
  const ana = await api.signUp('ana');
  const workout = {
    ...TEMPO,
    title: '  Tempo 20 ',
    notes: 'Flat road',
    tags: [' Road', 'Long  Run', 'road', ''],
  };

  const answered = await save(ana, workout);

  expect(answered.statusCode).toBe(200);
  expect(saveWorkout.reply.parse(answered.json())).toEqual(answered.json());
  expect(answered.json()).toMatchObject({
    title: 'Tempo 20',
    script: TEMPO.script,
    notes: 'Flat road',
    tags: ['road', 'long run'],
    version: 1,
    reading: {
      mistakeCount: 0,
      mistakes: [],
      workout: {
        items: [
          {
            kind: 'step',
            amount: { kind: 'time', seconds: 900 },
            target: { kind: 'pace', pace: 'E' },
          },
          {
            kind: 'step',
            amount: { kind: 'time', seconds: 1200 },
            target: { kind: 'pace', pace: 'T' },
          },
          {
            kind: 'step',
            amount: { kind: 'time', seconds: 600 },
            target: { kind: 'pace', pace: 'E' },
          },
        ],
      },
    },
  });
  expect((await get(ana, answered.json().id)).json()).toEqual(answered.json());
  expect((await list(ana)).workouts).toEqual([answered.json()]);
});

test('a script with mistakes is saved with its mistakes', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana, { title: 'Track', script: '10m Q +  400m R' });
  expect(workout.script).toBe('10m Q +  400m R');
  expect(workout.reading).toMatchObject({
    mistakeCount: 2,
    mistakes: [
      { code: 'unknown-word', from: 4, to: 5 },
      { code: 'minutes-or-metres', from: 9, to: 13 },
    ],
  });
});

test('a text that is not a script is saved with its first mistakes', async () => {
  const ana = await api.signUp('ana');
  const script = 'Q+'.repeat(1500);
  const { reading } = await saved(ana, { title: 'Nonsense', script });
  expect(reading.mistakeCount).toBeGreaterThan(1000);
  expect(reading.mistakes).toHaveLength(20);
});

test('any text is returned unchanged', async () => {
  const ana = await api.signUp('ana');
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, text, async (title, script) => {
      fc.pre(title.trim() !== '' && script.trim() !== '' && !(title + script).includes('\0'));
      const { id } = await saved(ana, { title, script, notes: script });
      expect((await get(ana, id)).json()).toMatchObject({
        title: title.trim(),
        script,
        notes: script,
      });
    }),
    { numRuns: 30 },
  );
});

test.each([
  [{ title: ' ' }, '/workout/title', 'Enter a title'],
  [
    { title: 'x'.repeat(201) },
    '/workout/title',
    'Titles can have up to 200 characters. You have 201',
  ],
  [
    { script: ' \n ' },
    '/workout/script',
    'Write a script first, for example 10m E + 20m T + 10m E',
  ],
  [
    { script: 'E + '.repeat(1300) },
    '/workout/script',
    'Scripts can have up to 5,000 characters. You have 5,200',
  ],
  [
    { notes: 'x'.repeat(5001) },
    '/workout/notes',
    'Notes can have up to 5,000 characters. You have 5,001',
  ],
  [{ tags: ['x'.repeat(41)] }, '/workout/tags', 'Tags can have up to 40 characters. You have 41'],
  [
    { tags: 'a b c d e f g h i j k l m n o p q r s t u'.split(' ') },
    '/workout/tags',
    'Workouts can have up to 20 tags',
  ],
  [
    { script: '10m E\u0000' },
    '/workout/script',
    'This contains a character we can’t save. Type the text instead of pasting it',
  ],
])('a workout with %.60j is rejected with its field', async (wrong, at, message) => {
  const ana = await api.signUp('ana');
  const rejected = await save(ana, { ...TEMPO, ...wrong });
  expect(rejected.json()).toMatchObject({
    status: 422,
    code: 'NOT_ACCEPTED',
    detail: message,
    errors: [{ at, message }],
  });
  expect((await list(ana)).titles).toEqual([]);
});

test('other athletes cannot see or change a workout', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const workout = await saved(ana, { ...TEMPO, tags: ['road'] });

  for (const attempt of [
    get(ben, workout.id),
    change(ben, workout, { title: 'Mine now', script: '5m E' }, 1),
    remove(ben, workout),
    restore(ben, workout),
    request(ben, 'POST', `${LIBRARY}/${workout.id}/copy`),
  ])
    expect((await attempt).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await list(ben)).titles).toEqual([]);
  expect((await list(ben, 'q=tempo')).titles).toEqual([]);
  expect((await request(ben, 'GET', '/api/auth/workout-tags')).json()).toEqual({ tags: [] });
  expect((await get(ana, workout.id)).json()).toEqual(workout);
});

test('a retried save creates one workout', async () => {
  const ana = await api.signUp('ana');
  const first = await save(ana, TEMPO, 'attempt-1');
  const second = await save(ana, TEMPO, 'attempt-1');
  expect(second.json()).toEqual(first.json());
  expect((await list(ana)).titles).toEqual(['Tempo 20']);
});

test('a workout has the id that was sent with its first save', async () => {
  const ana = await api.signUp('ana');
  const id = newId(time);
  const first = await request(ana, 'POST', LIBRARY, { id, workout: TEMPO }, 'first');
  expect(first.json()).toMatchObject({ id, ...TEMPO, version: 1 });
  expect((await request(ana, 'POST', LIBRARY, { id, workout: TEMPO }, 'first')).json()).toEqual(
    first.json(),
  );

  // Another tab with the same new workout.
  const other = { ...TEMPO, title: 'Other tab' };
  const refused = await request(ana, 'POST', LIBRARY, { id, workout: other }, 'second');
  expect(refused.json()).toMatchObject({ status: 422, current: { id, ...TEMPO } });

  // The same id of another athlete is another workout.
  const ben = await api.signUp('ben');
  expect((await request(ben, 'POST', LIBRARY, { id, workout: other })).json()).toMatchObject({
    id,
    title: 'Other tab',
  });
});

test('an id that was made by a wrong clock is replaced, because ids are in the order of their age', async () => {
  const ana = await api.signUp('ana');
  const id = newId(time + 400 * 24 * 3600 * 1000);
  const wrong = await request(ana, 'POST', LIBRARY, { id, workout: TEMPO }, 'wrong-clock');
  expect(wrong.statusCode).toBe(200);
  expect(wrong.json().id).not.toBe(id);
  expect((await list(ana)).titles).toEqual(['Tempo 20']);
});

test('concurrent identical saves create one workout', async () => {
  const ana = await api.signUp('ana');
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => save(ana, TEMPO, 'at-once')));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect((await list(ana)).titles).toEqual(['Tempo 20']);
  expect((await list(ana, 'q=tempo')).titles).toEqual(['Tempo 20']);
});

test('a key that was used with other content is rejected', async () => {
  const ana = await api.signUp('ana');
  const { id } = (await save(ana, TEMPO, 'one-key')).json();
  const refusal = { status: 422, code: 'IDEMPOTENCY_KEY_REUSED', current: { id, ...TEMPO } };
  expect((await save(ana, { ...TEMPO, title: 'Other' }, 'one-key')).json()).toMatchObject(refusal);
  const copied = await request(ana, 'POST', `${LIBRARY}/${id}/copy`, undefined, 'one-key');
  expect(copied.json()).toMatchObject(refusal);
  expect((await list(ana)).titles).toEqual(['Tempo 20']);
});

test('keys are per athlete, and saves without a key are separate', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  await save(ana, TEMPO, 'shared-key');
  expect((await save(ben, { ...TEMPO, title: 'Ben’s' }, 'shared-key')).statusCode).toBe(200);
  await save(ana, TEMPO);
  await save(ana, TEMPO);
  expect((await list(ana)).titles).toHaveLength(3);
});

test('an invalid key is rejected', async () => {
  const ana = await api.signUp('ana');
  expect((await save(ana, TEMPO, 'with space')).json()).toMatchObject({
    status: 400,
    code: 'INVALID_REQUEST',
    errors: [{ at: '/idempotency-key' }],
  });
});

test('pages go from newest to oldest and contain each workout once', async () => {
  const ana = await api.signUp('ana');
  for (let number = 1; number <= 7; number++) await saved(ana, { ...TEMPO, title: `No ${number}` });

  const first = await list(ana, 'limit=3');
  expect(first.titles).toEqual(['No 7', 'No 6', 'No 5']);
  // Saves and deletions between pages neither repeat nor hide a workout.
  await saved(ana, { ...TEMPO, title: 'No 8' });
  await remove(ana, first.workouts[2] as SavedWorkout);
  const second = await list(ana, `limit=3&cursor=${first.nextCursor}`);
  expect(second.titles).toEqual(['No 4', 'No 3', 'No 2']);
  const third = await list(ana, `limit=3&cursor=${second.nextCursor}`);
  expect(third).toMatchObject({ titles: ['No 1'], nextCursor: null });
});

test('an exactly full last page has no next cursor', async () => {
  const ana = await api.signUp('ana');
  await saved(ana);
  await saved(ana);
  expect((await list(ana, 'limit=2')).nextCursor).toBeNull();
});

test('the other orders are paginated too', async () => {
  const ana = await api.signUp('ana');
  const titles = ['Tempo 20', 'éasy 100', 'Broken 400s', 'Easy 9', 'Zebra', 'äpfel', 'easy 9'];
  const all: SavedWorkout[] = [];
  for (const title of titles) all.push(await saved(ana, { ...TEMPO, title }));
  await change(ana, all[0] as SavedWorkout, { ...TEMPO, title: 'Tempo 21' }, 1);

  expect(await listAllPages(ana, 'order=title')).toEqual([
    'äpfel',
    'Broken 400s',
    'Easy 9',
    'easy 9',
    'éasy 100',
    'Tempo 21',
    'Zebra',
  ]);
  const byChange = ['Tempo 21', 'easy 9', 'äpfel', 'Zebra', 'Easy 9', 'Broken 400s', 'éasy 100'];
  expect(await listAllPages(ana, 'order=changed')).toEqual(byChange);
  expect(await listAllPages(ana, 'order=title&q=easy')).toEqual(['Easy 9', 'easy 9', 'éasy 100']);
  expect(await listAllPages(ana, 'order=changed&pace=T')).toEqual(byChange);
});

test('changes between pages in the order "changed" hide no workout', async () => {
  const ana = await api.signUp('ana');
  for (const title of ['One', 'Two', 'Three', 'Four']) await saved(ana, { ...TEMPO, title });
  const first = await list(ana, 'order=changed&limit=2');
  expect(first.titles).toEqual(['Four', 'Three']);
  await change(ana, first.workouts[1] as SavedWorkout, { ...TEMPO, title: 'Changed' }, 1);
  await remove(ana, first.workouts[0] as SavedWorkout);
  const second = await list(ana, `order=changed&limit=2&cursor=${first.nextCursor}`);
  expect(second).toMatchObject({ titles: ['Two', 'One'], nextCursor: null });
});

async function listAllPages(athlete: Athlete, query: string): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await list(athlete, `limit=2&${query}${cursor && `&cursor=${cursor}`}`);
    titles.push(...page.titles);
    cursor = page.nextCursor;
  }
  return titles;
}

test('the list matches the contract', async () => {
  const ana = await api.signUp('ana');
  await saved(ana, { ...TEMPO, notes: 'a "quoted" note \\ ü', tags: ['a,b"c'] });
  await saved(ana, { title: 'Track', script: '3x(2x(400mtr R + 200mtr jog) + 400m Q' });
  await saved(ana);
  const answer = (await request(ana, 'GET', `${LIBRARY}?limit=2`)).json();
  expect(listWorkouts.reply.parse(answer)).toEqual(answer);
});

test.each([
  ['limit=0', '/limit'],
  ['limit=101', '/limit'],
  ['limit=many', '/limit'],
  ['cursor=nowhere', '/cursor'],
  ['order=changed&cursor=AZn3pQAAdwCKAAAAAAAAAQ', '/cursor'],
  ['order=length', '/order'],
  ['order=title&from=2026-11-15', '/order'],
  ['from=yesterday', '/from'],
  ['pace=X', '/pace'],
])('a list with %s is rejected with its field', async (query, at) => {
  const ana = await api.signUp('ana');
  const rejected = await request(ana, 'GET', `${LIBRARY}?${query}`);
  expect(rejected.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST', errors: [{ at }] });
});

test('search matches words of the title, tags and script, and paces', async () => {
  const ana = await api.signUp('ana');
  await saved(ana, {
    title: 'Broken 400s',
    script: '2km E + 3x(400mtr R + 400mtr jog)',
    tags: ['track'],
  });
  await saved(ana, { title: 'Über den Hügel', script: '1h30m Z2', tags: ['long run'] });
  await saved(ana, {
    title: 'Cruise miles',
    script: '2km E + 4x(1mi T + 1m E)',
    tags: ['threshold', 'run'],
  });

  const finds = async (query: string) => (await list(ana, query)).titles;
  expect(await finds('q=broken')).toEqual(['Broken 400s']);
  expect(await finds('q=CRUI')).toEqual(['Cruise miles']);
  expect(await finds('q=uber%20hugel')).toEqual(['Über den Hügel']);
  expect(await finds('q=400mtr')).toEqual(['Broken 400s']);
  expect(await finds('q=2km')).toEqual(['Cruise miles', 'Broken 400s']);
  expect(await finds('q=2km%20cruise')).toEqual(['Cruise miles']);
  expect(await finds('q=2km%20hugel')).toEqual([]);
  expect(await finds('q=track')).toEqual(['Broken 400s']);
  expect(await finds('q=roken')).toEqual([]);
  expect(await finds('q=T')).toEqual(['Cruise miles']);
  expect(await finds('pace=E')).toEqual(['Cruise miles', 'Broken 400s']);
  expect(await finds('tag=Run')).toEqual(['Cruise miles']);
  expect(await finds('tag=long%20run')).toEqual(['Über den Hügel']);
  expect(await finds('tag=long')).toEqual([]);
  expect(await finds('tag=track&q=cruise')).toEqual([]);
  expect(await finds('q=%2B%20%25%20_%20%5C')).toHaveLength(3);
  expect(await finds('tag=%25')).toEqual([]);
});

test('search matches the start of any word', async () => {
  const ana = await api.signUp('ana');
  const word = fc.stringMatching(/^[a-zA-ZäöüÉñ0-9]{2,9}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(words, fc.nat(), fc.nat(), async (title, which, length) => {
      const { id } = await saved(ana, { ...TEMPO, title: title.join(' - ') });
      const sought = title[which % title.length] ?? '';
      const beginning = sought.slice(0, 2 + (length % sought.length));
      const found = await list(ana, `limit=100&q=${encodeURIComponent(beginning)}`);
      expect(found.workouts.map((workout) => workout.id)).toContain(id);
    }),
    { numRuns: 40 },
  );
});

test('a search is paginated', async () => {
  const ana = await api.signUp('ana');
  for (let number = 1; number <= 5; number++) {
    await saved(ana, { ...TEMPO, title: `Easy ${number}` });
    await saved(ana, { ...TEMPO, title: `Hard ${number}` });
  }
  const first = await list(ana, 'q=easy&limit=2');
  expect(first.titles).toEqual(['Easy 5', 'Easy 4']);
  const second = await list(ana, `q=easy&limit=2&cursor=${first.nextCursor}`);
  expect(second.titles).toEqual(['Easy 3', 'Easy 2']);
  const third = await list(ana, `q=easy&limit=2&cursor=${second.nextCursor}`);
  expect(third).toMatchObject({ titles: ['Easy 1'], nextCursor: null });
});

test('workouts can be filtered by age', async () => {
  const ana = await api.signUp('ana');
  const firstDay = new Date(time).toISOString().slice(0, 10);
  const first = await saved(ana, { ...TEMPO, title: 'First day' });
  later(1);
  await saved(ana, { ...TEMPO, title: 'Second day' });
  later(1);
  const thirdDay = new Date(time).toISOString().slice(0, 10);
  await saved(ana, { ...TEMPO, title: 'Third day' });

  const finds = async (query: string) => (await list(ana, query)).titles;
  expect(await finds(`to=${firstDay}`)).toEqual(['First day']);
  expect(await finds(`from=${thirdDay}`)).toEqual(['Third day']);
  expect(await finds(`from=${firstDay}&to=${thirdDay}&limit=2`)).toEqual([
    'Third day',
    'Second day',
  ]);
  expect(await finds(`from=${thirdDay}&q=day`)).toEqual(['Third day']);
  expect(await finds(`to=${first.createdAt}`)).toEqual(['First day']);
  const justAfter = new Date(Date.parse(first.createdAt) + 1).toISOString();
  expect(await finds(`from=${justAfter}&to=${justAfter}`)).toEqual([]);
  expect(await finds(`from=${thirdDay}T00:00:00%2B13:00`)).toEqual(['Third day', 'Second day']);
  expect(await finds('from=0001-01-01&to=0001-01-02')).toEqual([]);
});

test('a change updates the workout, the search and the version', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana, { ...TEMPO, notes: 'Flat', tags: ['road'] });

  const changed = await change(ana, workout, { title: 'Cruise', script: '4x(1mi I + 1m E)' }, 1);

  expect(changed.json()).toMatchObject({
    id: workout.id,
    title: 'Cruise',
    notes: 'Flat',
    tags: ['road'],
    version: 2,
    createdAt: workout.createdAt,
    reading: { workout: { items: [{ kind: 'repeat', count: 4 }] } },
  });
  expect(changed.json().updatedAt > workout.updatedAt).toBe(true);
  expect((await get(ana, workout.id)).json()).toEqual(changed.json());
  expect((await list(ana, 'q=cruise&tag=road&pace=I')).titles).toEqual(['Cruise']);
  expect((await list(ana, 'q=tempo')).titles).toEqual([]);
  expect((await list(ana, 'pace=T')).titles).toEqual([]);

  const emptied = await change(ana, workout, { ...TEMPO, notes: '', tags: [] }, 2);
  expect(emptied.json()).toMatchObject({ notes: '', tags: [], version: 3 });
  expect((await list(ana, 'tag=road')).titles).toEqual([]);
});

test('a change of an old version is rejected with the current one', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana);
  const phone = (await change(ana, workout, { ...TEMPO, title: 'From the phone' }, 1)).json();

  const rejected = await change(ana, workout, { ...TEMPO, title: 'From the desk' }, 1);

  expect(rejected.json()).toMatchObject({ status: 409, code: 'STALE_VERSION', current: phone });
  expect((await get(ana, workout.id)).json()).toEqual(phone);
});

test('of concurrent changes one succeeds and the others are stale', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana);
  const titles = ['One', 'Two', 'Three', 'Four', 'Five'];

  const answers = await Promise.all(
    titles.map((title) => change(ana, workout, { ...TEMPO, title }, 1)),
  );

  const [winner, ...more] = answers.filter(({ statusCode }) => statusCode === 200);
  expect(more).toEqual([]);
  const rejected = answers.filter(({ statusCode }) => statusCode === 409);
  expect(rejected).toHaveLength(4);
  for (const answer of rejected) expect(answer.json().current).toEqual(winner?.json());
  expect((await get(ana, workout.id)).json()).toEqual(winner?.json());
  const found = await Promise.all(titles.map((title) => list(ana, `q=${title}`)));
  expect(found.flatMap((page) => page.titles)).toEqual([winner?.json().title]);
});

test('a change whose response was lost can be retried', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana);
  const first = await change(ana, workout, { ...TEMPO, title: 'Renamed' }, 1);
  const again = await change(ana, workout, { ...TEMPO, title: 'Renamed' }, 1);
  expect(again.json()).toEqual(first.json());
});

test('a rejected change leaves the workout unchanged', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana);
  const rejected = await change(ana, workout, { ...TEMPO, script: '' }, 1);
  expect(rejected.json()).toMatchObject({ status: 422, errors: [{ at: '/workout/script' }] });
  expect((await get(ana, workout.id)).json()).toEqual(workout);
});

test('a deleted workout is hidden until it is restored', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana, { ...TEMPO, tags: ['road'] });

  expect((await remove(ana, workout)).statusCode).toBe(204);
  expect((await remove(ana, workout)).statusCode).toBe(204);
  expect((await get(ana, workout.id)).statusCode).toBe(404);
  expect((await list(ana)).titles).toEqual([]);
  expect((await list(ana, 'q=tempo')).titles).toEqual([]);
  expect((await request(ana, 'GET', '/api/auth/workout-tags')).json()).toEqual({ tags: [] });
  expect((await change(ana, workout, TEMPO, 1)).statusCode).toBe(404);

  expect((await restore(ana, workout)).json()).toEqual(workout);
  expect((await restore(ana, workout)).json()).toEqual(workout);
  expect((await list(ana, 'q=tempo&tag=road')).workouts).toEqual([workout]);
});

test('deleted workouts are listed, last deleted first, while they can be restored', async () => {
  const ana = await api.signUp('ana');
  const [old, recent] = [await saved(ana, { ...TEMPO, title: 'Old' }), await saved(ana)];
  await remove(ana, old);
  later(29);
  await remove(ana, recent);

  const deleted = (await request(ana, 'GET', '/api/auth/deleted-workouts')).json().workouts;
  expect(deleted).toMatchObject([{ ...recent, deletedAt: expect.any(String) }, { ...old }]);

  later(2);
  expect((await request(ana, 'GET', '/api/auth/deleted-workouts')).json().workouts).toHaveLength(1);
  expect((await restore(ana, old)).statusCode).toBe(404);
  const { rows } = await api.db.query(sql`select title from workout where user_id = ${ana.userId}`);
  expect(rows).toEqual([{ title: 'Tempo 20' }]);
});

test('an old version cannot be deleted', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana);
  await change(ana, workout, { ...TEMPO, title: 'Renamed' }, 1);
  const rejected = await request(ana, 'DELETE', `${LIBRARY}/${workout.id}?version=1`);
  expect(rejected.json()).toMatchObject({ code: 'STALE_VERSION', current: { title: 'Renamed' } });
  expect((await request(ana, 'DELETE', `${LIBRARY}/${workout.id}?version=2`)).statusCode).toBe(204);
});

test('a concurrent change and deletion leave no search terms', async () => {
  const ana = await api.signUp('ana');
  for (let round = 1; round <= 5; round++) {
    const workout = await saved(ana, { ...TEMPO, tags: ['before'] });
    await Promise.all([
      change(ana, workout, { ...TEMPO, title: 'Changed', tags: ['after'] }, 1),
      remove(ana, workout),
    ]);
  }
  expect((await request(ana, 'GET', '/api/auth/workout-tags')).json()).toEqual({ tags: [] });
});

test('a copy is independent of the original', async () => {
  const ana = await api.signUp('ana');
  const workout = await saved(ana, { ...TEMPO, notes: 'Flat', tags: ['road'] });
  const url = `${LIBRARY}/${workout.id}/copy`;

  const copy = (await request(ana, 'POST', url, undefined, 'copy-1')).json();
  expect((await request(ana, 'POST', url, undefined, 'copy-1')).json()).toEqual(copy);

  const { title: _, id, createdAt: _created, updatedAt: _updated, ...same } = workout;
  expect(copy).toMatchObject({ ...same, title: 'Tempo 20 (copy)' });
  expect(copy.id).not.toBe(id);
  await change(ana, copy, { title: 'Another', script: '5m E' }, 1);
  expect((await get(ana, id)).json()).toEqual(workout);
  expect((await list(ana)).titles).toEqual(['Another', 'Tempo 20']);
});

test('a retried copy returns the first copy, even after the original was deleted', async () => {
  const ana = await api.signUp('ana');
  const original = await saved(ana);
  const copy = () => request(ana, 'POST', `${LIBRARY}/${original.id}/copy`, undefined, 'copy-once');
  const first = await copy();
  await remove(ana, original);
  const again = await copy();
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual(first.json());
});

test('a title with an emoji at the cut can be copied', async () => {
  const ana = await api.signUp('ana');
  const original = await saved(ana, { ...TEMPO, title: `${'x'.repeat(192)}😀${'y'.repeat(6)}` });
  const copy = await request(ana, 'POST', `${LIBRARY}/${original.id}/copy`);
  expect(copy.json()).toMatchObject({ title: `${'x'.repeat(192)} (copy)` });
});

test('line breaks and spaces of a script are preserved', async () => {
  const ana = await api.signUp('ana');
  const script = '15min easy\n+ 2 X (3m I\n  + 90s jog)\n\n+ 10m E\n';
  const { id } = await saved(ana, { title: 'As written', script });
  expect((await get(ana, id)).json()).toMatchObject({ script });
});

test('line breaks of Windows become line breaks of the web', async () => {
  const ana = await api.signUp('ana');
  const { id } = await saved(ana, {
    title: 'From a file',
    script: '10m E\r\n20m T\r10m E',
    notes: 'One\r\ntwo',
  });
  expect((await get(ana, id)).json()).toMatchObject({
    script: '10m E\n20m T\n10m E',
    notes: 'One\ntwo',
  });
});

test('tags are listed with their counts', async () => {
  const ana = await api.signUp('ana');
  await saved(ana, { ...TEMPO, tags: ['Track', 'speed'] });
  await saved(ana, { ...TEMPO, tags: ['track', 'long run'] });
  expect((await request(ana, 'GET', '/api/auth/workout-tags')).json()).toEqual({
    tags: [
      { tag: 'long run', workouts: 1 },
      { tag: 'speed', workouts: 1 },
      { tag: 'track', workouts: 2 },
    ],
  });
});

test('workouts are in the export, deleted ones too, and are deleted with the account', async () => {
  const ana = await api.signUp('ana');
  const [first, second] = [await saved(ana), await saved(ana)];
  await remove(ana, second);
  const exported = (await request(ana, 'GET', '/api/account/export')).json();
  expect(exported.workouts).toEqual([first, { ...second, deletedAt: expect.any(String) }]);

  await request(ana, 'DELETE', '/api/account');
  const { rows } = await api.db.query(sql`
    select 1 from workout where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
});

test('a deleted workout is permanently deleted after 30 days', async () => {
  const ana = await api.signUp('ana');
  const [gone, recent] = [await saved(ana), await saved(ana)];
  await remove(ana, gone);
  later(20);
  await remove(ana, recent);
  later(11);
  await runRetention(api.db, new Date(time));
  const { rows } = await api.db.query(sql`
    select workout_id as id from workout where user_id = ${ana.userId}`);
  expect(rows).toEqual([{ id: recent.id }]);
});
