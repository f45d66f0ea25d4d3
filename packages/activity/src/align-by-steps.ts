// D4 (a): a run that followed the workout on the watch. Each lap names its step; only the question which laps of one
// step belong to which round is answered here.

import { valueAt } from './columns.ts';
import type { PlannedStep } from './planned-step.ts';
import type { WatchStep } from './recorded-activity.ts';
import type { Run, RunLap, Stretch } from './run.ts';
import { unrollWatchSteps } from './watch-workout.ts';

export type StepAlignment = {
  /** The given steps, or those of the watch if they are others. */
  planned: readonly PlannedStep[];
  isSamePlan: boolean;
  stretches: (Stretch | undefined)[];
};

const COST = { skippedStep: 1, unusedLap: 3, wrongLength: 2, morePieces: 0.01 } as const;
/** Within this share a length is right. */
const LENGTH_TOLERANCE = 0.02;
/** A followed workout has one lap for each step, and one for each kilometre within it. */
const MAX_LAPS = 1000;
const MAX_PIECES = 120;
const MIN_COOL_DOWN_SECONDS = 30;

/** Undefined unless the laps name steps, and the watch's workout is known. */
export function alignBySteps(
  run: Run,
  watchSteps: readonly WatchStep[],
  planned: readonly PlannedStep[],
): StepAlignment | undefined {
  const watchPlan = unrollWatchSteps(watchSteps);
  if (!watchPlan) return undefined;
  const indices = watchPlan.map(({ index }) => index);
  const known = new Set(indices);
  const laps = run.laps.filter(({ step, from, to }) => step !== undefined && to > from);
  if (laps.length > MAX_LAPS || !laps.some(({ step }) => known.has(step ?? -1))) return undefined;

  const onWatch = watchPlan.map(({ step }) => step);
  const isSamePlan = hasSameAmounts(planned, onWatch);
  const followed = isSamePlan ? planned : onWatch;
  const stretches = assignLaps(run, laps, indices, followed);
  assignCoolDown(run, followed, stretches);
  return { planned: followed, isSamePlan, stretches };
}

/** Paces may have changed since the workout was sent. */
function hasSameAmounts(planned: readonly PlannedStep[], other: readonly PlannedStep[]): boolean {
  return (
    planned.length === other.length &&
    planned.every(({ amount }, index) => {
      const theirs = other[index]?.amount;
      if (amount.kind === 'time')
        return theirs?.kind === 'time' && Math.abs(theirs.seconds - amount.seconds) < 1;
      if (amount.kind === 'distance')
        return theirs?.kind === 'distance' && Math.abs(theirs.metres - amount.metres) < 1;
      return theirs?.kind === 'open';
    })
  );
}

/**
 * Finds the cheapest assignment of laps to places in the workout, both in order. Consecutive laps of one step are one
 * round, cut by the watch at every kilometre, until it is as long as planned. Places without a lap were skipped.
 */
function assignLaps(
  run: Run,
  laps: readonly RunLap[],
  indices: readonly number[],
  planned: readonly PlannedStep[],
): (Stretch | undefined)[] {
  const width = indices.length + 1;
  // best[used * width + place]: the first laps are assigned to the first places, the last of them to this one.
  const best = new Float64Array((laps.length + 1) * width).fill(Infinity);
  const previous = new Int32Array((laps.length + 1) * width).fill(-1);
  // The best place before each, with the skipped places in between.
  const before = new Int32Array((laps.length + 1) * width);
  best[0] = 0;
  fillBefore(0);
  for (let used = 1; used <= laps.length; used++) {
    for (let place = 0; place <= indices.length; place++) assign(used, place);
    fillBefore(used);
  }

  // All indices below come from these loops or from `previous`, so they are inside.
  const lastRow = best.subarray(laps.length * width);
  let last = 0;
  for (let each = 1; each < width; each++)
    if ((lastRow[each] as number) < (lastRow[last] as number) - 1e-9) last = each;
  const stretches: (Stretch | undefined)[] = Array.from({ length: indices.length });
  for (let used = laps.length; used > 0;) {
    const cell = previous[used * width + last] as number;
    const [first, from] = [Math.floor(cell / width), cell % width];
    if (from !== last) stretches[last - 1] = stretchOf(first, used);
    [used, last] = [first, from];
  }
  return stretches;

  function assign(used: number, place: number): void {
    const step = laps[used - 1]?.step;
    // A lap without a place: the workout was started again.
    let cell = (used - 1) * width + place;
    let least = (best[cell] as number) + COST.unusedLap;
    if (place > 0 && indices[place - 1] === step) {
      const oldest = Math.max(0, used - MAX_PIECES);
      for (let first = used - 1; first >= oldest && laps[first]?.step === step; first--) {
        const from = before[first * width + place] as number;
        const skipped = COST.skippedStep * (place - 1 - from);
        const cost = lengthCost(first, used, planned[place - 1] as PlannedStep);
        const total = (best[first * width + from] as number) + skipped + cost;
        if (total >= least - 1e-9) continue;
        least = total;
        cell = first * width + from;
      }
    }
    best[used * width + place] = least;
    previous[used * width + place] = cell;
  }

  function fillBefore(used: number): void {
    let [from, least] = [0, Infinity];
    for (let place = 1; place < width; place++) {
      const cost = (best[used * width + place - 1] as number) - COST.skippedStep * (place - 1);
      if (cost < least - 1e-9) [from, least] = [place - 1, cost];
      before[used * width + place] = from;
    }
  }

  function stretchOf(first: number, end: number): Stretch {
    return { from: (laps[first] as RunLap).from, to: (laps[end - 1] as RunLap).to };
  }

  function lengthCost(first: number, end: number, { amount }: PlannedStep): number {
    const { from, to } = stretchOf(first, end);
    const pieces = COST.morePieces * (end - first - 1);
    if (amount.kind === 'open') return pieces;
    const { metres } = run;
    const done =
      amount.kind === 'time' ? to - from : metres && valueAt(metres, to) - valueAt(metres, from);
    if (done === undefined) return pieces;
    const wanted = amount.kind === 'time' ? amount.seconds : amount.metres;
    const difference = Math.abs(Math.log(Math.max(done, 0.5) / wanted));
    return pieces + (difference < LENGTH_TOLERANCE ? 0 : Math.min(COST.wrongLength, difference));
  }
}

/** The last lap may name no step. If only the cool-down is left, it is that. */
function assignCoolDown(
  run: Run,
  planned: readonly PlannedStep[],
  stretches: (Stretch | undefined)[],
): void {
  const last = planned.length - 1;
  const end = stretches[last - 1]?.to;
  if (planned[last]?.role !== 'cool-down' || stretches[last] || end === undefined) return;
  const after = run.laps.filter(({ from, step }) => from >= end - 0.5 && step === undefined);
  const [from, to] = [after[0]?.from ?? 0, after.at(-1)?.to ?? 0];
  if (to - from >= MIN_COOL_DOWN_SECONDS) stretches[last] = { from, to };
}
