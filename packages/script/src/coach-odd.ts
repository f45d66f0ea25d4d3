import { METRES_PER_UNIT } from '@pacewright/pace';

import { isEasyStep, isHardStep, isRestStep, isSame, repeatsIn, stepsIn } from './coach-items.ts';
import type { Repeat, Step, Workout, WorkoutItem } from './workout.ts';

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
/** The seconds of a recovery that nobody runs home with, and the metres of one of them. */
const SHORT = 180;
const JOGGED = 10 / 3;
/** How many times longer work is than its recovery, at the least. */
const SLACK = 25;
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
    isLeftOver(items) ||
    isRestlessBefore(items) ||
    repeatsIn(items).some(isSlack) ||
    (work !== -1 && warmUp > work) ||
    (coolDown !== -1 && lastWork > coolDown) ||
    (ends.length === 2 && ends.includes('open') && new Set(ends).size > 1 && BOTH.test(text))
  );
}

/** A length without a pace behind work that has one, or a short recovery at the end: they belong to that work. */
function isLeftOver(items: readonly WorkoutItem[]): boolean {
  const [first, second] = items;
  const isBareRun = first !== undefined && isBare(first);
  // "2 min run / 1 min walk"
  const isOfPair = items.length === 2 && isBareRun && second?.kind === 'step';
  const isLeft = items.some((item, index) => {
    const before = items[index - 1];
    if (!before || !isBare(item)) return false;
    // "1000, 90s, 400": a time behind a distance is its recovery.
    const isOther = isBare(before) && before.amount.kind !== item.amount.kind;
    return isOther || (!isBareRun && items.slice(0, index).some(isAimed));
  });
  return isLeft || (!isOfPair && endsInShortRest(items));
}

function endsInShortRest(items: readonly WorkoutItem[]): boolean {
  const [other, before, last] = items.slice(-3);
  const work = last ? before : other;
  const end = last ?? before;
  if (!work || !end || !isShortRest(end)) return false;
  // "400 jog after each"
  if (items.slice(0, -1).some((item) => isSame(item, end))) return false;
  if (last && isShortRest(last, SHORT / 2)) return true;
  if (work.kind === 'repeat') return work.items.every(({ kind }) => kind === 'step');
  const isList = last !== undefined && other !== undefined && stepsIn([other]).some(isHardStep);
  return isBare(work) || (isList && isHardStep(work));
}

function isBare(item: WorkoutItem): item is Step {
  if (item.kind === 'repeat') return false;
  const { amount, target, note, role } = item;
  const isPlain = target.kind === 'none' && note === undefined && role === undefined;
  return isPlain && amount.kind !== 'open';
}

function isShortRest(step: WorkoutItem, seconds = SHORT): boolean {
  if (step.kind === 'repeat' || !isRestStep(step) || step.role !== undefined) return false;
  const { amount } = step;
  return (
    (amount.kind === 'time' && amount.seconds <= seconds) ||
    (amount.kind === 'distance' && amount.metres <= seconds * JOGGED)
  );
}

function isAimed(item: WorkoutItem): boolean {
  if (item.kind === 'repeat') return item.items.some(isAimed);
  return item.target.kind !== 'none' && item.role === undefined && !isRestStep(item);
}

/** Half an hour and half a minute: "30 on, 30 off", in two units. */
function isSlack({ items }: Repeat): boolean {
  const times = items.map((item) =>
    item.kind === 'step' && item.amount.kind === 'time' ? item.amount.seconds : undefined,
  );
  const [work = 0, rest = work] = times;
  return items.length === 2 && rest > 0 && work >= SLACK * rest;
}

/** "3 x 1k, 4 x 400, 60s jog": the recovery of both, or of the last. */
function isRestlessBefore(items: readonly WorkoutItem[]): boolean {
  return items.some((item, index) => {
    const next = items[index + 1];
    if (item.kind !== 'repeat' || next?.kind !== 'repeat') return false;
    const [only, ...more] = item.items;
    const isAlone = only?.kind === 'step' && more.length === 0 && only.note !== 'strides';
    return isAlone && next.items.some((one) => one.kind === 'step' && isRestStep(one));
  });
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
