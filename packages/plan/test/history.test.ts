import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  applyPreview,
  endSeason,
  moveSeason,
  NEW_SEASON,
  pauseSeason,
  placePlan,
  previewPlan,
  readPlan,
  resumeSeason,
  undoAction,
  type Entry,
  type PlannedDay,
  type Season,
} from '../src/index.ts';
import { runs } from './runs.ts';

// Random histories of a season: the athlete lives with it while the text changes.

const FIRST_DAY = '2027-01-04';

/** Four weeks. The same weekday may have other minutes in another text, or be gone. */
const text = fc
  .uniqueArray(fc.constantFrom('Mon', 'Tue', 'Tue pm', 'Thu', 'Sun'), { minLength: 1 })
  .chain((days) =>
    fc.tuple(
      ...days.map((day) =>
        fc
          .array(fc.integer({ min: 20, max: 22 }), { minLength: 4, maxLength: 4 })
          .map((minutes) => `  ${day} {${minutes.join(', ')}}m E`),
      ),
    ),
  )
  .map((lines) => `weeks 1-4\n${lines.join('\n')}`);

const act = fc.oneof(
  fc.record({
    kind: fc.constant('apply' as const),
    text,
    firstDay: fc.constantFrom(0, 0, 0, 7, -7),
  }),
  fc.record({
    kind: fc.constantFrom(
      'move' as const,
      'label' as const,
      'edit' as const,
      'do' as const,
      'remove' as const,
    ),
    at: fc.nat(30),
    days: fc.integer({ min: -4, max: 4 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.nat(9) }),
  fc.record({ kind: fc.constant('shift' as const), days: fc.integer({ min: -10, max: 10 }) }),
  fc.record({ kind: fc.constant('pause' as const) }),
  fc.record({
    kind: fc.constant('resume' as const),
    how: fc.constantFrom('later' as const, 'here' as const),
  }),
);

type Act = typeof act extends fc.Arbitrary<infer Own> ? Own : never;

type State = {
  season: Season;
  today: string;
  planned: PlannedDay[];
  /** The keys of entries that were before today at some time. */
  missed: ReadonlySet<string>;
};

test('A5 to A14: whatever the athlete did, nothing of it is lost, twice is once, and undo restores', () => {
  fc.assert(
    fc.property(text, fc.array(act, { minLength: 1, maxLength: 12 }), (first, acts) => {
      expect(violationsIn([{ kind: 'apply', text: first, firstDay: 0 }, ...acts])).toEqual([]);
    }),
    runs(1),
  );
});

function violationsIn(acts: readonly Act[]): string[] {
  let state: State = { season: NEW_SEASON, today: '2027-01-01', planned: [], missed: new Set() };
  const violations: string[] = [];
  for (const own of acts) {
    const next = step(state, own, violations);
    violations.push(...changedByLastText(next));
    state = next;
  }
  for (const how of ['remove', 'keep'] as const)
    violations.push(...violatedBy(state, endSeason(state.season, state.today, how)));
  return violations;
}

function step(state: State, own: Act, violations: string[]): State {
  const { season, today } = state;
  const isPaused = season.pausedOn !== undefined;
  switch (own.kind) {
    case 'apply':
      return isPaused ? state : apply(state, own, violations);
    case 'wait':
      return {
        ...state,
        today: addDays(today, own.days),
        missed: addMissed(state, addDays(today, own.days)),
      };
    case 'shift':
      return isPaused ? state : finish(moveSeason(season, today, own.days));
    case 'pause': {
      if (isPaused) return state;
      const paused = pauseSeason(season, today);
      for (const how of ['here', 'later'] as const)
        if (!isDeepStrictEqual(resumeSeason(paused, today, how).season, season))
          violations.push(`resumed ${how} at once, the season is another`);
      return finish(paused);
    }
    case 'resume':
      return isPaused ? finish(resumeSeason(season, today, own.how).season) : state;
    case 'move':
    case 'label':
    case 'edit':
    case 'do':
    case 'remove': {
      const lived = { ...state, season: live(season, own) };
      return { ...lived, missed: addMissed(lived, today) };
    }
  }

  function finish(after: Season): State {
    violations.push(...violatedBy(state, after));
    return { ...state, season: after };
  }
}

function apply(
  state: State,
  { text: own, firstDay }: Extract<Act, { kind: 'apply' }>,
  violations: string[],
): State {
  const { season, today } = state;
  const planned = place(own, firstDay);
  const preview = previewPlan(season, planned, today);
  const newId = (key: string) => `${key} ${season.entries.length} ${own} ${today}`;
  const mine = applyPreview(season, preview, newId);
  const theirs = applyPreview(season, preview, newId, { takeTheirs: preview.questions });
  const keep = [...new Set([...season.base, ...planned].map(({ key }) => key))];
  const unchanged = applyPreview(season, preview, newId, { takeTheirs: preview.questions, keep });
  violations.push(...lostBy(state, mine));
  if (!isDeepStrictEqual(withoutStatus(unchanged), withoutStatus(season)))
    violations.push('A7: every day is kept, and the calendar is another');
  for (const after of [mine, theirs, unchanged]) {
    violations.push(...violatedBy(state, after));
    const again = previewPlan(after, planned, today);
    if (again.changes.length > 0 || again.questions.length > 0)
      violations.push('applied again, the text changes something');
  }
  return { ...state, season: mine, planned };
}

/** Entries that have left the text become the athlete's own. */
function withoutStatus({ entries }: Season) {
  return entries.map(({ status: _status, ...entry }) => entry);
}

function addMissed({ season, missed }: State, today: string): Set<string> {
  const gone = season.entries.filter(({ day }) => day < today).map(({ key }) => key);
  return new Set([...missed, ...gone]);
}

/** A5. The text that was applied last has nothing to change, unless the athlete moved a past entry to a day ahead. */
function changedByLastText({ season, planned, today, missed }: State): string[] {
  const { changes, questions } = previewPlan(season, planned, today);
  const keys = [
    ...changes.map(
      (change) =>
        (change.kind === 'add' ? change.planned : 'entry' in change ? change.entry : change.after)
          .key,
    ),
    ...questions.map(({ key }) => key),
  ];
  return keys.filter((key) => !missed.has(key));
}

function live(
  season: Season,
  { kind, at, days }: { kind: string; at: number; days: number },
): Season {
  const scheduled = season.entries.filter(({ status }) => status === 'scheduled');
  const entry = scheduled[at % Math.max(1, scheduled.length)];
  if (!entry || entry.isDone) return season;
  const change = (own: Partial<Entry>): Season => ({
    ...season,
    entries: season.entries.map((other) => (other.id === entry.id ? { ...other, ...own } : other)),
  });
  if (kind === 'move') return change({ day: addDays(entry.day, days) });
  if (kind === 'label') return change({ timeOfDay: days % 2 === 0 ? 'am' : 'pm' });
  if (kind === 'edit') return change({ script: `${17 + (days % 2)}m E` });
  if (kind === 'do') return change({ isDone: true });
  return { ...season, entries: season.entries.filter((other) => other !== entry) };
}

/** The violations of rules that hold for every action. */
function violatedBy({ season, today }: State, after: Season): string[] {
  const now = new Map(after.entries.map((entry) => [entry.id, entry]));
  const changed = season.entries
    .filter(
      ({ isDone, status, day }) =>
        isDone || status === 'released' || (day < today && status !== 'held'),
    )
    .filter((entry) => !isDeepStrictEqual(now.get(entry.id), entry))
    .map(({ id }) => `A8: ${id} is done or past, and changed`);

  const days = new Map(season.entries.map(({ id, day }) => [id, day]));
  const early = after.entries
    .filter(({ id, day }) => day < today && days.get(id) !== day)
    .map(({ id }) => `A8: ${id} was put before today`);

  const keys = after.entries.filter(({ status }) => status !== 'released').map(({ key }) => key);
  const twice = keys.length === new Set(keys).size ? [] : ['A5: a day has two entries'];

  const { season: undone, stayed } = undoAction(season, after, after);
  const isUndone = stayed.length === 0 && isDeepStrictEqual(sortById(undone), sortById(season));
  return [
    ...changed,
    ...early,
    ...twice,
    ...(isUndone ? [] : ['A10: undone, the season is another']),
  ];
}

/** A6, A7. Changes of the athlete that the text has overwritten. */
function lostBy({ season, today }: State, after: Season): string[] {
  const base = new Map(season.base.map((planned) => [planned.key, planned]));
  const now = new Map(after.entries.map((entry) => [entry.id, entry]));
  const lost = season.entries
    .filter(({ isDone, status, day }) => !isDone && status === 'scheduled' && day >= today)
    .filter((entry) => {
      const planned = base.get(entry.key);
      const isMoved = planned && entry.day !== planned.day;
      const isEdited = planned && entry.script !== planned.script;
      const isLabelled = planned && entry.timeOfDay !== planned.timeOfDay;
      const own = now.get(entry.id);
      return (
        (isMoved && own?.day !== entry.day) ||
        (isLabelled && own?.timeOfDay !== entry.timeOfDay) ||
        (isEdited && own?.script !== entry.script)
      );
    })
    .map(({ id }) => `A6: a change of ${id} is lost`);

  const known = new Set(season.entries.map(({ id }) => id));
  const scheduled = season.entries.filter(({ status }) => status === 'scheduled');
  const present = new Set(scheduled.map(({ key }) => key));
  const restored = after.entries
    .filter(({ id, key }) => !known.has(id) && base.has(key) && !present.has(key))
    .map(({ id }) => `A7: ${id} was removed, and is back`);
  return [...lost, ...restored];
}

function sortById({ entries, ...season }: Season) {
  return { ...season, entries: entries.toSorted((a, b) => a.id.localeCompare(b.id)) };
}

function place(own: string, days: number): PlannedDay[] {
  const placed = placePlan(readPlan(own), { kind: 'start', day: addDays(FIRST_DAY, days) });
  return placed.ok ? placed.planned : [];
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
