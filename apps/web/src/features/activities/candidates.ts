import { type Candidate, isComparable, MATCH_DAYS, type StoredWatch } from '@pacewright/activity';
import {
  type Activity,
  type CalendarChanges,
  type CalendarEntry,
  isRaceEntry,
  isRunEntry,
  MAX_COMPARED_STEPS,
} from '@pacewright/contract';
import type { DayRange } from '../../platform/api/queries/calendar.ts';
import { addDays, daysBetween } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { planOf } from './plan-of.ts';

type Workout = Candidate<CalendarEntry>;

/** The days on which the workout of a run may be planned. */
export function daysAround(day: string): DayRange {
  return { from: addDays(day, -MATCH_DAYS), to: addDays(day, MATCH_DAYS) };
}

/** Workouts that have no run, on the day of a run or beside it; done ones only on its own day. */
export function candidatesOf(
  day: string,
  entries: readonly CalendarEntry[],
  taken: ReadonlySet<string | null>,
  paceContext: PaceContext,
): Workout[] {
  return entries.flatMap((entry) => {
    const { id, script, reading, done } = entry;
    const daysAway = daysBetween(day, entry.day);
    const isNear = Math.abs(daysAway) <= MATCH_DAYS && (daysAway === 0 || !done);
    const plan = planOf(entry, paceContext);
    if (taken.has(id) || !isNear || !plan || script.trim() === '' || reading.mistakeCount > 0)
      return [];
    if (!isComparable(plan, MAX_COMPARED_STEPS)) return [];
    return [{ entry, plan, daysAway }];
  });
}

/** With the serial numbers of their files, if the watch said which file it followed. */
export async function withFiles(
  workouts: readonly Workout[],
  { workoutFile }: StoredWatch,
): Promise<Workout[]> {
  if (workoutFile === undefined || workouts.length === 0) return [...workouts];
  const { serialNumberOf } = await import('@pacewright/delivery');
  return workouts.map((each) => ({
    ...each,
    workoutFile: serialNumberOf(each.entry.workoutId ?? each.entry.id),
  }));
}

export function takenBy(activities: readonly Activity[]): Set<string | null> {
  return new Set(activities.map(({ entryId }) => entryId));
}

/** The workout that changes places with one that was run on this day: the only one that is still to be run. */
export function findSwapped(
  entry: CalendarEntry,
  day: string,
  entries: readonly CalendarEntry[],
  taken: ReadonlySet<string | null>,
): CalendarEntry | undefined {
  if (entry.day === day) return undefined;
  const open = entries.filter(
    (each) => each.day === day && !each.done && !taken.has(each.id) && isRunEntry(each),
  );
  const [only] = open;
  return open.length === 1 && only && !isRaceEntry(only) ? only : undefined;
}

/** Moves a workout to the day it was run on, and the one that it changes places with. */
export function movesFor(
  entry: CalendarEntry,
  day: string,
  swapped: CalendarEntry | undefined,
): NonNullable<CalendarChanges['moves']> {
  if (entry.day === day || entry.done) return [];
  const { id, day: from, position } = entry;
  if (!swapped) return [{ id, from, day }];
  return [
    { id, from, day, position: swapped.position },
    { id: swapped.id, from: day, day: from, position },
  ];
}
