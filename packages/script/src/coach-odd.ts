import { METRES_PER_UNIT } from '@pacewright/pace';

import { isEasyStep, isHardStep, isRestStep } from './coach-lost.ts';
import type { Step, Workout, WorkoutItem } from './workout.ts';

/** How far and how long a step goes on, at the most: metres and seconds. */
const MOST: Readonly<Record<string, readonly [number, number]>> = {
  R: [1300, 330],
  I: [5000, 1260],
  T: [17_000, 4600],
  M: [43_000, 12_700],
  rest: [6500, 1900],
  repeated: [16_500, 4000],
  run: [66_000, 18_000],
  '1500': [1600, 400],
  '1609': [1700, 430],
  '3000': [3300, 800],
  '5000': [5200, 1300],
  '10000': [10_300, 2750],
  '15000': [15_500, 4600],
  '21098': [22_000, 6500],
};
const SHORTEST = 5;
const NEAREST = 30;
/** Seconds for a kilometre: of a short step, of a long one, and of a walk. */
const FASTEST_SHORT = 120;
const FASTEST_LONG = 160;
const SLOWEST = 720;

const HARD =
  /(?<!\p{L})(?:hard|fast|strong|quick|brisk|steady|moderate|tempo|sprint|race|threshold|vite|schnell|fuerte|forte|zügig)(?!\p{L})/iu;
/** "EL+AL je 15 min", "WU and CD 2 miles each": both of them. */
const BOTH = /(?<!\p{L})(?:je|jeweils|each|both|either|chacun|chaque|cada|ciascuno|elk)(?!\p{L})/iu;

type Place = { step: Step; isRepeated: boolean };

/** Whether a workout is one that nobody runs, or writes so: its text was misread, or has to be asked about. */
export function isOdd(text: string, { items }: Workout): boolean {
  const places = placesIn(items, false);
  const steps = places.map(({ step }) => step);
  const [first] = places;
  const work = steps.findIndex(isHardStep);
  const lastWork = steps.findLastIndex(isHardStep);
  const warmUp = steps.findIndex(({ role }) => role === 'warm-up');
  const coolDown = steps.findIndex(({ role }) => role === 'cool-down');
  const ends = steps.filter(({ role }) => role !== undefined).map(({ amount }) => amount.kind);
  return (
    places.some((place, index) => isOddStep(place, index === 0)) ||
    // A title that was taken for a step.
    (first !== undefined &&
      steps.length > 1 &&
      !first.isRepeated &&
      first.step.amount.kind === 'open' &&
      first.step.role === undefined &&
      (isRestStep(first.step) || isEasyStep(first.step))) ||
    (work !== -1 && warmUp > work) ||
    (coolDown !== -1 && lastWork > coolDown) ||
    (ends.length === 2 && ends.includes('open') && new Set(ends).size > 1 && BOTH.test(text))
  );
}

function placesIn(items: readonly WorkoutItem[], isRepeated: boolean): readonly Place[] {
  return items.flatMap((item) =>
    item.kind === 'repeat' ? placesIn(item.items, true) : { step: item, isRepeated },
  );
}

function isOddStep({ step, isRepeated }: Place, isFirst: boolean): boolean {
  const { amount, note = '' } = step;
  const isRest = isRestStep(step) && (isRepeated || !isFirst);
  if ((isRestStep(step) || isPaceE(step)) && HARD.test(note)) return true;
  const [far = 0, long = 0] =
    MOST[isRest ? 'rest' : nameOf(step)] ?? MOST[isRepeated ? 'repeated' : 'run'] ?? [];
  const pace = paceOf(step);
  const fastest = amount.kind === 'distance' && amount.metres < 900 ? FASTEST_SHORT : FASTEST_LONG;
  return (
    (amount.kind === 'time' && (amount.seconds > long || amount.seconds < SHORTEST)) ||
    (amount.kind === 'distance' && (amount.metres > far || amount.metres < NEAREST)) ||
    (pace !== undefined && (pace < fastest || pace > SLOWEST))
  );
}

function isPaceE({ target }: Step): boolean {
  return target.kind === 'pace' && target.pace === 'E';
}

function nameOf({ target }: Step): string {
  if (target.kind === 'pace') return target.pace;
  return target.kind === 'race' ? String(Math.round(target.metres)) : '';
}

/** Seconds for a kilometre. */
function paceOf({ amount, target }: Step): number | undefined {
  if (target.kind === 'stated')
    return (target.fast / (target.per === 'km' ? 1000 : METRES_PER_UNIT.imperial)) * 1000;
  return target.kind === 'goal' && amount.kind === 'distance'
    ? (target.seconds / amount.metres) * 1000
    : undefined;
}
