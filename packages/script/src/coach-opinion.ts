import type { Diagnostic } from './diagnostics.ts';
import { OTHER_SPORT, UNKNOWN } from './coach-leaves.ts';
import { suggestSpellings } from './typos.ts';
import type { CoachReading } from './coach-read.ts';
import { METRES_PER_UNIT } from '@pacewright/pace';

import type { Amount, Target, Workout, WorkoutItem } from './workout.ts';
import { writeScript } from './write.ts';

type Script = CoachReading & { script: string };

/** The meaning of a text by the prices of its readings: one, or the few that are nearly as cheap. */
export type Opinion = { certain: Script | undefined; likely: readonly Script[] };

/** A second meaning that costs less than this more is asked about. */
const MARGIN = 1.2;
const ROUNDING = 0.001;
/** A reading that costs more is no guess, and not certain. */
const MAX_COST = 3;
/** A reading that costs more is asked about. */
const MAX_CERTAIN = 2.3;
/** The same, for a reading with words that are not known. */
const MAX_NOTED = 1;
/** A reading that costs more is no reason to doubt another. */
const MAX_DOUBT = 1;
/** Two meanings that are nearer than this are one as likely as the other. */
const MIN_DOUBT = 0.45;

/** The price of a reading without that of its unknown words. */
function known({ cost, unknown }: CoachReading): number {
  return cost - unknown.length * UNKNOWN;
}

type Reread = (script: string) => { workout: Workout; diagnostics: readonly Diagnostic[] };

/**
 * The reading that a text also has, if it is cheap and the one that the rules found is not nearly as cheap. Two ways of
 * reading that agree are seldom wrong together.
 */
export function otherThan(
  { items }: Workout,
  readings: readonly CoachReading[],
  reread: Reread,
): Script | undefined {
  const found = meaningOf(items);
  const [best] = readings;
  if (!best || best.unknown.length > 0 || best.isVague || best.cost >= MAX_DOUBT) return undefined;
  const same = readings.find(({ workout }) => meaningOf(workout.items) === found);
  const other = readings.find(
    ({ workout }) =>
      meaningOf(workout.items) !== found &&
      (isEnded(workout.items) || !isEnded(items) || hasRestedStrides(items)),
  );
  const isNear = same && same.cost < best.cost + MARGIN;
  if (!other || (isNear && other.cost >= same.cost + MIN_DOUBT)) return undefined;
  const script = writeScript(other.workout);
  return reread(script).diagnostics.length === 0 ? { ...other, script } : undefined;
}

/** Strides that are a walk: their recovery was taken for their pace. */
function hasRestedStrides(items: readonly WorkoutItem[]): boolean {
  return items.some((item) =>
    item.kind === 'repeat'
      ? hasRestedStrides(item.items)
      : item.note === 'strides' && RESTS.has(item.target.kind),
  );
}

const RESTS: ReadonlySet<string> = new Set(['jog', 'rest', 'walk']);

/** Whether each step has a length. */
function isEnded(items: readonly WorkoutItem[]): boolean {
  return items.every((item) =>
    item.kind === 'repeat' ? isEnded(item.items) : item.amount.kind !== 'open',
  );
}

/** What is run: the same for a time and the pace that makes it, and for every way to recover without a pace. */
export function meaningOf(items: readonly WorkoutItem[] = []): string {
  return JSON.stringify(partsOf(items));
}

function partsOf(items: readonly WorkoutItem[]): unknown[] {
  return items.flatMap((item): unknown[] => {
    if (item.kind === 'repeat') {
      const parts = partsOf(item.items);
      return item.count === 1 ? parts : [[item.count, parts]];
    }
    const { amount, target } = item;
    if (amount.kind === 'open' && target.kind === 'none') return [];
    return [[amount, aimOf(amount, target)]];
  });
}

function aimOf(amount: Amount, target: Target): unknown {
  if (target.kind === 'goal' && amount.kind === 'distance')
    return Math.round(target.seconds / amount.metres / SAME_PACE);
  if (target.kind === 'stated') {
    const middle = (target.slow + target.fast) / 2;
    return Math.round(middle / (target.per === 'km' ? 1000 : METRES_PER_UNIT.imperial) / SAME_PACE);
  }
  const isEasy =
    target.kind === 'none' ||
    target.kind === 'jog' ||
    target.kind === 'rest' ||
    target.kind === 'walk';
  return isEasy || (target.kind === 'pace' && target.pace === 'E') ? 'easy' : target;
}

/** Five seconds for a kilometre, in seconds for a metre. */
const SAME_PACE = 0.005;

/** Every meaning offered is written in the short form and read again first, so that it is what it says. */
export function opinionOn(
  text: string,
  found: Workout,
  readings: readonly CoachReading[],
  reread: Reread,
): Opinion {
  const [best, next, ...more] = readings;
  if (!best) return { certain: undefined, likely: [] };
  const near = [best, next, ...more].flatMap((reading) => {
    const isNear = reading && reading.cost < best.cost + MARGIN && known(reading) < MAX_COST;
    return isNear ? [{ ...reading, script: writeScript(reading.workout) }] : [];
  });
  const likely = near.slice(0, 3).filter(({ script }) => {
    const read = reread(script);
    return read.diagnostics.length === 0 && writeScript(read.workout) === script;
  });
  const most = best.unknown.length === 0 ? MAX_CERTAIN : MAX_NOTED;
  const isClear = !best.isVague && known(best) < most && areNotes(best, text, found);
  // A step without a length is no match for one with.
  const meaning = meaningOf(best.workout.items);
  const rival = [next, ...more].find(
    (one) =>
      one &&
      (!isEnded(best.workout.items) || isEnded(one.workout.items)) &&
      meaningOf(one.workout.items) !== meaning,
  );
  const isCertain = isClear && (!rival || rival.cost - best.cost > MARGIN - ROUNDING);
  return { certain: isCertain ? likely[0] : undefined, likely };
}

/**
 * Whether the unknown words say nothing of the workout, so that they become notes of its steps: the rules find the same one without
 * them, each is in a note of a step with a pace, and none is misspelled, has a figure or could be a recovery.
 */
function areNotes({ unknown, workout }: CoachReading, text: string, found: Workout): boolean {
  if (unknown.length === 0) return true;
  if (meaningOf(workout.items) !== meaningOf(found.items)) return false;
  const words = unknown.map(({ from, to }) => text.slice(from, to));
  const notes = notesOf(workout.items, words).join(', ').split(', ');
  return words.every((word) => {
    return (
      /^[\p{L}'’.-]{4,}$/u.test(word) &&
      !OTHER_SPORT.test(word) &&
      notes.includes(word) &&
      suggestSpellings(word).length === 0
    );
  });
}

/** The notes, without the names of steps that nothing else says of: "cdown" may be another pace. */
function notesOf(items: readonly WorkoutItem[], unknown: readonly string[]): readonly string[] {
  return items.flatMap((item) => {
    if (item.kind === 'repeat') return notesOf(item.items, unknown);
    const isNamed = item.target.kind === 'none' && isOnly(item.note ?? '', unknown);
    return isNamed ? [] : (item.note ?? []);
  });
}

function isOnly(note: string, words: readonly string[]): boolean {
  return note.split(', ').every((one) => words.includes(one));
}
