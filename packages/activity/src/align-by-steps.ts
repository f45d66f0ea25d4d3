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
  /** Rounds that only the watch had. */
  extraRounds: { like: number; stretch: Stretch }[];
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
  const places = matchRounds(planned, onWatch);
  // Nobody leaves a round out that was not planned.
  const skipCosts = indices.map((_, place) => (places?.[place]?.isExtra ? 0 : COST.skippedStep));
  const found = assignLaps(run, laps, { indices, steps: onWatch, skipCosts });
  if (!places) {
    assignCoolDown(run, onWatch, found);
    return { planned: onWatch, isSamePlan: false, stretches: found, extraRounds: [] };
  }
  const stretches: (Stretch | undefined)[] = Array.from({ length: planned.length });
  const extraRounds: StepAlignment['extraRounds'] = [];
  places.forEach(({ step, isExtra }, place) => {
    const stretch = found[place];
    if (!isExtra) stretches[step] = stretch;
    else if (stretch) extraRounds.push({ like: step, stretch });
  });
  assignCoolDown(run, planned, stretches);
  return { planned, isSamePlan: true, stretches, extraRounds };
}

/** The planned step of a step on the watch. */
type Place = { step: number; isExtra: boolean };

/**
 * The steps of the watch as those of the plan, if they have the same lengths: repeats may have more or fewer rounds
 * there, and paces may have changed since the workout was sent.
 */
function matchRounds(
  planned: readonly PlannedStep[],
  onWatch: readonly PlannedStep[],
): Place[] | undefined {
  const places: Place[] = [];
  for (const rounds of roundsOf(planned)) {
    const [first = []] = rounds;
    for (let round = 0; round === 0 || rounds.length > 1; round++) {
      const isNext = (step: number, at: number) =>
        hasSameAmount(planned[step], onWatch[places.length + at]);
      // The last round may have no recovery.
      const isWhole = first.every(isNext);
      const steps = isWhole ? first : first.slice(0, -1);
      const isRound = isWhole || (steps.length > 0 && steps.every(isNext));
      if (!isRound && round === 0) return undefined;
      if (!isRound) break;
      places.push(
        ...steps.map((like, at) => {
          const step = rounds[round]?.[at];
          return { step: step ?? like, isExtra: step === undefined };
        }),
      );
      if (!isWhole) break;
    }
  }
  return places.length === onWatch.length ? places : undefined;
}

/** The plan as rounds of steps, one after the other. A step outside of repeats is a round of its own. */
function roundsOf(planned: readonly PlannedStep[]): number[][][] {
  const all: number[][][] = [];
  planned.forEach(({ rounds: [outer] }, step) => {
    const before = planned[step - 1]?.rounds[0];
    if (!outer || outer.node !== before?.node) all.push([[step]]);
    else if (outer.round !== before.round) all.at(-1)?.push([step]);
    else all.at(-1)?.at(-1)?.push(step);
  });
  return all;
}

function hasSameAmount(one: PlannedStep | undefined, other: PlannedStep | undefined): boolean {
  const [own, theirs] = [one?.amount, other?.amount];
  if (own?.kind === 'time' && theirs?.kind === 'time')
    return Math.abs(own.seconds - theirs.seconds) < 1;
  if (own?.kind === 'distance' && theirs?.kind === 'distance')
    return Math.abs(own.metres - theirs.metres) < 1;
  return own?.kind === 'open' && theirs?.kind === 'open';
}

/**
 * Finds the cheapest assignment of laps to places in the workout, both in order. Consecutive laps of one step are one
 * round, cut by the watch at every kilometre, until it is as long as planned. Places without a lap were skipped.
 */
function assignLaps(
  run: Run,
  laps: readonly RunLap[],
  {
    indices,
    steps,
    skipCosts,
  }: {
    indices: readonly number[];
    steps: readonly PlannedStep[];
    skipCosts: readonly number[];
  },
): (Stretch | undefined)[] {
  // Of leaving out all steps before each place.
  const skipped = [0];
  for (const cost of skipCosts) skipped.push((skipped.at(-1) ?? 0) + cost);
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
        const skips = (skipped[place - 1] as number) - (skipped[from] as number);
        const cost = lengthCost(first, used, steps[place - 1] as PlannedStep);
        const total = (best[first * width + from] as number) + skips + cost;
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
      const cost = (best[used * width + place - 1] as number) - (skipped[place - 1] as number);
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
