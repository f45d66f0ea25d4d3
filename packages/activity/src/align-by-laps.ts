// D19: steps found by the lengths between lap marks. Somebody who presses the button at each end leaves the lengths of
// the plan, however much the speed varies within a rep; another workout has other lengths.
//
// Indices stay inside their columns, which is why reading one asserts a number.

import { valueAt } from './columns.ts';
import type { Correction } from './corrections.ts';
import { lapMarks } from './evidence.ts';
import { moveToFirstRounds, withExtraRounds, type Slot } from './extra-rounds.ts';
import type { PlannedStep } from './planned-step.ts';
import type { Run, Stretch } from './run.ts';

/** Chosen on real sessions with laps by hand. */
const MIN_SHARE = 0.8;
/** With fewer marks or steps of a length, any run agrees. */
const MIN_MARKS = 3;
const MIN_WORKS = 2;
const MIN_WORKS_FOUND = 0.6;
/** The share by which a length may be off. */
const TOLERANCE = { work: 0.08, workSeconds: 5, easy: 0.35 } as const;
/** How far the lengths of all hard steps may be off on one side: by more a single one may. */
const BIAS = { share: 0.03, seconds: 5 } as const;
const WORTH = { work: 1, easy: 0.2 } as const;
const LOSS = {
  missedWork: 0.5,
  shortWork: 0.2,
  unplannedLap: 0.3,
  lapAfter: 0.05,
  morePieces: 0.05,
  workInPieces: 0.15,
  fastPiece: 0.3,
  /** For each unit of the logarithm of a length. */
  length: 0.3,
  extra: 0.05,
} as const;
/** A step may have laps within it, as at every kilometre. */
const MAX_PIECES = 6;
const MIN_SHORT_SHARE = 0.3;
/** How far a pace may be off, as a logarithm, before it is a loss, and before it is another step. */
const PACE = { free: 0.1, loss: 2, maxLoss: 0.5, other: 0.2 } as const;

/** The steps whose lengths and paces are those of laps, if that is most of what was run of the plan. */
export function alignByLaps(run: Run, planned: readonly PlannedStep[]): Correction[] | undefined {
  const marks = lapMarks(run);
  const works = planned.filter((step) => isWork(step) && step.amount.kind !== 'open').length;
  // On a treadmill without a pace, lengths alone agree with too much.
  if (!run.speed || marks.length < MIN_MARKS || works < MIN_WORKS) return undefined;
  const slots = withExtraRounds(planned);
  const { stretches, score } = bestReading(run, slots, [0, ...marks, run.seconds]);
  const placed = moveToFirstRounds(stretches, slots, () => false);
  const found = slots.flatMap(({ index, isExtra }, slot) => {
    const stretch = placed[slot];
    return isExtra || !stretch ? [] : [{ step: index, stretch }];
  });

  // Rounds that were left out say nothing about the others, as long as those are most of the plan.
  const leftOut = leftOutRounds(planned, new Set(found.map(({ step }) => step)));
  const sumOf = (valueOf: (step: PlannedStep) => number, steps: readonly PlannedStep[]) =>
    steps.reduce((sum, step) => sum + valueOf(step), 0);
  const most = sumOf(worthOf, planned) - sumOf(worthOf, leftOut);
  const own = score + sumOf(lossOf, leftOut);
  const foundWorks = found.filter(({ step }) => isWork(planned[step] as PlannedStep)).length;
  const isMost = foundWorks >= MIN_WORKS_FOUND * works && foundWorks >= MIN_WORKS;
  return isMost && own >= MIN_SHARE * most && isUnbiased(run, planned, found) ? found : undefined;
}

/** Reps that are all longer, or all shorter, than planned by as much are those of another workout. */
function isUnbiased(
  run: Run,
  planned: readonly PlannedStep[],
  found: readonly { step: number; stretch: Stretch }[],
): boolean {
  let [off, allowed] = [0, 0];
  for (const { step: index, stretch } of found) {
    const step = planned[index] as PlannedStep;
    if (!isWork(step) || step.amount.kind === 'open') continue;
    off += Math.log(ratioOf(run, step, stretch));
    allowed += BIAS.share + BIAS.seconds / Math.max(1, step.expectedSeconds ?? 60);
  }
  return Math.abs(off) <= allowed;
}

/** The steps of rounds of which none was found. */
function leftOutRounds(planned: readonly PlannedStep[], found: ReadonlySet<number>): PlannedStep[] {
  const keyOf = ({ rounds }: PlannedStep) =>
    rounds.map(({ node, round }) => `${node}.${round}`).join();
  const kept = new Set(planned.filter((_, index) => found.has(index)).map(keyOf));
  return planned.filter((step) => step.rounds.length > 0 && !kept.has(keyOf(step)));
}

function bestReading(
  run: Run,
  slots: readonly Slot[],
  points: readonly number[],
): { stretches: (Stretch | undefined)[]; score: number } {
  const width = points.length;
  const cameFrom = new Int16Array(slots.length * width);
  const startedAt = new Int16Array(slots.length * width).fill(-1);
  const nothing = new Float64Array(width).fill(-Infinity);
  nothing[0] = 0;
  let reached = withUnplannedLaps(nothing);
  const reachedBy = [reached];
  slots.forEach((slot, place) => {
    const next = new Float64Array(width);
    for (let to = 0; to < width; to++) {
      let score = (reached.best[to] as number) - (slot.isExtra ? 0 : lossOf(slot.step));
      let [from, start, fast] = [to, -1, 0];
      for (let first = to - 1; first >= Math.max(0, to - MAX_PIECES); first--) {
        const stretch = { from: points[first] as number, to: points[to] as number };
        const perPiece = isWork(slot.step) ? LOSS.workInPieces : LOSS.morePieces;
        fast += isTooFast(run, slot.step, first, points) ? LOSS.fastPiece : 0;
        const gain =
          gainOf(run, slot, stretch) - perPiece * (to - first - 1) - (to - first > 1 ? fast : 0);
        const total = (reached.best[first] as number) + gain;
        if (total > score + 1e-9) [score, from, start] = [total, first, first];
      }
      next[to] = score;
      cameFrom[place * width + to] = from;
      startedAt[place * width + to] = start;
    }
    reached = withUnplannedLaps(next);
    reachedBy.push(reached);
  });

  const scoreAt = (point: number) =>
    (reached.best[point] as number) - LOSS.lapAfter * (width - 1 - point);
  let at = 0;
  for (let point = 1; point < width; point++) if (scoreAt(point) > scoreAt(at) + 1e-9) at = point;
  const score = scoreAt(at);
  const stretches: (Stretch | undefined)[] = Array.from({ length: slots.length });
  for (let place = slots.length - 1; place >= 0; place--) {
    at = reachedBy[place + 1]?.origin[at] as number;
    const start = startedAt[place * width + at] as number;
    const stretch = { from: points[start] as number, to: points[at] as number };
    if (start >= 0 && isLike(run, slots[place] as Slot, stretch)) stretches[place] = stretch;
    at = cameFrom[place * width + at] as number;
  }
  return { stretches, score };
}

/** A rep inside of an easy step. */
function isTooFast(run: Run, step: PlannedStep, lap: number, points: readonly number[]): boolean {
  const stretch = { from: points[lap] as number, to: points[lap + 1] as number };
  return !isWork(step) && offPace(run, step, stretch) > PACE.free;
}

/** Laps that no step takes, and where they began. */
function withUnplannedLaps(ended: Float64Array): { best: Float64Array; origin: Int16Array } {
  const best = ended.slice();
  const origin = Int16Array.from(ended, (_, point) => point);
  for (let point = 1; point < best.length; point++) {
    const passed = (best[point - 1] as number) - LOSS.unplannedLap;
    if (passed <= (best[point] as number) + 1e-9) continue;
    best[point] = passed;
    origin[point] = origin[point - 1] as number;
  }
  return { best, origin };
}

function isWork({ role, isEasy }: PlannedStep): boolean {
  return role === 'work' && !isEasy;
}

/** A step without a length agrees with every lap. */
function worthOf(step: PlannedStep): number {
  return isWork(step) && step.amount.kind !== 'open' ? WORTH.work : WORTH.easy;
}

function lossOf(step: PlannedStep): number {
  return isWork(step) ? LOSS.missedWork * worthOf(step) : worthOf(step);
}

function gainOf(run: Run, slot: Slot, stretch: Stretch): number {
  const { step, isExtra } = slot;
  const worth = worthOf(step);
  const loss = paceLoss(run, step, stretch);
  const ratio = ratioOf(run, step, stretch);
  const off = LOSS.length * Math.abs(Math.log(Math.max(ratio, 0.1))) + loss;
  if (isLike(run, slot, stretch)) return (isExtra ? -LOSS.extra : worth) - off;
  if (isExtra) return -worth;
  return isWork(step) && ratio > MIN_SHORT_SHARE && ratio < 1
    ? -LOSS.shortWork - loss
    : -lossOf(step);
}

function isLike(run: Run, { step }: Slot, stretch: Stretch): boolean {
  const { role, expectedSeconds = 60 } = step;
  const ratio = ratioOf(run, step, stretch);
  const isFree = role === 'warm-up' || role === 'cool-down' || (step.isEasy && role === 'work');
  const tolerance = isWork(step)
    ? Math.max(TOLERANCE.work, TOLERANCE.workSeconds / Math.max(1, expectedSeconds))
    : TOLERANCE.easy;
  return (
    ratio >= (isFree ? MIN_SHORT_SHARE : 1 - tolerance) &&
    ratio <= 1 + tolerance &&
    offPace(run, step, stretch) <= PACE.other
  );
}

function ratioOf({ metres }: Run, step: PlannedStep, { from, to }: Stretch): number {
  const { amount, expectedSeconds } = step;
  if (amount.kind === 'open') return 1;
  if (amount.kind === 'distance' && metres)
    return (valueAt(metres, to) - valueAt(metres, from)) / Math.max(1, amount.metres);
  const wanted = amount.kind === 'time' ? amount.seconds : expectedSeconds;
  return wanted === undefined ? 0 : (to - from) / Math.max(1, wanted);
}

function paceLoss(run: Run, step: PlannedStep, stretch: Stretch): number {
  const loss = PACE.loss * Math.max(0, offPace(run, step, stretch) - PACE.free);
  return Math.min(PACE.maxLoss, loss) * worthOf(step);
}

/** Slower is fine for an easy step, and a rest has no pace. */
function offPace({ metres }: Run, step: PlannedStep, { from, to }: Stretch): number {
  if (!metres || !step.expectedSpeed || step.role === 'rest') return 0;
  const speed = Math.max(0.1, (valueAt(metres, to) - valueAt(metres, from)) / (to - from));
  const { from: slowest, to: fastest } = step.expectedSpeed;
  if (speed > fastest) return Math.log(speed / fastest);
  return isWork(step) && speed < slowest ? Math.log(slowest / speed) : 0;
}
