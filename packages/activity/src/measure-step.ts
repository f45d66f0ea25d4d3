// D5: the measurements of a stretch.

import type { SpeedRange } from '@pacewright/pace';

import { valueAt } from './columns.ts';
import type { PlannedStep } from './planned-step.ts';
import { STOPPED_SPEED, type Run, type Stretch } from './run.ts';

export type StepMeasure = {
  seconds: number;
  /** With the timer running, as at lights. Not part of the pace. */
  stoppedSeconds: number;
  metres: number | undefined;
  /** m/s while moving. */
  speed: number | undefined;
  /** Of the planned amount; undefined for a step without an end. */
  share: number | undefined;
  /** For steps of a minute or more. */
  inRange: { seconds: number; of: number } | undefined;
  /** For steps of 20 seconds or more. */
  heartRate: { mean: number; end: number } | undefined;
};

/** A pace of seconds is off by this share. */
const MOMENT_TOLERANCE = 0.03;
const MIN_MOVING_SECONDS = 3;
const MIN_SECONDS_FOR_RANGE = 60;
const MIN_SECONDS_FOR_HEART_RATE = 20;
/** Time in range is a mean of fifteen seconds, and begins when the pace is reached. */
const RANGE = { before: 7, after: 8, startSeconds: 5 } as const;
const END_SECONDS = 5;

export function measureStep(run: Run, step: PlannedStep, { from, to }: Stretch): StepMeasure {
  const { amount, target, isEasy } = step;
  const seconds = to - from;
  const metres = metresOf(run, { from, to });
  const stoppedSeconds = countStopped(run, from, to);
  const movingSeconds = seconds - stoppedSeconds;
  const range = target && isEasy ? { from: 0, to: target.to } : target;
  return {
    seconds,
    stoppedSeconds,
    metres,
    speed:
      metres !== undefined && movingSeconds >= MIN_MOVING_SECONDS
        ? metres / movingSeconds
        : undefined,
    share: shareOf(amount, seconds, metres),
    inRange:
      range && run.speed && seconds >= MIN_SECONDS_FOR_RANGE
        ? timeInRange(run.speed, from, to, range)
        : undefined,
    heartRate: heartRateIn(run, from, to),
  };
}

/** Seconds by which a stretch and its laps may be rounded, and the share by which their metres may differ. */
const SAME_LAP = { seconds: 0.15, share: 0.1 } as const;

/** Of the laps that a stretch consists of, or else of the records, which are of whole seconds. */
function metresOf({ metres, laps }: Run, { from, to }: Stretch): number | undefined {
  if (!metres) return undefined;
  const recorded = valueAt(metres, to) - valueAt(metres, from);
  const isNear = (one: number, other: number) => Math.abs(one - other) <= SAME_LAP.seconds;
  const first = laps.findIndex((lap) => isNear(lap.from, from) && lap.to > lap.from);
  let [sum, end] = [0, from];
  for (let lap = first; lap >= 0 && lap < laps.length && end < to - SAME_LAP.seconds; lap++) {
    sum += laps[lap]?.metres ?? NaN;
    end = laps[lap]?.to ?? NaN;
  }
  const isSame = isNear(end, to) && Math.abs(sum - recorded) <= SAME_LAP.share * recorded;
  return isSame ? sum : recorded;
}

function shareOf(
  amount: PlannedStep['amount'],
  seconds: number,
  metres: number | undefined,
): number | undefined {
  if (amount.kind === 'time') return seconds / amount.seconds;
  return amount.kind === 'distance' && metres !== undefined ? metres / amount.metres : undefined;
}

function countStopped({ speed }: Run, from: number, to: number): number {
  if (!speed) return 0;
  return speed
    .subarray(Math.ceil(from), Math.floor(to))
    .reduce((count, here) => count + (here < STOPPED_SPEED ? 1 : 0), 0);
}

function timeInRange(
  speed: Float32Array,
  from: number,
  to: number,
  range: SpeedRange,
): { seconds: number; of: number } {
  const [first, last] = [Math.ceil(from) + RANGE.startSeconds, Math.floor(to)];
  const [min, max] = [range.from * (1 - MOMENT_TOLERANCE), range.to * (1 + MOMENT_TOLERANCE)];
  let seconds = 0;
  let sum = 0;
  let next = first;
  for (let second = first; second < last; second++) {
    const low = Math.max(first, second - RANGE.before);
    const high = Math.min(last, second + RANGE.after);
    // The window moves by one second, so its sum changes by two of them.
    for (; next < high; next++) sum += speed[next] ?? 0;
    if (low > first) sum -= speed[low - 1] ?? 0;
    const mean = sum / (high - low);
    if (mean >= min && mean <= max) seconds++;
  }
  return { seconds, of: Math.max(0, last - first) };
}

function heartRateIn(
  { heartRate }: Run,
  from: number,
  to: number,
): { mean: number; end: number } | undefined {
  if (!heartRate || to - from < MIN_SECONDS_FOR_HEART_RATE) return undefined;
  const mean = meanOf(heartRate, from, to);
  const end = meanOf(heartRate, to - END_SECONDS, to);
  return mean === undefined || end === undefined ? undefined : { mean, end };
}

/** Undefined if less than half of the seconds have a value. */
export function meanOf(column: Float32Array, from: number, to: number): number | undefined {
  const part = column.subarray(Math.max(0, Math.floor(from)), Math.ceil(to));
  let sum = 0;
  let known = 0;
  for (let at = 0; at < part.length; at++) {
    const value = part[at] ?? NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return known === 0 || known * 2 < part.length ? undefined : sum / known;
}
