import { METRES_PER_UNIT } from '@pacewright/pace';

import { isRestStep, isSame, sizeOf } from './coach-items.ts';
import { HALF_MARATHON_METRES, type Amount, type Target, type WorkoutItem } from './workout.ts';

/** Every number that a writer of these steps could have written, by what it counts; `part` are the minutes of 1 h 30. */
export type Values = Record<'count' | 'time' | 'length' | 'aim' | 'part', number[]>;

export function valuesIn(items: readonly WorkoutItem[]): Values {
  const values: Values = { count: [], time: [], length: [], aim: [], part: [] };
  collect(items, 1, values);
  return values;
}

function collect(items: readonly WorkoutItem[], times: number, values: Values): void {
  for (const item of items)
    if (item.kind === 'repeat') {
      const { count, items: inner } = item;
      // "8 x 1k alternating HMP and 10k" are four of each.
      values.count.push(count, count * times, count * inner.length, (count * inner.length) / 2);
      collect(item.items, item.count * times, values);
    } else {
      collectAmount(item.amount, values);
      values.aim.push(...aimsOf(item.target, item.amount));
      values.part.push(...values.aim.map((aim) => aim / 60));
    }
  values.count.push(...runsOf(items));
  values.aim.push(...stepsBetween(items));
  collectSums(items, times, values);
}

/** How often the same length is run behind itself: repetitions of which each has a pace of its own. */
function runsOf(items: readonly WorkoutItem[]): number[] {
  const counts: number[] = [];
  let before: Amount | undefined;
  for (const item of items) {
    if (item.kind === 'step' && isRestStep(item)) continue;
    const amount = item.kind === 'step' ? item.amount : undefined;
    if (amount && isSame(amount, before)) counts.push((counts.pop() ?? 1) + 1);
    else counts.push(1);
    before = amount;
  }
  return counts.filter((count) => count > 1);
}

/** By how many seconds each is faster than the one before. */
function stepsBetween(items: readonly WorkoutItem[]): number[] {
  const paces = items.flatMap((item) => {
    if (item.kind === 'repeat') return [];
    const { target } = item;
    return target.kind === 'goal' ? target.seconds : target.kind === 'stated' ? target.fast : [];
  });
  return paces.slice(1).map((pace, index) => Math.abs(pace - (paces[index] ?? pace)));
}

/** A list that is longer has no sum that anybody writes. */
const MOST_SUMMED = 24;

function collectSums(items: readonly WorkoutItem[], times: number, values: Values): void {
  const sizes = items.map((item) => ({
    ...sizeOf([item]),
    count: item.kind === 'repeat' ? item.count : 0,
  }));
  for (const from of sizes.keys()) {
    const sum = { count: 0, seconds: 0, metres: 0 };
    for (const { count, seconds, metres } of sizes.slice(from, from + MOST_SUMMED)) {
      sum.count += count;
      sum.seconds += seconds;
      sum.metres += metres;
      values.count.push(sum.count);
      for (const often of new Set([1, times])) {
        if (seconds > 0) collectAmount({ kind: 'time', seconds: sum.seconds * often }, values);
        if (metres > 0) collectAmount({ kind: 'distance', metres: sum.metres * often }, values);
      }
    }
  }
}

function collectAmount(amount: Amount, { time, part, length }: Values): void {
  if (amount.kind === 'time') {
    const { seconds } = amount;
    time.push(seconds, seconds / 60, seconds / 3600);
    part.push(...partsOf(seconds));
  } else if (amount.kind === 'distance') {
    const { metres } = amount;
    length.push(metres, metres / 1000, metres / METRES_PER_UNIT.imperial, metres / 400);
  }
}

function partsOf(seconds: number): number[] {
  return [
    Math.floor(seconds / 60),
    seconds % 60,
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
}

function aimsOf(target: Target, amount: Amount): number[] {
  if (target.kind === 'zone') return [target.zone];
  if (target.kind === 'beats') return [target.from, target.to];
  if (target.kind === 'race') {
    const { metres } = target;
    const miles = Math.round(metres / METRES_PER_UNIT.imperial);
    const half = Math.abs(metres - HALF_MARATHON_METRES) < 1 ? [21, 21.1] : [];
    return [metres, metres / 1000, miles, ...half];
  }
  if (target.kind === 'goal') {
    const metres = amount.kind === 'distance' ? amount.metres : undefined;
    const paces = metres === undefined ? [] : pacesOf((target.seconds / metres) * 1000);
    return [target.seconds, ...paces];
  }
  if (target.kind !== 'stated') return [];
  const metres = target.per === 'km' ? 1000 : METRES_PER_UNIT.imperial;
  const units = amount.kind === 'distance' ? amount.metres / metres : 0;
  return [target.slow, target.fast].flatMap((seconds) => [
    seconds,
    ...pacesOf((seconds / metres) * 1000),
    Math.round(seconds * units),
  ]);
}

function pacesOf(seconds: number): number[] {
  const mile = (seconds * METRES_PER_UNIT.imperial) / 1000;
  return [
    Math.round(seconds),
    Math.round(mile),
    Math.round(seconds * 0.4),
    Math.round(seconds * 0.2),
    3600 / seconds,
    3600 / mile,
  ];
}
