import { countDays, weekdayOf, writeDay } from './calendar-days.ts';
import type { PlanDay } from './days.ts';
import { isPlanMistake } from './diagnostics.ts';
import { dayNumber, type PlanReading } from './read.ts';
import { daysIntoWeek, WEEKDAYS } from './weekdays.ts';

/** A1, A2. A day in week 1, or the day of a race: of the one with this key, or of the last. */
export type Anchor =
  | { kind: 'start'; day: string }
  | { kind: 'race'; day: string; key?: string | undefined };

/** A3. The content of a calendar entry that a plan makes. It is a rest day only if that was chosen after `or` (A16). */
export type EntryContent = {
  kind: PlanDay['kind'];
  title: string;
  script: string;
  /** Left out if it is none. */
  isRace?: boolean | undefined;
  notes: string;
  alternatives: (Pick<PlanDay, 'kind' | 'title' | 'script'> & {
    isRace?: boolean | undefined;
  })[];
};

/** A day of a plan with its day on the calendar. The key is its place in the plan (A5): `12 Tue pm`. */
export type PlannedDay = EntryContent & {
  key: string;
  day: string;
  /** Left out for the only run of a day, unless the text says pm. */
  timeOfDay?: 'am' | 'pm' | undefined;
};

export type Placement =
  | {
      ok: true;
      /** The first day of week 1. */
      firstDay: string;
      planned: PlannedDay[];
      /** Days between the planned and the actual weekday, because the race is on another one: -3 to 3. */
      turn: number;
      /** The keys of days before the start, which are not planned. */
      early: string[];
    }
  | { ok: false; reason: 'mistakes' | 'no-such-day' | 'no-such-race' };

/** A1 to A4. The day on the calendar of every run and every other activity of a plan. */
export function placePlan(
  { days, weekStart, diagnostics }: PlanReading,
  anchor: Anchor,
): Placement {
  const anchorDay = countDays(anchor.day);
  if (diagnostics.some(isPlanMistake)) return { ok: false, reason: 'mistakes' };
  if (anchorDay === undefined) return { ok: false, reason: 'no-such-day' };

  const numberOf = (day: PlanDay) => dayNumber(day, weekStart);
  let first = anchorDay - daysIntoWeek(weekdayOf(anchorDay), weekStart);
  let turn = 0;
  if (anchor.kind === 'race') {
    const races = days.filter((day) => day.races.length > 0);
    const race =
      anchor.key === undefined ? races.at(-1) : races.find((day) => keyOf(day) === anchor.key);
    if (!race) return { ok: false, reason: 'no-such-race' };
    first = anchorDay - numberOf(race);
    turn = daysIntoWeek(weekdayOf(first) + 3, weekStart) - 3;
  }
  const active = days.filter(({ kind }) => kind !== 'rest');
  const doubles = new Set(active.filter(({ run }) => run === 2).map(numberOf));
  const planned = active.map((day) => ({
    ...toPlanned(day, writeDay(first + numberOf(day))),
    ...(doubles.has(numberOf(day)) && ({ timeOfDay: day.run === 2 ? 'pm' : 'am' } as const)),
  }));
  const isEarly = ({ day }: PlannedDay) => anchor.kind === 'start' && day < anchor.day;
  return {
    ok: true,
    firstDay: writeDay(first),
    planned: planned.filter((day) => !isEarly(day)),
    turn,
    early: planned.filter(isEarly).map(({ key }) => key),
  };
}

function toPlanned(planDay: PlanDay, day: string): PlannedDay {
  const { kind, title, script, notes, alternatives } = planDay;
  return {
    key: keyOf(planDay),
    day,
    kind: kind === 'run' ? 'run' : 'other',
    title,
    script,
    ...raceOf(planDay),
    notes,
    alternatives: alternatives.map((option) => ({
      kind: option.kind,
      title: option.title,
      script: option.script,
      ...raceOf(option),
    })),
  };
}

function raceOf({ races }: Pick<PlanDay, 'races'>): Pick<EntryContent, 'isRace'> {
  return races.length > 0 ? { isRace: true } : {};
}

/** A5. The place of a day in the plan, such as `12 Tue pm`. */
export function keyOf({ week, weekday, run }: PlanDay): string {
  return `${week} ${WEEKDAYS[weekday]}${run === 2 ? ' pm' : ''}`;
}
