import type {
  CalendarEntry,
  Season,
  SeasonAction,
  SeasonPreview,
  undoSeasonAction,
  ReplyOf,
} from '@pacewright/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEASON_HISTORIES } from '../../testing/scale.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

// Random histories through the API: an athlete moves, edits, runs and removes entries while the text and its dates
// change. Nothing that the athlete did may be lost, an action that is repeated changes nothing, and undo restores.

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** Three weeks. The same weekday may have other minutes in another text, or be gone. */
const text = fc
  .uniqueArray(fc.constantFrom('Mon', 'Tue', 'Tue pm', 'Thu', 'Sun'), { minLength: 1 })
  .chain((days) =>
    fc.tuple(
      ...days.map((day) =>
        fc
          .array(fc.integer({ min: 20, max: 22 }), { minLength: 3, maxLength: 3 })
          .map((minutes) => `  ${day} {${minutes.join(', ')}}m E or rest`),
      ),
    ),
  )
  .map((lines) => `weeks 1-3\n${lines.join('\n')}`);

const anchorDay = fc.constantFrom('2027-01-04', '2027-01-11', '2026-12-28');

const step = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text, day: fc.option(anchorDay) }),
  fc.record({
    kind: fc.constantFrom(
      'reschedule' as const,
      'label' as const,
      'edit' as const,
      'choose' as const,
      'do' as const,
      'remove' as const,
    ),
    at: fc.nat(30),
    days: fc.integer({ min: -4, max: 4 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.nat(6) }),
  fc.record({ kind: fc.constant('move' as const), days: fc.integer({ min: -10, max: 10 }) }),
  fc.record({
    kind: fc.constantFrom('skip' as const, 'push' as const),
    at: fc.integer({ min: -2, max: 16 }),
    length: fc.integer({ min: 1, max: 9 }),
    drop: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('pause' as const) }),
  fc.record({
    kind: fc.constant('resume' as const),
    how: fc.constantFrom('later' as const, 'here' as const),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer Own> ? Own : never;

async function call<Reply>(
  { headers }: Athlete,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Reply> {
  const reply = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  if (reply.statusCode >= 300)
    throw new Error(`${method} ${url} ${reply.statusCode}: ${reply.body}`);
  return (reply.body ? reply.json() : undefined) as Reply;
}

const readCalendar = async (athlete: Athlete) =>
  (await call<{ entries: CalendarEntry[] }>(athlete, 'GET', '/api/calendar')).entries;

/** Without the order within a day, which an undone action does not restore. */
function contentOf(entries: readonly CalendarEntry[]): string[] {
  return entries
    .map(({ id, day, timeOfDay, title, script, own, season, done }) =>
      JSON.stringify([day, timeOfDay, title, script, own, season, done, id]),
    )
    .toSorted();
}

type State = { athlete: Athlete; season: Season; today: string };

/** Does a step of the season, and checks what must hold for each. */
async function actAndCheck(state: State, action: SeasonAction): Promise<Season> {
  const { athlete, season, today } = state;
  const url = `/api/seasons/${season.id}`;
  const before = await readCalendar(athlete);
  const { hash } = await call<SeasonPreview>(athlete, 'POST', `${url}/preview`, { action, today });
  const after = await call<Season>(athlete, 'POST', `${url}/actions`, { action, today, hash });
  const calendar = await readCalendar(athlete);

  // A8: done and past entries never change, and nothing is added there.
  const isSettled = ({ day, done }: CalendarEntry) => done !== null || day < today;
  expect(contentOf(calendar.filter(isSettled))).toEqual(contentOf(before.filter(isSettled)));
  // A5: each day of the plan has at most one entry.
  const keys = calendar.flatMap(({ season: own }) => (own ? [own.key] : []));
  expect(new Set(keys).size).toBe(keys.length);
  if (action.kind === 'text') {
    expectNothingLost(before, calendar);
    const again = await call<SeasonPreview>(athlete, 'POST', `${url}/preview`, { action, today });
    expect([again.changes, again.questions]).toEqual([[], []]);
  }
  // A10: undone as one, everything is as before; then it is done once more.
  if (after.actions[0]?.id === season.actions[0]?.id) return after;
  const undone = await call<ReplyOf<typeof undoSeasonAction>>(athlete, 'POST', `${url}/undo`, {
    actionId: after.actions[0]?.id,
  });
  expect(undone.stayed).toEqual([]);
  expect(contentOf(await readCalendar(athlete))).toEqual(contentOf(before));
  expect({ ...undone.season, actions: [] }).toEqual({
    ...season,
    ...countsOf(undone.season),
    actions: [],
  });
  const repeated = { action, today, hash };
  const redone = await call<Season>(athlete, 'POST', `${url}/actions`, repeated);
  expect(scriptsOf(await readCalendar(athlete))).toEqual(scriptsOf(calendar));
  return redone;
}

/** The athlete may have moved, run or removed entries since the season was read. */
function countsOf({ lastDay, entryCount, doneCount, edited }: Season) {
  return { lastDay, entryCount, doneCount, edited };
}

function scriptsOf(entries: readonly CalendarEntry[]): string[] {
  return entries.map(({ day, script, season }) => `${day} ${script} ${season?.key}`).toSorted();
}

/** A6: the athlete's own words and days survive a new text. */
function expectNothingLost(
  before: readonly CalendarEntry[],
  after: readonly CalendarEntry[],
): void {
  for (const entry of before) {
    const now = after.find(({ id }) => id === entry.id);
    if (entry.script === MINE) expect(now?.script).toBe(MINE);
    if (entry.own?.kind === 'rest') expect(now?.own?.kind).toBe('rest');
    if (!entry.season) expect(contentOf(now ? [now] : [])).toEqual(contentOf([entry]));
  }
}

const MINE = '17m T';

async function live(
  { athlete }: State,
  own: Extract<Step, { at: number; days: number }>,
): Promise<void> {
  const open = (await readCalendar(athlete)).filter(({ done }) => done === null);
  const entry = open[own.at % Math.max(1, open.length)];
  if (!entry) return;
  const url = `/api/calendar/${entry.id}`;
  switch (own.kind) {
    case 'reschedule':
      return call(athlete, 'PUT', url, { day: addDays(entry.day, own.days) });
    case 'label':
      return call(athlete, 'PUT', url, { day: entry.day, timeOfDay: own.days < 0 ? 'am' : 'pm' });
    case 'edit': {
      const content = { kind: 'run', title: 'Mine', script: MINE };
      return call(athlete, 'PUT', `${url}/content`, { content });
    }
    case 'choose': {
      const option = entry.own?.alternatives[0];
      return option && call(athlete, 'PUT', `${url}/option`, { option });
    }
    case 'do':
      return call(athlete, 'PUT', `${url}/done`);
    case 'remove':
      return call(athlete, 'DELETE', url);
  }
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

async function take(state: State, own: Step): Promise<State> {
  const isPaused = state.season.pausedOn !== null;
  switch (own.kind) {
    case 'wait':
      return { ...state, today: addDays(state.today, own.days) };
    case 'text': {
      if (isPaused) return state;
      const anchor = own.day === null ? undefined : { kind: 'start' as const, day: own.day };
      const action = { kind: 'text' as const, text: own.text, anchor };
      return { ...state, season: await actAndCheck(state, action) };
    }
    case 'move':
    case 'pause':
      return isPaused ? state : { ...state, season: await actAndCheck(state, own) };
    case 'skip':
    case 'push': {
      if (isPaused) return state;
      const from = addDays(state.today, own.at);
      const to = addDays(from, own.length - 1);
      const drop = own.drop === undefined ? undefined : addDays(from, own.drop);
      const action: SeasonAction =
        own.kind === 'skip' ? { kind: 'skip', from, to } : { kind: 'push', from, to, drop };
      return { ...state, season: await actAndCheck(state, action) };
    }
    case 'resume':
      return isPaused ? { ...state, season: await actAndCheck(state, own) } : state;
    case 'reschedule':
    case 'label':
    case 'edit':
    case 'choose':
    case 'do':
    case 'remove':
      await live(state, own);
      return state;
  }
}

/** A10: undone to the start, done and edited entries stay. Returns those that do not. */
async function undoAll({ athlete, season }: State): Promise<CalendarEntry[]> {
  const touched = (await readCalendar(athlete)).filter(
    ({ done, script }) => done !== null || script === MINE,
  );
  let left: Season = season;
  while (left.actions[0]) {
    const body = { actionId: left.actions[0].id };
    const url = `/api/seasons/${season.id}/undo`;
    ({ season: left } = await call<ReplyOf<typeof undoSeasonAction>>(athlete, 'POST', url, body));
  }
  const ids = new Set((await readCalendar(athlete)).map(({ id }) => id));
  return touched.filter(({ id }) => !ids.has(id));
}

async function begin(first: string): Promise<State> {
  const athlete = await api.signUp('ana');
  const today = '2027-01-01';
  const body = { text: first, anchor: { kind: 'start', day: '2027-01-04' }, today };
  const { hash } = await call<SeasonPreview>(athlete, 'POST', '/api/season-preview', body);
  const season = await call<Season>(athlete, 'POST', '/api/seasons', { ...body, hash });
  return { athlete, season, today };
}

test(
  'A5 to A12, A19: the athlete’s changes are never lost, repeating changes nothing, and undo restores',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(step, { minLength: 3, maxLength: 12 }),
        async (first, steps) => {
          let state = await begin(first);
          for (const own of steps) state = await take(state, own);
          expect(await undoAll(state)).toEqual([]);
        },
      ),
      { numRuns: SEASON_HISTORIES, ...(SEASON_HISTORIES <= 12 && { seed: 7 }) },
    );
  },
  60_000 + SEASON_HISTORIES * 10_000,
);
