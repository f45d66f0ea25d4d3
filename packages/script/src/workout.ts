import type { PaceKey } from '@pacewright/pace';

/** The meaning of a script: steps and repeats in order. Where they stand in the text is in `Place`. */
export type Workout = { items: WorkoutItem[] };

export type WorkoutItem = Step | Repeat;

export type Step = {
  kind: 'step';
  amount: Amount;
  target: Target;
  /** Stated by WU or CD; otherwise the role follows from the other steps (S5). */
  role?: 'warm-up' | 'cool-down';
  /** Shown to the runner (L10). */
  note?: string;
  /** Left out in the last round of its repeat (G10). */
  isBetween?: true;
};

export type Repeat = { kind: 'repeat'; count: number; items: WorkoutItem[] };

/** How far a step goes. An open one lasts until the lap button is pressed. */
export type Amount =
  | { kind: 'time'; seconds: number }
  | { kind: 'distance'; metres: number }
  | { kind: 'open' };

/**
 * How hard a step is. A goal is the time to take for the step's own distance. A stated pace is in seconds for a
 * kilometre or a mile, as it is written.
 */
export type Target =
  | { kind: 'none' }
  | { kind: 'pace'; pace: PaceKey }
  | { kind: 'zone'; zone: Zone }
  | { kind: 'jog' }
  | { kind: 'rest' }
  | { kind: 'walk' }
  | { kind: 'race'; metres: number }
  | { kind: 'goal'; seconds: number }
  | { kind: 'stated'; slow: number; fast: number; per: 'km' | 'mi' }
  | { kind: 'beats'; from: number; to: number };

export type Zone = 1 | 2 | 3 | 4 | 5;

export const MAX_SCRIPT_LENGTH = 5000;
export const MAX_UNROLLED_STEPS = 1000;
export const MAX_COUNT = 99;
export const MAX_DEPTH = 4;
export const MAX_NOTE_LENGTH = 200;

/** The races whose pace can be a target, in metres, as they are written. */
export const RACES = [
  { metres: 1500, text: '1500mtr' },
  { metres: 1609.34, text: '1mi' },
  { metres: 3000, text: '3k' },
  { metres: 5000, text: '5k' },
  { metres: 10_000, text: '10k' },
  { metres: 15_000, text: '15k' },
  { metres: 21_097.5, text: 'HM' },
] as const;

export const HALF_MARATHON_METRES = 21_097.5;

/** How many steps are run when every repeat is run as often as it says. */
export function countUnrolledSteps(items: readonly WorkoutItem[]): number {
  let count = 0;
  for (const item of items)
    count +=
      item.kind === 'step'
        ? 1
        : item.count * countUnrolledSteps(item.items) - countBetween(item.items);
  return count;
}

function countBetween(items: readonly WorkoutItem[]): number {
  const last = items.at(-1);
  return last?.kind === 'step' && last.isBetween ? 1 : 0;
}
