// The cost of a step being run from one point to another: the negative log likelihood of how far people stray from a
// length and a pace, by the role of the step (D4).
//
// Indices stay inside their columns, which is why reading one asserts a number.

import type { SpeedRange } from '@pacewright/pace';

import { valueAt } from './columns.ts';
import type { GridView, Sums } from './evidence.ts';
import type { Slot } from './extra-rounds.ts';
import type { PlannedStep } from './planned-step.ts';
import type { Run } from './run.ts';

/** How far a length strays, as the logarithm of a share plus some seconds, and the most that can cost. */
const LENGTH = {
  work: { spread: 0.03, seconds: 3, max: 7 },
  recovery: { spread: 0.12, seconds: 4, max: 5.5 },
  rest: { spread: 0.15, seconds: 5, max: 5.5 },
  'warm-up': { spread: 0.25, seconds: 5, max: 5 },
  'cool-down': { spread: 0.25, seconds: 5, max: 5 },
} as const;
/** A distance that was not measured is known by its time only. */
const UNMEASURED_SPREAD = 0.1;
const PACE = { spread: 0.05, max: 14 } as const;
/** A rep at an easy pace is more likely one that was left out. */
const EASY_REP = 3;
const EXTRA_ROUND = 3;
/** A lap by hand at an end of a stretch is a gain, one inside it a loss. */
export const LAP = { atEnd: 1.5, inside: 1 } as const;
/** Speeds vary by 0.35 m/s within a step, and eight seconds tell as much as one. */
const PER_SQUARE = 1 / (2 * 0.35 ** 2 * 8);
/** The share of a pace that comes and goes anyway. */
const NATURAL_VARIATION = 0.05;
/** The nearer of two means leaves less than all of the noise. */
const NOISE_TO_VARIATION = 1.5;
/** Beyond this many seconds each second of a step tells less. */
const FULL_WEIGHT_SECONDS = 300;
const MAX_REST_SPEED = 2.2;

/** Everything about a slot that its cost depends on. */
export type CostModel = {
  view: GridView;
  /** Costs that add up along the way: idling, running too fast, laps inside. */
  along: Float64Array;
  /** The column its length is measured in, the length, and how freely. No length is 0. */
  column: Float64Array;
  length: number;
  width: number;
  maxLengthCost: number;
  surcharge: number;
  /** Undefined where no steady pace is expected, or none was recorded. */
  pace: { from: number; to: number; weight: number; minSpeed: number } | undefined;
};

/** Makes cost models of slots in a run. Speeds above a limit are summed once for each limit. */
export function createCostModels(run: Run, sums: Sums) {
  const tooFastSums = new Map<string, Float64Array>();

  function tooFast(limit: number, seconds: number): Float64Array {
    // In a long step a second is mostly noise, and its ends are clear from its neighbours.
    const reach = seconds >= FULL_WEIGHT_SECONDS ? 10 : 0;
    const key = `${limit} ${reach}`;
    const known = tooFastSums.get(key) ?? sumTooFast(run, limit, reach);
    tooFastSums.set(key, known);
    return known;
  }

  return function modelOf({ step, isExtra, isFirstOfRound }: Slot, view: GridView): CostModel {
    const { role, amount, expectedSpeed, expectedSeconds, isEasy } = step;
    const { time, metres, idle, laps } = view;
    // The length of an easy run is as free as that of a warm-up.
    const length = LENGTH[isEasy && role === 'work' ? 'warm-up' : role];
    const isUnmeasured = amount.kind === 'distance' && metres === undefined;
    const isSteady = role === 'work' && !isEasy && expectedSpeed !== undefined;
    const isRep = step.rounds.length > 0 && isSteady && expectedSpeed.from > sums.easyLimit;
    const weight = Math.min(
      1,
      Math.sqrt(FULL_WEIGHT_SECONDS / Math.max(1, expectedSeconds ?? FULL_WEIGHT_SECONDS)),
    );
    const fast =
      run.speed && !isSteady ? tooFast(maxSpeedOf(step), expectedSeconds ?? 600) : undefined;
    const mayIdle = role === 'rest' || role === 'recovery';
    const along = new Float64Array(time.length);
    for (let point = 0; point < time.length; point++)
      along[point] =
        LAP.inside * (laps[point] as number) +
        (mayIdle ? 0 : (idle[point] as number)) +
        (fast ? weight * valueAt(fast, time[point] as number) : 0);
    return {
      view,
      along,
      ...lengthOf(step, view),
      width:
        length.spread +
        length.seconds / (expectedSeconds ?? 60) +
        (isUnmeasured ? UNMEASURED_SPREAD : 0),
      maxLengthCost: length.max,
      surcharge: isExtra && isFirstOfRound ? EXTRA_ROUND : 0,
      pace:
        isSteady && run.speed
          ? {
              ...expectedSpeed,
              weight: PER_SQUARE * weight,
              minSpeed: isRep ? sums.easyLimit : 0,
            }
          : undefined,
    };
  };
}

/** A step is measured in metres if it asks for them and they were recorded, otherwise in seconds. */
export function lengthOf(
  { amount, expectedSeconds = 0 }: PlannedStep,
  { time, metres }: GridView,
): { column: Float64Array; length: number } {
  if (amount.kind === 'open') return { column: time, length: 0 };
  return amount.kind === 'distance' && metres
    ? { column: metres, length: amount.metres }
    : { column: time, length: expectedSeconds };
}

/** The cost from one point to another. Once it is over `limit`, the exact value does not matter. */
export function costOf(model: CostModel, from: number, to: number, limit: number): number {
  const { view, along, column, length, pace } = model;
  let cost = model.surcharge + (along[to] as number) - (along[from] as number);
  if (view.isLap[to]) cost -= LAP.inside + LAP.atEnd;
  if (view.isLap[from]) cost -= LAP.atEnd;
  if (cost >= limit) return cost;
  if (length > 0) {
    const ratio = Math.max((column[to] as number) - (column[from] as number), 0.1) / length;
    // A bound of the logarithm that is faster to compute.
    const atLeast = (ratio < 1 ? 1 - ratio : 1 - 1 / ratio) / model.width;
    if (cost + Math.min(model.maxLengthCost, atLeast) >= limit) return Infinity;
    cost += Math.min(model.maxLengthCost, Math.abs(Math.log(ratio)) / model.width);
  }
  if (!pace || cost >= limit) return cost;

  const { moving, speeds, squares, noise } = view;
  const count = (moving[to] as number) - (moving[from] as number);
  if (count < 1) return cost + PACE.max;
  const sum = (speeds[to] as number) - (speeds[from] as number);
  const mean = sum / count;
  const natural = NATURAL_VARIATION * mean;
  const unavoidable =
    NOISE_TO_VARIATION * ((noise[to] as number) - (noise[from] as number)) +
    count * natural * natural;
  const variation = (squares[to] as number) - (squares[from] as number) - sum * mean;
  if (variation > unavoidable) cost += pace.weight * (variation - unavoidable);
  if (mean < pace.minSpeed) cost += EASY_REP;
  if (mean >= pace.from && mean <= pace.to) return cost;
  const share = Math.log(mean / (mean < pace.from ? pace.from : pace.to)) / PACE.spread;
  return cost + Math.min(PACE.max, (share * share) / 2);
}

function maxSpeedOf({ role, expectedSpeed }: PlannedStep): number {
  if (role === 'rest') return MAX_REST_SPEED;
  return expectedSpeed ? maxEasySpeed(expectedSpeed) : Infinity;
}

/** Above it a step without a steady pace is run too fast. */
export function maxEasySpeed({ to }: SpeedRange): number {
  return to * 1.04;
}

function sumTooFast({ metres, seconds }: Run, limit: number, reach: number): Float64Array {
  const sums = new Float64Array(seconds + 1);
  if (!metres || limit === Infinity) return sums;
  // A mean of more seconds has less noise and counts for more.
  const weight = (PER_SQUARE * (5 + 2 * reach)) / 5;
  for (let second = 0; second < seconds; second++) {
    const [from, to] = [Math.max(0, second - 2 - reach), Math.min(seconds, second + 3 + reach)];
    const speed = ((metres[to] as number) - (metres[from] as number)) / (to - from);
    const excess = Math.min(1, Math.max(0, speed - limit));
    sums[second + 1] = (sums[second] as number) + excess * excess * weight;
  }
  return sums;
}
