// D4 (b): finds the steps in a run that does not name them, by laps and by pace.

import {
  countPairs,
  findBestReading,
  windowOf,
  type FixedSlot,
  type ReadingProblem,
} from './best-reading.ts';
import { valueAt } from './columns.ts';
import type { Correction } from './corrections.ts';
import { gridOf, lapMarks, sumsOf, viewOf, type GridView, type Sums } from './evidence.ts';
import { moveToFirstRounds, withExtraRounds, type Slot } from './extra-rounds.ts';
import { WORK_OF_PART, type InParts } from './in-parts.ts';
import type { PlannedStep } from './planned-step.ts';
import { refineStretches } from './refine.ts';
import type { Run, Stretch } from './run.ts';
import { costOf, createCostModels, maxEasySpeed, type CostModel } from './step-cost.ts';

export type SignalAlignment = {
  /** By planned step. */
  stretches: (Stretch | undefined)[];
  /** A round more than planned, with the step that each stretch resembles. */
  extraRounds: { like: number; stretch: Stretch }[];
  /** How much worse every other reading is, by planned step. */
  margins: number[];
  /** The mean cost of the steps found: how little the run resembles the plan. */
  misfit: number;
  /** Laps by hand, and how many of them are ends of steps. */
  laps: { count: number; used: number };
};

type ModelOf = (slot: Slot, view: GridView) => CostModel;

export function* alignBySignal(
  run: Run,
  planned: readonly PlannedStep[],
  corrections: readonly Correction[],
): InParts<SignalAlignment> {
  const slots = withExtraRounds(planned);
  const marks = lapMarks(run);
  const sums = sumsOf(run, planned);
  const modelOf = createCostModels(run, sums);
  const ends = corrections.flatMap(({ stretch }) => (stretch ? [stretch.from, stretch.to] : []));
  const problem = problemOf(run, planned, slots, sums, modelOf, { marks, ends, corrections });
  // The tables above and the refinement below take about as long as a part of the search.
  yield WORK_OF_PART;
  const { cells, margins } = yield* findBestReading(problem);
  yield WORK_OF_PART;
  const { time } = problem.view;
  const timeOf = (point: number) => time[point] ?? 0;
  const refined = refineStretches(
    cells.map((cell) => cell && { from: timeOf(cell.from), to: timeOf(cell.to) }),
    {
      run,
      sums,
      slots,
      modelOf,
      fixed: new Set([...marks, ...ends]),
      gridGap: time.reduce((widest, here, point) => Math.max(widest, here - timeOf(point - 1)), 0),
    },
  );
  const placed = moveToFirstRounds(refined, slots, (slot) => problem.fixed[slot] !== undefined);

  const stretches: (Stretch | undefined)[] = Array.from({ length: planned.length });
  const extraRounds: SignalAlignment['extraRounds'] = [];
  slots.forEach(({ index, isExtra }, slot) => {
    const stretch = placed[slot];
    if (!isExtra) stretches[index] = stretch;
    else if (stretch) extraRounds.push({ like: index, stretch });
  });
  const used = new Set(placed.flatMap((stretch) => (stretch ? [stretch.from, stretch.to] : [])));
  return {
    stretches,
    extraRounds,
    margins: margins.filter((_, slot) => !slots[slot]?.isExtra),
    misfit: misfitOf(run, planned, stretches, sums, modelOf),
    laps: { count: marks.length, used: marks.filter((mark) => used.has(mark)).length },
  };
}

/** The work and the memory of the search. A long run of many open steps gets a coarser grid. */
const MAX_PAIRS = 4_000_000;
const MAX_CELLS = 2_000_000;
const MAX_COARSENESS = 64;

function problemOf(
  run: Run,
  planned: readonly PlannedStep[],
  slots: readonly Slot[],
  sums: Sums,
  modelOf: ModelOf,
  evidence: { marks: number[]; ends: number[]; corrections: readonly Correction[] },
): ReadingProblem {
  const { marks, ends, corrections } = evidence;
  for (let coarseness = 1; ; coarseness *= 2) {
    const grid = gridOf(run, planned, [...marks, ...ends], coarseness);
    const view = viewOf(run, sums, grid, marks);
    const windows = slots.map(({ step }) => windowOf(step, view));
    const isSmall = slots.length * grid.length <= MAX_CELLS && countPairs(windows) <= MAX_PAIRS;
    if (!isSmall && coarseness < MAX_COARSENESS) continue;
    return {
      slots,
      view,
      windows,
      models: slots.map((slot) => modelOf(slot, view)),
      fixed: slots.map((slot) => fixedSlotOf(slot, corrections, grid)),
    };
  }
}

function fixedSlotOf(
  { index, isExtra }: Slot,
  corrections: readonly Correction[],
  grid: Float64Array,
): FixedSlot {
  const correction = isExtra ? undefined : corrections.find(({ step }) => step === index);
  if (!correction) return undefined;
  const { stretch } = correction;
  return stretch ? { from: grid.indexOf(stretch.from), to: grid.indexOf(stretch.to) } : 'left-out';
}

const MISFIT = { max: 8, maxOfEasy: 3, ofSkipped: 4, perFastShare: 15, longSeconds: 300 } as const;

function misfitOf(
  run: Run,
  planned: readonly PlannedStep[],
  stretches: readonly (Stretch | undefined)[],
  sums: Sums,
  modelOf: ModelOf,
): number {
  // A run that ended early fits as far as it goes.
  const ran = planned.slice(0, stretches.findLastIndex((stretch) => stretch !== undefined) + 1);
  if (ran.length === 0) return MISFIT.max;
  const costs = ran.map((step, index) => {
    const stretch = stretches[index];
    if (!stretch) return MISFIT.ofSkipped;
    const view = viewOf(run, sums, Float64Array.of(stretch.from, stretch.to), []);
    const model = modelOf({ step, index, isExtra: false, isFirstOfRound: false }, view);
    const cost = costOf(model, 0, 1, Infinity);
    if (!step.isEasy) return Math.min(MISFIT.max, cost);
    // The noise of every second adds up over a long easy step, so its minutes are counted instead.
    const isLong = stretch.to - stretch.from >= MISFIT.longSeconds;
    const along = (model.along[1] ?? 0) - (model.along[0] ?? 0);
    const fast = MISFIT.perFastShare * shareOfFastMinutes(run, step, stretch);
    return Math.min(MISFIT.maxOfEasy, isLong ? cost - along + fast : cost);
  });
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** The share of whole minutes that were faster than the step allows. A steady run may be faster as a whole. */
function shareOfFastMinutes(
  { metres }: Run,
  { expectedSpeed }: PlannedStep,
  { from, to }: Stretch,
): number {
  if (!metres || !expectedSpeed) return 0;
  const minutes = Math.floor((to - from) / 60);
  const mean = (valueAt(metres, to) - valueAt(metres, from)) / (to - from);
  const limit = maxEasySpeed({ from: mean, to: Math.max(mean, expectedSpeed.to) });
  let fast = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const start = from + minute * 60;
    const speed = (valueAt(metres, start + 60) - valueAt(metres, start)) / 60;
    if (speed > limit) fast++;
  }
  return fast / minutes;
}
