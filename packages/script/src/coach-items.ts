import type { Repeat, Step, WorkoutItem } from './workout.ts';

// What the checks of a silent reading ask of a workout.

/** The steps as they are written: those of a repeat once. */
export function stepsIn(items: readonly WorkoutItem[]): readonly Step[] {
  return items.flatMap((item) => (item.kind === 'repeat' ? stepsIn(item.items) : item));
}

export function repeatsIn(items: readonly WorkoutItem[]): readonly Repeat[] {
  return items.flatMap((item) => (item.kind === 'repeat' ? [item, ...repeatsIn(item.items)] : []));
}

export type Size = { seconds: number; metres: number };

/** Its times and its distances, each added up. */
export function sizeOf(items: readonly WorkoutItem[]): Size {
  let [seconds, metres] = [0, 0];
  for (const item of items)
    if (item.kind === 'repeat') {
      const size = sizeOf(item.items);
      seconds += item.count * size.seconds;
      metres += item.count * size.metres;
    } else if (item.amount.kind === 'time') seconds += item.amount.seconds;
    else if (item.amount.kind === 'distance') metres += item.amount.metres;
  return { seconds, metres };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isRestStep({ target }: Step): boolean {
  return target.kind === 'jog' || target.kind === 'walk' || target.kind === 'rest';
}

export function isEasyStep(step: Step): boolean {
  const { role, target } = step;
  return isRestStep(step) || role !== undefined || (target.kind === 'pace' && target.pace === 'E');
}

export function isHardStep({ target }: Step): boolean {
  const { kind } = target;
  return kind === 'race' || kind === 'goal' || (kind === 'pace' && target.pace !== 'E');
}
