import type { ImportedWorkout, WorkoutQuestion } from '@pacewright/import';
import { guess } from '@pacewright/import/guess';
import { followScript } from '@pacewright/script';
import { useState } from 'react';
import { dayOf, planItemsOf } from './import-days.ts';
import type { createKnownFinder } from './import-known.ts';
import type { Decision } from './kept-reading.ts';

/** Without a choice of the athlete's, a workout is taken unless it is known. */
export type Row = {
  /** The place among all that were found. */
  place: number;
  key: string;
  workout: ImportedWorkout;
  /** Its script and title as they were found. */
  source: string;
  found: string;
  question: WorkoutQuestion | undefined;
  choice: boolean | undefined;
};

/** By the keys of the workouts. */
export type Decisions = ReadonlyMap<string, Decision>;

const NO_DECISION: Pick<Decision, 'line' | 'answer'> = {};

/** The workouts that are not added yet, each with what the athlete decided about it. */
export function useRows(workouts: readonly ImportedWorkout[], kept: Decisions) {
  /** Another answer about the source may find other workouts. */
  const [decisions, setDecisions] = useState(kept);

  function change(some: readonly Row[], changesOf: (row: Row) => Partial<Decision>): void {
    setDecisions((before) => {
      const after = new Map(before);
      for (const row of some) {
        const { key, found: title, choice } = row;
        const own = after.get(key)?.title === title ? after.get(key) : undefined;
        after.set(key, { choice, ...own, title, ...changesOf(row) });
      }
      return after;
    });
  }

  const rows = workouts.flatMap((found, place) => decide(found, place, decisions));
  return { rows, change, decisions };
}

/** A workout with what the athlete decided about it. None if it was added. */
function decide(found: ImportedWorkout, place: number, decisions: Decisions): Row[] {
  const { title, script: source } = found;
  const key = keyOf(found, place);
  const decision = decisions.get(key);
  const own = decision?.title === title ? decision : undefined;
  if (own?.isAdded) return [];
  const { line, answer } = own?.source === source ? own : NO_DECISION;
  const choice = own?.choice;
  const written = line === undefined ? found : guess(line);
  const script = answer ?? written.script;
  const { day = found.day, notes = found.notes } = own ?? {};
  const isSame = script === source && day === found.day && notes === found.notes;
  const workout = isSame
    ? found
    : { ...found, script, notes, title: followScript(found, script), ...(day && { day }) };
  return [{ place, key, workout, source, found: title, question: written.question, choice }];
}

/** Splitting a workout moves the numbers of those below it, but not their places. */
function keyOf({ place, planDay, day }: ImportedWorkout, index: number): string {
  return place ? [place.from, planDay?.week, planDay?.weekday, day].join() : `${index}`;
}

export type SortedRows = ReturnType<typeof sortRows>;

/** What becomes of each workout, and of all of them, if their first week is the one of `start`. */
export function sortRows(
  rows: readonly Row[],
  finder: ReturnType<typeof createKnownFinder>,
  { start, first }: { start: string; first: number },
) {
  const repeated = finder.findRepeated(rows.map(({ workout }) => workout));
  const shown = rows.map((row) => {
    const { workout, choice } = row;
    const day = dayOf(workout, start, first);
    const isRepeated = repeated.has(workout);
    const isNewWorkout = !finder.isInLibrary(workout) && !isRepeated;
    const isKnown = day === undefined ? !isNewWorkout : finder.isOnDay(workout, day);
    return {
      row,
      day,
      isKnown,
      remark: isKnown ? remarkOn(day, isRepeated) : isUnclear(row) ? UNCLEAR : undefined,
      isChosen: choice ?? !(isKnown || isUnclear(row)),
      isForLibrary: choice ?? (isNewWorkout && !isUnclear(row)),
    };
  });
  const workoutsOf = (some: typeof shown) => some.map(({ row }) => row.workout);
  const chosen = workoutsOf(shown.filter(({ isChosen }) => isChosen));
  const dated = chosen.filter((workout) => dayOf(workout, start, first) !== undefined);
  const [only] = rows;
  return {
    shown,
    chosen,
    /** Those of the chosen that can be put on a day. */
    dated,
    /** Those for the library, without the calendar. */
    toKeep: workoutsOf(shown.filter(({ isForLibrary }) => isForLibrary)),
    /** The chosen workout of a source with a single one, without a day. */
    only:
      only && rows.length === 1 && dayOf(only.workout, start, first) === undefined
        ? chosen[0]
        : undefined,
    // A plan is a text of its own, whatever is on the calendar.
    planItems: planItemsOf(
      workoutsOf(shown.filter(({ row }) => row.choice ?? !isUnclear(row))),
      start,
      first,
    ),
  };
}

/** More would make the page slow; they are added all the same. */
export const MAX_SHOWN = 100;

/** Of a long list, those that can only be taken by hand are first. */
export function listShown(shown: SortedRows['shown']): SortedRows['shown'] {
  if (shown.length <= MAX_SHOWN) return shown;
  return shown
    .toSorted((one, other) => Number(isUnclear(other.row)) - Number(isUnclear(one.row)))
    .slice(0, MAX_SHOWN);
}

export function isUnclear({ workout }: Row): boolean {
  return workout.isUnclear === true;
}

const UNCLEAR = 'Is this a run? Tick it to add it.';

function remarkOn(day: string | undefined, isRepeated: boolean): string {
  if (day !== undefined) return 'Already on this day';
  return isRepeated ? 'Duplicate in this import' : 'Already in your library';
}
