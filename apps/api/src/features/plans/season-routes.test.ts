import {
  type CalendarEntry,
  listCalendar,
  listSeasons,
  MAX_SEASONS,
  season as seasonReply,
  type Season,
  type SeasonAction,
  type SeasonAnchor,
  seasonPreview,
  type SeasonPreview,
} from '@pacewright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { sql, type Statement } from '../../db/sql.ts';
import { explainReads } from '../../testing/scale.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { deleteOldRows } from '../../jobs/retention.ts';
import { runRetention } from '../../testing/run-jobs.ts';
import { OLD_ACTIONS } from './season-store.ts';

// The rules A1 to A16 of docs/plan-language.md through the API.

let api: TestApp;
let time = new Date('2027-01-01T08:00:00Z');
beforeAll(async () => {
  api = await startTestApp({ now: () => time });
});
afterAll(() => api.close());

const BEFORE = '2027-01-01';
const TODAY = '2027-01-13';
const START: SeasonAnchor = { kind: 'start', day: '2027-01-04' };
const TEXT = 'plan Three weeks\nweeks 1-3\n  Tue {40, 45, 50}m E\n  Sun {80, 85, 90}m E';
const CHANGED = 'plan Three weeks\nweeks 1-3\n  Tue {40, 45, 55}m E\n  Sun {80, 85, 95}m E';

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
type Reply = Awaited<ReturnType<typeof ask>>;

function ask({ headers }: Athlete, method: Method, url: string, payload?: object, key?: string) {
  return api.app.inject({
    method,
    url,
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    ...(payload && { payload }),
  });
}

function requireOk(reply: Reply): Reply {
  if (reply.statusCode >= 300) throw new Error(`${reply.statusCode}: ${reply.body}`);
  return reply;
}

type Place = { text?: string; anchor?: SeasonAnchor; today?: string; planId?: string };

async function previewStart(
  athlete: Athlete,
  { planId: _planId, ...place }: Place = {},
): Promise<SeasonPreview> {
  const body = { text: TEXT, anchor: START, today: BEFORE, ...place };
  const reply = requireOk(await ask(athlete, 'POST', '/api/season-preview', body));
  expect(seasonPreview.parse(reply.json())).toEqual(reply.json());
  return reply.json();
}

async function start(athlete: Athlete, place: Place = {}): Promise<Season> {
  const body = { text: TEXT, anchor: START, today: BEFORE, ...place };
  const { hash } = await previewStart(athlete, place);
  const reply = requireOk(await ask(athlete, 'POST', '/api/seasons', { ...body, hash }));
  expect(seasonReply.parse(reply.json())).toEqual(reply.json());
  return reply.json();
}

type Answers = Pick<SeasonPreview['questions'][number], 'key' | 'about'>[];

async function previewAction(
  athlete: Athlete,
  { id }: Season,
  action: SeasonAction,
  today = TODAY,
): Promise<SeasonPreview> {
  const url = `/api/seasons/${id}/preview`;
  return requireOk(await ask(athlete, 'POST', url, { action, today })).json();
}

async function act(
  athlete: Athlete,
  season: Season,
  action: SeasonAction,
  {
    today = TODAY,
    takeTheirs = [],
    keep,
  }: { today?: string; takeTheirs?: Answers; keep?: string[] } = {},
): Promise<Season> {
  const { hash } = await previewAction(athlete, season, action, today);
  const body = { action, today, hash, takeTheirs, keep };
  return requireOk(await ask(athlete, 'POST', `/api/seasons/${season.id}/actions`, body)).json();
}

const useText = (text: string): SeasonAction => ({ kind: 'text', text });

async function undo(athlete: Athlete, { id, actions }: Season) {
  const body = { actionId: actions[0]?.id };
  const reply = requireOk(await ask(athlete, 'POST', `/api/seasons/${id}/undo`, body));
  return reply.json<{ season: Season; stayed: { key: string }[] }>();
}

async function readCalendar(athlete: Athlete) {
  const reply = requireOk(await ask(athlete, 'GET', '/api/calendar'));
  return listCalendar.reply.parse(reply.json()).entries;
}

/** Each entry as its day, script, and whether it is done or the athlete's own. */
async function list(athlete: Athlete): Promise<string[]> {
  return (await readCalendar(athlete)).map(({ day, script, title, done, season }) =>
    [day, script || `${title}:`, done ? 'done' : '', season ? '' : 'own']
      .filter((word) => word !== '')
      .join(' '),
  );
}

async function find(athlete: Athlete, key: string) {
  const entry = (await readCalendar(athlete)).find(({ season }) => season?.key === key);
  if (!entry) throw new Error(`There is no entry ${key}`);
  return entry;
}

async function move(athlete: Athlete, key: string, day: string): Promise<void> {
  const { id } = await find(athlete, key);
  requireOk(await ask(athlete, 'PUT', `/api/calendar/${id}`, { day }));
}

async function edit(athlete: Athlete, key: string, script: string): Promise<void> {
  const { id } = await find(athlete, key);
  const content = { kind: 'run', title: 'Mine', script };
  requireOk(await ask(athlete, 'PUT', `/api/calendar/${id}/content`, { content }));
}

async function finishRun(athlete: Athlete, key: string): Promise<void> {
  const { id } = await find(athlete, key);
  requireOk(await ask(athlete, 'PUT', `/api/calendar/${id}/done`));
}

async function remove(athlete: Athlete, key: string): Promise<void> {
  const { id } = await find(athlete, key);
  requireOk(await ask(athlete, 'DELETE', `/api/calendar/${id}`));
}

const ALL = [
  '2027-01-05 40m E',
  '2027-01-10 1h20m E',
  '2027-01-12 45m E',
  '2027-01-17 1h25m E',
  '2027-01-19 50m E',
  '2027-01-24 1h30m E',
];

test('A1: week 1 contains the given day, and its days before that day are listed', async () => {
  const ana = await api.signUp('ana');
  const place: Place = { anchor: { kind: 'start', day: '2027-01-06' } };
  expect(await previewStart(ana, place)).toMatchObject({
    title: 'Three weeks',
    firstDay: '2027-01-04',
    early: ['1 Tue'],
    dayCount: 6,
    turn: 0,
  });
  expect(await start(ana, place)).toMatchObject({
    title: 'Three weeks',
    firstDay: '2027-01-04',
    lastDay: '2027-01-24',
    entryCount: 5,
    doneCount: 0,
    actions: [{ kind: 'start' }],
  });
  expect(await list(ana)).toEqual(ALL.slice(1));
});

test('A19: skipped days are no days to run, and count again when that is undone', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana, { anchor: { kind: 'start', day: '2027-01-04' } });
  const action = { kind: 'skip' as const, from: '2027-01-19', to: '2027-01-24' };
  const skipped = await act(ana, season, action);
  expect(skipped).toMatchObject({ entryCount: season.entryCount - 2, lastDay: '2027-01-24' });
  expect(await undo(ana, skipped)).toMatchObject({ season: { entryCount: season.entryCount } });
});

test('A2: counted back from a race, days before today are not created', async () => {
  const ana = await api.signUp('ana');
  const text = 'weeks 1-2\n  Tue 40m E\nweek 2\n  Sun race 10km';
  const place: Place = { text, anchor: { kind: 'race', day: '2027-01-16' }, today: '2027-01-08' };
  const preview = await previewStart(ana, place);
  expect(preview).toMatchObject({ turn: -1, firstDay: '2027-01-03', skipped: ['1 Tue'] });
  await start(ana, place);
  expect((await list(ana)).map((line) => line.slice(0, 10))).toEqual(['2027-01-11', '2027-01-16']);
});

test('A16: a day that the athlete changed is listed with the version of the text, and goes back to it', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana, {
    text: 'plan P\nweek 1\n  Tue Hills: 40m E or rest // easy up',
  });
  expect(season.edited).toEqual([]);
  const [before] = await readCalendar(ana);
  const url = `/api/calendar/${before?.id}/content`;
  const content = { kind: 'run', title: 'Shorter', script: '20m E' };
  requireOk(await ask(ana, 'PUT', url, { content }));

  const changed = requireOk(await ask(ana, 'GET', `/api/seasons/${season.id}`)).json<Season>();
  expect(seasonReply.parse(changed)).toEqual(changed);
  expect(changed.edited).toMatchObject([
    { key: '1 Tue', title: 'Hills', script: '40m E', notes: 'easy up' },
  ]);

  requireOk(await ask(ana, 'PUT', url, { content: null }));
  // Each change is a new version of the entry.
  expect(await readCalendar(ana)).toEqual([{ ...before, version: 3 }]);
  const back = requireOk(await ask(ana, 'GET', `/api/seasons/${season.id}`)).json<Season>();
  expect(back.edited).toEqual([]);
});

test('an entry without a plan has no version to go back to', async () => {
  const ana = await api.signUp('ana');
  const content = { kind: 'run', title: 'Own', script: '20m E' };
  const body = { content, day: TODAY };
  const { id } = requireOk(await ask(ana, 'POST', '/api/calendar', body)).json<{ id: string }>();
  const refused = await ask(ana, 'PUT', `/api/calendar/${id}/content`, { content: null });
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ detail: 'This day isn’t in the plan' });
});

test('A3: runs and other activities become entries with their own content, rest days do not', async () => {
  const ana = await api.signUp('ana');
  const text =
    'week 1\n  Mon rest\n  Tue Club: 40m E or 30m T or rest // flat\n  Wed Strength:\n  Thu // Swim';
  await start(ana, { text });
  expect(await readCalendar(ana)).toMatchObject([
    {
      day: '2027-01-05',
      workoutId: null,
      title: 'Club',
      script: '40m E',
      own: {
        kind: 'run',
        notes: 'flat',
        alternatives: [{ kind: 'run', script: '30m T' }, { kind: 'rest' }],
      },
      season: { key: '1 Tue', weekCount: 1, planId: null },
      done: null,
    },
    { title: 'Strength', script: '', own: { kind: 'other' }, reading: { mistakeCount: 0 } },
    { title: 'Swim', own: { kind: 'other', notes: 'Swim' } },
  ]);
  const library = await ask(ana, 'GET', '/api/auth/workouts');
  expect(library.json().workouts).toEqual([]);
});

test('P11: a race of the text is a race on the calendar, and another option is none', async () => {
  const ana = await api.signUp('ana');
  const text = 'plan Ten\nweek 1\n  Tue 40m E\n  Sun race 10km or 60m E';
  const season = await start(ana, { text });
  const races = async () =>
    (await readCalendar(ana)).filter(({ own }) => own?.isRace).map(({ title }) => title);
  expect(await races()).toEqual(['Race 10 km']);

  const sunday = await find(ana, '1 Sun');
  const [easy] = sunday.own?.alternatives ?? [];
  const option = (chosen: unknown) =>
    ask(ana, 'PUT', `/api/calendar/${sunday.id}/option`, { option: chosen });
  requireOk(await option(easy));
  expect(await races()).toEqual([]);
  requireOk(await option((await find(ana, '1 Sun')).own?.alternatives[0]));
  expect(await races()).toEqual(['Race 10 km']);

  const moved = await act(ana, season, { kind: 'move', days: 7 }, { today: BEFORE });
  expect(await races()).toEqual(['Race 10 km']);
  const trained = await act(ana, moved, useText(text.replace('race 10km', '10km E')), {
    today: BEFORE,
  });
  expect(await races()).toEqual([]);
  await undo(ana, trained);
  expect(await races()).toEqual(['Race 10 km']);
});

test('P7: both runs of a day say when they are, and undoing a text takes it back', async () => {
  const ana = await api.signUp('ana');
  const times = async () =>
    (await readCalendar(ana)).map(({ title, timeOfDay }) => `${title} ${timeOfDay}`);
  const text = 'plan Ten\nweek 1\n  Tue Long: 40m E\n  Sun Easy: 60m E';
  const season = await start(ana, { text });
  expect(await times()).toEqual(['Long null', 'Easy null']);
  const doubled = text.replace('\n  Sun', '\n  Tue pm Short: 30m E\n  Sun');
  const changed = await act(ana, season, useText(doubled), { today: BEFORE });
  expect(await times()).toEqual(['Long am', 'Short pm', 'Easy null']);
  await undo(ana, changed);
  expect(await times()).toEqual(['Long null', 'Easy null']);
});

test('an entry names its season, the week it is in and the plan until that is deleted', async () => {
  const ana = await api.signUp('ana');
  const text = 'plan Two weeks\nweeks 1-2\n  Tue 40m E';
  const saved = requireOk(await ask(ana, 'POST', '/api/plans', { text })).json();
  const season = await start(ana, { text, planId: saved.id });
  const named = { id: season.id, key: '2 Tue', title: 'Two weeks', weekCount: 2 };
  expect((await find(ana, '2 Tue')).season).toEqual({ ...named, planId: saved.id });

  await act(ana, season, useText(`${text}\nweek 3\n  Tue 20m E`));
  expect((await find(ana, '3 Tue')).season).toMatchObject({ weekCount: 3 });
  requireOk(await ask(ana, 'DELETE', `/api/plans/${saved.id}`));
  expect((await find(ana, '2 Tue')).season).toEqual({ ...named, weekCount: 3, planId: null });
});

test('A4: a plan with mistakes of its own is rejected, and mistakes of a script stay with their day', async () => {
  const ana = await api.signUp('ana');
  const body = { anchor: START, today: BEFORE };
  const refused = await ask(ana, 'POST', '/api/season-preview', { ...body, text: 'Tue 40m E' });
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({
    code: 'NOT_ACCEPTED',
    detail: 'The plan has problems. Fix them, then add it to the calendar',
    errors: [{ at: '/text', message: 'Which week is this in?' }],
  });
  await start(ana, { text: 'week 1\n  Tue 40m E + bananas' });
  expect((await find(ana, '1 Tue')).reading.mistakeCount).toBe(1);
  const race = { ...body, text: TEXT, anchor: { kind: 'race', day: '2027-01-17' } };
  expect((await ask(ana, 'POST', '/api/season-preview', race)).json()).toMatchObject({
    errors: [{ at: '/anchor' }],
  });
});

test('A4: a hash is refused with a new preview once the calendar has changed', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  const action = useText(CHANGED);
  const { hash } = await previewAction(ana, season, action);
  await edit(ana, '3 Tue', '30m E');
  const url = `/api/seasons/${season.id}/actions`;
  const refused = await ask(ana, 'POST', url, { action, today: TODAY, hash });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'PREVIEW_CHANGED',
    current: { questions: [{ key: '3 Tue', about: 'content' }] },
  });
  expect(await list(ana)).toContain('2027-01-19 30m E');

  const { hash: newHash } = refused.json().current;
  // Another text, or another day, is not what was previewed.
  for (const other of [
    { action: useText(TEXT), today: TODAY },
    { action, today: '2027-01-14' },
  ])
    expect((await ask(ana, 'POST', url, { ...other, hash: newHash })).statusCode).toBe(409);
  const applied = await ask(ana, 'POST', url, { action, today: TODAY, hash: newHash });
  expect(applied.statusCode).toBe(200);
});

test('a season is not started from a plan of another athlete', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const { id: planId } = requireOk(await ask(ana, 'POST', '/api/plans', { text: TEXT })).json();
  const { hash } = await previewStart(ben);
  const body = { planId, text: TEXT, anchor: START, today: BEFORE, hash };
  const refused = await ask(ben, 'POST', '/api/seasons', body);
  expect(refused.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await list(ben)).toEqual([]);
});

test('a preview names what is on its days as the calendar does', async () => {
  const ana = await api.signUp('ana');
  for (const content of [
    { kind: 'other', title: 'Swim', script: '', notes: 'Swim, easy' },
    { kind: 'rest', title: 'Nothing', script: '' },
  ])
    requireOk(await ask(ana, 'POST', '/api/calendar', { content, day: '2027-01-05' }));
  // As a plan may write them.
  await api.db.query(sql`update calendar_entry set title = '' where user_id = ${ana.userId}`);
  const { shared } = await previewStart(ana);
  expect(shared).toEqual([{ day: '2027-01-05', entryCount: 2, titles: ['Swim, easy', 'Rest'] }]);
});

test('the job that removes old actions reads them by their age', async () => {
  const statements: Statement[] = [];
  const query: Db['query'] = async (statement) => {
    statements.push(statement);
    return { rows: [], rowCount: 0 };
  };
  await deleteOldRows({ query }, OLD_ACTIONS, time);
  const reads = await explainReads(api.db, statements, /^season_action$/, ['enable_seqscan = off']);
  expect(reads.map(({ type }) => type)).not.toContain('Seq Scan');
});

test('A4: a new season is refused when a day of it got something else meanwhile', async () => {
  const ana = await api.signUp('ana');
  const body = { text: TEXT, anchor: START, today: BEFORE };
  const { hash } = await previewStart(ana);
  const content = { kind: 'other', title: 'Strength', script: '' };
  requireOk(await ask(ana, 'POST', '/api/calendar', { content, day: '2027-01-05' }));
  const refused = await ask(ana, 'POST', '/api/seasons', { ...body, hash });
  expect(refused.json()).toMatchObject({
    code: 'PREVIEW_CHANGED',
    current: { shared: [{ day: '2027-01-05', entryCount: 1, titles: ['Strength'] }] },
  });
  expect(await list(ana)).toEqual(['2027-01-05 Strength: own']);
});

test('A4: a retried request counts once', async () => {
  const ana = await api.signUp('ana');
  const { hash } = await previewStart(ana);
  const body = { text: TEXT, anchor: START, today: BEFORE, hash };
  const first = requireOk(await ask(ana, 'POST', '/api/seasons', body, 'start-1'));
  const again = await Promise.all(
    [1, 2].map(() => ask(ana, 'POST', '/api/seasons', body, 'start-1')),
  );
  for (const reply of again) expect(reply.json()).toEqual(first.json());
  expect(await list(ana)).toEqual(ALL);

  const season = first.json<Season>();
  const action: SeasonAction = { kind: 'move', days: 7 };
  const moved = await previewAction(ana, season, action);
  const url = `/api/seasons/${season.id}/actions`;
  const request = { action, today: TODAY, hash: moved.hash };
  const [one, two] = await Promise.all([1, 2].map(() => ask(ana, 'POST', url, request, 'move-1')));
  expect(one?.json()).toEqual(two?.json());
  expect((await list(ana)).at(-1)).toBe('2027-01-31 1h30m E');
  const other = await ask(ana, 'POST', url, { ...request, today: BEFORE }, 'move-1');
  expect(other.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('A5: applying the same text again changes nothing', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  const preview = await previewAction(ana, season, useText(TEXT), BEFORE);
  expect(preview).toMatchObject({ changes: [], questions: [], shared: [] });
  const again = await act(ana, season, useText(TEXT), { today: BEFORE });
  expect(again).toEqual(season);
  expect(await list(ana)).toEqual(ALL);
});

test('A6: an untouched entry follows the text, a moved one keeps its day, an edited one its content', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await move(ana, '3 Sun', '2027-01-23');
  const preview = await previewAction(ana, season, useText(CHANGED));
  expect(preview.questions).toEqual([]);
  expect(preview.changes).toMatchObject([
    { kind: 'change', before: { key: '3 Tue', script: '50m E' }, after: { script: '55m E' } },
    { kind: 'change', before: { key: '3 Sun', script: '1h30m E' }, after: { day: '2027-01-23' } },
  ]);
  const changed = await act(ana, season, useText(CHANGED));
  expect(await list(ana)).toEqual([...ALL.slice(0, 4), '2027-01-19 55m E', '2027-01-23 1h35m E']);
  await edit(ana, '3 Tue', '30m E');
  const later: SeasonAction = {
    kind: 'text',
    text: CHANGED,
    anchor: { kind: 'start', day: '2027-01-11' },
  };
  await act(ana, changed, later);
  expect((await find(ana, '3 Tue')).day).toBe('2027-01-26');
  expect((await find(ana, '3 Tue')).script).toBe('30m E');
});

test('A7: a day that was removed can be put back, and is a day of the plan again', async () => {
  const ana = await api.signUp('ana');
  const text = 'plan Options\nweek 1\n  Tue 40m E or 20m T or rest\n  Sun Long: 80m E';
  const season = await start(ana, { text });
  const before = await find(ana, '1 Tue');
  await remove(ana, '1 Tue');
  const { id, day, title, script, own, season: place } = before;
  const body = {
    day,
    content: { kind: 'run', title, script, notes: own?.notes },
    season: { id: place?.id, key: place?.key, entryId: id },
  };
  requireOk(await ask(ana, 'POST', '/api/calendar', body, id));
  expect(await find(ana, '1 Tue')).toEqual({ ...before, version: 1 });
  expect(await previewAction(ana, season, useText(text), BEFORE)).toMatchObject({
    changes: [],
    questions: [],
  });
  // Once.
  expect((await ask(ana, 'POST', '/api/calendar', body)).json()).toMatchObject({ id });
  expect(await readCalendar(ana)).toHaveLength(2);
});

/** As the web app does, whatever happened to the plan. */
async function putBack(athlete: Athlete, entry: CalendarEntry): Promise<Reply> {
  const { id, day, title, script, own, season } = entry;
  const { alternatives, ...content } = own ?? { kind: 'run' };
  const body = { day, content: { ...content, title, script }, alternatives };
  const place = season && { season: { id: season.id, key: season.key, entryId: id } };
  return ask(athlete, 'POST', '/api/calendar', { ...body, ...place }, id);
}

const atItsPlace = (entry: CalendarEntry) => ({ ...entry, version: 0, position: 0 });

test('A7, A12: a day that is on the calendar while its plan is paused can be removed and put back', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await finishRun(ana, '3 Tue');
  await act(ana, season, { kind: 'pause' });
  // Missed before the pause and run after it, or marked as done too early.
  await move(ana, '2 Tue', '2027-01-20');
  const { id } = await find(ana, '3 Tue');
  requireOk(await ask(ana, 'DELETE', `/api/calendar/${id}/done`));
  for (const key of ['2 Tue', '3 Tue']) {
    const before = await find(ana, key);
    await remove(ana, key);
    requireOk(await putBack(ana, before));
    expect(atItsPlace(await find(ana, key))).toEqual(atItsPlace(before));
  }
});

test('A7, A14: a day of an ended plan can be removed and put back, also when the plan is deleted', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await act(ana, season, { kind: 'end', how: 'remove' });
  const before = await find(ana, '1 Tue');
  await remove(ana, '1 Tue');
  requireOk(await putBack(ana, before));
  expect(atItsPlace(await find(ana, '1 Tue'))).toEqual(atItsPlace(before));

  await remove(ana, '1 Tue');
  requireOk(await ask(ana, 'DELETE', `/api/seasons/${season.id}`));
  const mine = requireOk(await putBack(ana, before)).json();
  expect(mine).toMatchObject({ day: before.day, script: before.script, season: null });
});

test('A7: a removed day is the athlete’s own when it is put back and the plan has another by then', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await edit(ana, '3 Sun', '30m E');
  const before = await find(ana, '3 Sun');
  await remove(ana, '3 Sun');
  await act(ana, season, useText(CHANGED), { takeTheirs: [{ key: '3 Sun', about: 'removed' }] });
  requireOk(await putBack(ana, before));
  expect((await list(ana)).slice(-2)).toEqual(['2027-01-24 1h35m E', '2027-01-24 30m E own']);
});

test('A10, A7: a removed day that an undo has brought back is not there twice', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  const before = await find(ana, '3 Sun');
  const moved = await act(ana, season, { kind: 'end', how: 'remove' });
  await undo(ana, moved);
  expect((await putBack(ana, before)).json()).toMatchObject({ id: before.id });
  const paused = await act(ana, season, { kind: 'pause' });
  expect((await putBack(ana, before)).json()).toMatchObject({
    detail: 'Your plan holds this day while it is paused. Resume the plan to see it',
  });
  await undo(ana, paused);
  expect(await list(ana)).toEqual(ALL);
});

test('A7, A16, A19: what the athlete wrote comes back with a skipped day, and with an undone plan’s version', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana, { text: 'week 1\n  Tue 40m E or 20m T\n  Sun 80m E' });
  await edit(ana, '1 Tue', '30m E');
  const { day } = await find(ana, '1 Tue');
  await act(ana, season, { kind: 'skip', from: day, to: day }, { today: BEFORE });
  const before = await find(ana, '1 Tue');
  expect(before.own?.alternatives).toMatchObject([{ script: '30m E' }, { script: '20m T' }]);
  await remove(ana, '1 Tue');
  requireOk(await putBack(ana, before));
  expect(atItsPlace(await find(ana, '1 Tue'))).toEqual(atItsPlace(before));

  const url = `/api/calendar/${before.id}/content`;
  requireOk(await ask(ana, 'PUT', url, { content: null }));
  expect((await find(ana, '1 Tue')).own?.alternatives).toMatchObject([{ script: '20m T' }]);
  const { alternatives, ...own } = before.own ?? { kind: 'rest' };
  const content = { ...own, title: before.title, script: '' };
  requireOk(await ask(ana, 'PUT', url, { content, alternatives }));
  expect(atItsPlace(await find(ana, '1 Tue'))).toEqual(atItsPlace(before));
});

test('A7, A19: a skipped day that was removed is put back as one, also where rest is a choice', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana, { text: 'week 1\n  Tue 40m E or rest\n  Sun 80m E' });
  const { day } = await find(ana, '1 Tue');
  await act(ana, season, { kind: 'skip', from: day, to: day }, { today: BEFORE });
  const before = await find(ana, '1 Tue');
  expect(before).toMatchObject({ title: 'Skipped: 40 min E', own: { alternatives: [] } });
  await remove(ana, '1 Tue');
  requireOk(await putBack(ana, before));
  expect(await find(ana, '1 Tue')).toEqual({ ...before, version: 1 });
});

test('A7: where both changed, mine stays until theirs is taken, and is not asked about again', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await edit(ana, '3 Tue', '30m E');
  await remove(ana, '3 Sun');
  const preview = await previewAction(ana, season, useText(CHANGED));
  expect(preview.changes).toEqual([]);
  expect(preview.questions).toMatchObject([
    { key: '3 Tue', about: 'content', mine: { script: '30m E' }, theirs: { script: '55m E' } },
    { key: '3 Sun', about: 'removed', mine: null, theirs: { script: '1h35m E' } },
  ]);
  const mine = await act(ana, season, useText(CHANGED));
  expect(await list(ana)).toEqual([...ALL.slice(0, 4), '2027-01-19 30m E']);
  expect(await previewAction(ana, mine, useText(CHANGED))).toMatchObject({
    changes: [],
    questions: [],
  });

  const { season: before } = await undo(ana, mine);
  await act(ana, before, useText(CHANGED), {
    takeTheirs: preview.questions.map(({ key, about }) => ({ key, about })),
  });
  expect(await list(ana)).toEqual([...ALL.slice(0, 4), '2027-01-19 55m E', '2027-01-24 1h35m E']);
});

test('A7: days that are kept stay as they are, are not asked for again, and undo restores', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana, { text: TEXT });
  const before = await list(ana);
  const changed = TEXT.replace('50', '55').replace('  Sun', '  Thu 30m E\n  Sun');
  const keep = ['2 Thu', '3 Tue'];
  const after = await act(ana, season, useText(changed), { keep });
  expect(await list(ana)).toEqual([...before, '2027-01-21 30m E'].toSorted());
  expect((await previewAction(ana, after, useText(changed))).changes).toEqual([]);
  expect(after.edited).toMatchObject([{ key: '3 Tue', script: '55m E' }]);
  await undo(ana, after);
  expect(await list(ana)).toEqual(before);
});

test('A7: a touched day that leaves the text becomes the athlete’s own', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await move(ana, '3 Tue', '2027-01-20');
  const shorter = useText('weeks 1-3\n  Sun {80, 85, 90}m E');
  expect((await previewAction(ana, season, shorter, BEFORE)).questions).toMatchObject([
    { key: '3 Tue', about: 'left' },
  ]);
  await act(ana, season, shorter, { today: BEFORE });
  expect(await list(ana)).toEqual([
    '2027-01-10 1h20m E',
    '2027-01-17 1h25m E',
    '2027-01-20 50m E own',
    '2027-01-24 1h30m E',
  ]);
});

test('A8, A9: done entries never change, nor does anything before today', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await move(ana, '3 Sun', '2027-01-22');
  await finishRun(ana, '3 Sun');
  const other = useText('weeks 1-3\n  Mon 20m E');
  expect((await previewAction(ana, season, other)).skipped).toEqual(['1 Mon', '2 Mon']);
  await act(ana, season, other);
  expect(await list(ana)).toEqual([
    ...ALL.slice(0, 3),
    '2027-01-18 20m E',
    '2027-01-22 1h30m E done',
  ]);
});

test('A10: actions are undone as one, newest first, and touched entries stay and are listed', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  const changed = await act(ana, season, useText(CHANGED));
  const moved = await act(ana, changed, { kind: 'move', days: 7 });
  expect(moved.actions.map(({ kind }) => kind)).toEqual(['move', 'text', 'start']);
  const older = { actionId: moved.actions[1]?.id };
  const refused = await ask(ana, 'POST', `/api/seasons/${season.id}/undo`, older);
  expect(refused.json()).toMatchObject({ code: 'NOT_ACCEPTED' });

  const once = await undo(ana, moved);
  expect(once.stayed).toEqual([]);
  expect((await list(ana)).at(-1)).toBe('2027-01-24 1h35m E');
  await edit(ana, '3 Sun', '10m E');
  const twice = await undo(ana, once.season);
  expect(twice.stayed).toEqual([{ key: '3 Sun', day: '2027-01-24', title: 'Mine' }]);
  expect(twice.season).toMatchObject({ text: TEXT, actions: [{ kind: 'start' }] });
  expect(await list(ana)).toEqual([...ALL.slice(0, 5), '2027-01-24 10m E']);

  await finishRun(ana, '1 Tue');
  const thrice = await undo(ana, twice.season);
  expect(thrice.stayed.map(({ key }) => key).toSorted()).toEqual(['1 Tue', '3 Sun']);
  expect(thrice.season).toMatchObject({ entryCount: 2, actions: [] });
  expect(await list(ana)).toEqual(['2027-01-05 40m E done', '2027-01-24 10m E']);
  // A retry of the last undo changes nothing.
  const retried = await undo(ana, twice.season);
  expect(retried.season).toEqual(thrice.season);
});

test('A10: a season whose start was undone is gone', async () => {
  const ana = await api.signUp('ana');
  const { season } = await undo(ana, await start(ana));
  expect(season).toMatchObject({ entryCount: 0, endedAt: time.toISOString() });
  expect(await list(ana)).toEqual([]);
  expect((await ask(ana, 'GET', '/api/seasons')).json().seasons).toEqual([]);
});

test('A10: nothing is undone after 30 days, and the record of it is deleted', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  time = new Date(time.getTime() + 31 * 24 * 3600 * 1000);
  const refused = await ask(ana, 'POST', `/api/seasons/${season.id}/undo`, {
    actionId: season.actions[0]?.id,
  });
  expect(refused.json()).toMatchObject({ code: 'NOT_ACCEPTED' });
  expect((await ask(ana, 'GET', `/api/seasons/${season.id}`)).json().actions).toEqual([]);
  await runRetention(api.db, time);
  const { rows } = await api.db.query(sql`
    select 1 from season_action where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
  expect(await list(ana)).toEqual(ALL);
});

test('A11: everything ahead moves, also by hand moved entries, and the text follows', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await move(ana, '3 Sun', '2027-01-23');
  const later = await act(ana, season, { kind: 'move', days: 7 });
  expect(await list(ana)).toEqual([
    ...ALL.slice(0, 3),
    '2027-01-24 1h25m E',
    '2027-01-26 50m E',
    '2027-01-30 1h30m E',
  ]);
  expect(await previewAction(ana, later, useText(TEXT))).toMatchObject({
    changes: [],
    questions: [],
  });
});

test('A12: a paused season is off the calendar, a new text waits, and resuming puts it back', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await move(ana, '3 Sun', '2027-01-23');
  const held = await find(ana, '3 Tue');
  const paused = await act(ana, season, { kind: 'pause' });
  expect(paused).toMatchObject({ pausedOn: TODAY, entryCount: 6 });
  expect(await list(ana)).toEqual(ALL.slice(0, 3));
  for (const [method, path] of [
    ['PUT', '/done'],
    ['DELETE', ''],
  ] as const)
    expect((await ask(ana, method, `/api/calendar/${held.id}${path}`)).statusCode).toBe(404);

  expect(await previewAction(ana, paused, useText(CHANGED))).toMatchObject({
    changes: [],
    isWaiting: true,
  });
  const waiting = await act(ana, paused, useText(CHANGED));
  expect(waiting).toMatchObject({ text: TEXT, waitingText: CHANGED });

  const resume: SeasonAction = { kind: 'resume', how: 'later' };
  const preview = await previewAction(ana, waiting, resume, '2027-01-21');
  expect(preview.changes.map(({ kind }) => kind)).toEqual(['put-back', 'put-back', 'put-back']);
  const later = await act(ana, waiting, resume, { today: '2027-01-21' });
  expect(later).toMatchObject({ pausedOn: null, waitingText: CHANGED });
  expect(await list(ana)).toEqual([
    ...ALL.slice(0, 3),
    '2027-01-24 1h25m E',
    '2027-01-26 50m E',
    '2027-01-30 1h30m E',
  ]);
  const applied = await act(ana, later, useText(CHANGED), { today: '2027-01-21' });
  expect(applied).toMatchObject({ text: CHANGED, waitingText: null });

  const here: SeasonAction = { kind: 'resume', how: 'here' };
  const { season: again } = await undo(ana, (await undo(ana, applied)).season);
  expect((await previewAction(ana, again, here, '2027-01-21')).skipped).toEqual(['2 Sun', '3 Tue']);
  await act(ana, again, here, { today: '2027-01-21' });
  expect(await list(ana)).toEqual([...ALL.slice(0, 3), '2027-01-23 1h30m E']);
});

test('A13: seasons are independent, and the days that hold both are listed', async () => {
  const ana = await api.signUp('ana');
  const first = await start(ana);
  const text = 'weeks 1-3\n  Tue Strength:';
  expect((await previewStart(ana, { text })).shared).toEqual([
    { day: '2027-01-05', entryCount: 1, titles: ['40 min E'] },
    { day: '2027-01-12', entryCount: 1, titles: ['45 min E'] },
    { day: '2027-01-19', entryCount: 1, titles: ['50 min E'] },
  ]);
  const second = await start(ana, { text });
  await act(ana, second, useText('weeks 1-2\n  Wed Strength:'));
  await act(ana, first, { kind: 'end', how: 'remove' });
  expect(await list(ana)).toEqual([
    ALL[0],
    '2027-01-05 Strength:',
    ALL[1],
    ALL[2],
    '2027-01-12 Strength:',
    '2027-01-13 Strength:',
  ]);
  const { seasons } = listSeasons.reply.parse((await ask(ana, 'GET', '/api/seasons')).json());
  expect(seasons.map(({ id, endedAt }) => [id, endedAt !== null])).toEqual([
    [second.id, false],
    [first.id, true],
  ]);
});

test('A13: an action that would put more than 20 on a day is refused, and the day is listed', async () => {
  const ana = await api.signUp('ana');
  for (let count = 0; count < 20; count++) {
    const content = { kind: 'other', title: 'Strength', script: '' };
    requireOk(await ask(ana, 'POST', '/api/calendar', { content, day: '2027-01-05' }));
  }
  const preview = await previewStart(ana);
  expect(preview.full).toEqual(['2027-01-05']);
  const body = { text: TEXT, anchor: START, today: BEFORE, hash: preview.hash };
  expect((await ask(ana, 'POST', '/api/seasons', body)).json()).toMatchObject({
    code: 'NOT_ACCEPTED',
    detail:
      'A day can have up to 20 workouts. There would be more on 2027-01-05. Move or remove some first',
  });
  expect((await ask(ana, 'GET', '/api/seasons')).json().seasons).toEqual([]);
});

test('A14: an ended season leaves done, past and touched entries, or all of them', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana);
  await move(ana, '3 Sun', '2027-01-23');
  const ended = await act(ana, season, { kind: 'end', how: 'remove' });
  expect(ended.endedAt).not.toBeNull();
  expect(await list(ana)).toEqual([...ALL.slice(0, 3), '2027-01-23 1h30m E own']);
  const url = `/api/seasons/${season.id}/preview`;
  const action = { kind: 'pause' };
  expect((await ask(ana, 'POST', url, { action, today: TODAY })).json()).toMatchObject({
    code: 'NOT_ACCEPTED',
  });
  const { season: again } = await undo(ana, ended);
  expect(again.endedAt).toBeNull();
  await act(ana, again, { kind: 'end', how: 'keep' });
  expect(await list(ana)).toEqual([
    ...ALL.slice(0, 3),
    '2027-01-17 1h25m E own',
    '2027-01-19 50m E own',
    '2027-01-23 1h30m E own',
  ]);
});

test('A15: deleting a plan leaves its seasons alone, and deleting an ended season its plan and entries', async () => {
  const ana = await api.signUp('ana');
  const { id: planId } = requireOk(await ask(ana, 'POST', '/api/plans', { text: TEXT })).json();
  const { hash } = await previewStart(ana);
  const body = { planId, text: TEXT, anchor: START, today: BEFORE, hash };
  const season = requireOk(await ask(ana, 'POST', '/api/seasons', body)).json<Season>();
  expect(season.planId).toBe(planId);
  requireOk(await ask(ana, 'DELETE', `/api/plans/${planId}`));
  expect(await list(ana)).toEqual(ALL);
  requireOk(await ask(ana, 'POST', `/api/plans/${planId}/restore`));

  const url = `/api/seasons/${season.id}`;
  expect((await ask(ana, 'DELETE', url)).json()).toMatchObject({ code: 'NOT_ACCEPTED' });
  await act(ana, season, { kind: 'end', how: 'keep' });
  requireOk(await ask(ana, 'DELETE', url));
  expect((await ask(ana, 'GET', url)).statusCode).toBe(404);
  expect(await list(ana)).toEqual(ALL.map((line) => `${line} own`));
  expect((await ask(ana, 'GET', `/api/plans/${planId}`)).statusCode).toBe(200);
});

test('A15: texts, seasons and entries are in the export, and are deleted with the account', async () => {
  const ana = await api.signUp('ana');
  requireOk(await ask(ana, 'POST', '/api/plans', { text: TEXT }));
  const season = await start(ana);
  const exported = requireOk(await ask(ana, 'GET', '/api/account/export')).json();
  expect(exported.plans).toMatchObject([{ text: TEXT }]);
  expect(exported.seasons).toMatchObject([
    { id: season.id, text: TEXT, anchor: START, actions: [{ kind: 'start', undoneAt: null }] },
  ]);
  expect(exported.seasons[0].base).toHaveLength(6);
  expect(exported.calendar).toHaveLength(6);
  requireOk(await ask(ana, 'DELETE', '/api/account'));
  for (const table of ['plan', 'season', 'season_action', 'calendar_entry']) {
    const text = `select 1 from ${table} where user_id = $1`;
    expect((await api.db.query({ text, values: [ana.userId] })).rows).toEqual([]);
  }
});

test('A16: a chosen alternative swaps with the content, is kept by a new text, and can be chosen back', async () => {
  const ana = await api.signUp('ana');
  const text = 'week 3\n  Tue Club: 40m E or 30m T or rest';
  const season = await start(ana, { text });
  const { id } = await find(ana, '3 Tue');
  const choose = (option: object) => ask(ana, 'PUT', `/api/calendar/${id}/option`, { option });
  const rest = { kind: 'rest', title: '', script: '' };
  const chosen = requireOk(await choose(rest));
  expect(chosen.json()).toMatchObject({
    title: 'Rest',
    script: '',
    own: {
      kind: 'rest',
      alternatives: [{ script: '30m T' }, { kind: 'run', title: 'Club', script: '40m E' }],
    },
  });
  expect(requireOk(await choose(rest)).json()).toEqual(chosen.json());
  expect((await choose({ ...rest, title: 'Nap' })).json()).toMatchObject({ code: 'NOT_ACCEPTED' });

  const changed = useText('week 3\n  Tue Club: 45m E or 30m T or rest');
  expect((await previewAction(ana, season, changed)).questions).toMatchObject([
    { key: '3 Tue', about: 'content', mine: { kind: 'rest' } },
  ]);
  await act(ana, season, changed);
  expect((await find(ana, '3 Tue')).own?.kind).toBe('rest');
  const back = { kind: 'run', title: 'Club', script: '40m E' };
  expect(requireOk(await choose(back)).json()).toMatchObject({ title: 'Club', script: '40m E' });
});

test('a season can be seen, changed and deleted by its owner only', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const season = await start(ana);
  const action = { kind: 'pause' };
  const url = `/api/seasons/${season.id}`;
  const actionId = season.actions[0]?.id;
  const hash = 'x'.repeat(43);
  for (const reply of [
    await ask(ben, 'GET', url),
    await ask(ben, 'POST', `${url}/preview`, { action, today: TODAY }),
    await ask(ben, 'POST', `${url}/actions`, { action, today: TODAY, hash }),
    await ask(ben, 'POST', `${url}/undo`, { actionId }),
    await ask(ben, 'DELETE', url),
  ])
    expect(reply.json()).toMatchObject({ code: 'NOT_FOUND' });
  expect(await list(ana)).toEqual(ALL);
});

test.each([
  ['Notes can have up to 5,000 characters', `week 1\n  Mon 40m E // ${'x'.repeat(5001)}`],
  ['Scripts can have up to 5,000 characters', `week 1\n  Mon ${'1m E + '.repeat(1300)}1m E`],
  ['Days can have up to 20 alternatives', `week 1\n  Mon 40m E${' or rest'.repeat(21)}`],
  ['The plan is too long for the calendar', `weeks 1-53\n  Mon-Sun 40m E // ${'x'.repeat(4000)}`],
])('%s', async (message, text) => {
  const ana = await api.signUp('ana');
  const body = { text, anchor: START, today: BEFORE };
  const refused = (await ask(ana, 'POST', '/api/season-preview', body)).json();
  expect(refused).toMatchObject({ code: 'NOT_ACCEPTED', errors: [{ at: '/text' }] });
  expect(refused.detail).toContain(message);
});

test('a long title is cut, and applied again it is the same', async () => {
  const ana = await api.signUp('ana');
  const text = `week 3\n  Tue ${'😀'.repeat(201)}a: 40m E or ${'b'.repeat(201)}: 20m E`;
  const season = await start(ana, { text });
  expect((await find(ana, '3 Tue')).title).toBe('😀'.repeat(200));
  expect((await previewAction(ana, season, useText(text))).changes).toEqual([]);
});

test('a season cannot be moved out of the calendar', async () => {
  const ana = await api.signUp('ana');
  const season = await start(ana, { anchor: { kind: 'start', day: '2199-12-01' } });
  const action = { kind: 'move', days: 30 };
  const url = `/api/seasons/${season.id}/preview`;
  expect((await ask(ana, 'POST', url, { action, today: TODAY })).json()).toMatchObject({
    code: 'NOT_ACCEPTED',
    detail: 'Choose a date between 1970 and 2199',
  });
});

test('the number of seasons is capped', async () => {
  const ana = await api.signUp('ana');
  await api.db.query(sql`
    insert into season (user_id, season_id, title, text, anchor, first_day, base, shifts, created_at)
    select ${ana.userId}, gen_random_uuid(), '', ${TEXT}, '{}', '2027-01-04', '[]', '[]', now()
    from generate_series(1, ${MAX_SEASONS}::int)`);
  const { hash } = await previewStart(ana);
  const body = { text: TEXT, anchor: START, today: BEFORE, hash };
  expect((await ask(ana, 'POST', '/api/seasons', body)).json()).toMatchObject({
    code: 'LIMIT_REACHED',
    detail: 'You can have up to 100 plans on your calendar. Delete ended ones first',
  });
});
