import { PACE_KEYS, type PaceUnits, type TrainingPaces } from '@pacewright/pace';
import {
  type AthleteSpeeds,
  readScript,
  resolveWorkout,
  type UnrolledStep,
} from '@pacewright/script';

import { compareInParts, type Comparison } from './compare.ts';
import type { Correction } from './corrections.ts';
import { finish, type InParts } from './in-parts.ts';
import { secondsByPace, type SecondsByPace } from './lanes.ts';
import { plannedSteps } from './planned-step.ts';
import type { WatchStep } from './recorded-activity.ts';
import type { Run, Stretch } from './run.ts';
import { summarize, UNCLEAR_TEXTS } from './words.ts';

/** A workout as it was planned, with the paces of that day. */
export type Plan = { title: string; script: string; paces: AthleteSpeeds };

/** A correction as it is stored. Null for a step that was left out. */
export type StoredCorrection = { step: number; stretch: Stretch | null };

type Compared = Extract<Comparison, { kind: 'compared' }>;
type Unclear = Extract<Comparison, { kind: 'unclear' }>;

/** The result of a comparison without the run, as it is stored. */
export type StoredResult = Omit<Compared, 'run' | 'planned'> | Pick<Unclear, 'kind' | 'reason'>;

/** A comparison as it is stored. */
export type Judged = {
  summary: string | null;
  paceSeconds: SecondsByPace;
  comparison: (Plan & { corrections: StoredCorrection[]; result: StoredResult }) | null;
};

/** A workout of the watch as it is stored: JSON leaves out what was not recorded. */
export type StoredWatch = {
  steps: readonly (Pick<WatchStep, 'index' | 'name'> & Partial<WatchStep>)[];
  zoneBounds?: readonly number[] | undefined;
  /** The serial number of the workout's file. */
  workoutFile?: number | undefined;
};

/** The steps of a plan in the order they are run. */
export function unrollPlan({ script, paces }: Pick<Plan, 'script' | 'paces'>): UnrolledStep[] {
  return resolveWorkout(readScript(script).workout, paces).unrolled;
}

/** Whether a plan has steps, and no more than can be stored. */
export function isComparable(plan: Plan, maxSteps: number): boolean {
  const steps = unrollPlan(plan).length;
  return steps > 0 && steps <= maxSteps;
}

/** Compares a run with a plan, in the form in which it is stored. */
export function judgeRun(
  run: Run,
  watch: StoredWatch,
  plan: Plan,
  corrections: StoredCorrection[],
  units: PaceUnits,
): Judged {
  return finish(judgeInParts(run, watch, plan, corrections, units));
}

/** The same with pauses, for a process that has others to serve: a comparison may take a second. */
export function* judgeInParts(
  run: Run,
  watch: StoredWatch,
  plan: Plan,
  corrections: StoredCorrection[],
  units: PaceUnits,
): InParts<Judged> {
  const unrolled = unrollPlan(plan);
  const compared = yield* compareInParts(run, plannedSteps(unrolled), {
    watchSteps: watch.steps.map(toWatchStep),
    zoneBounds: watch.zoneBounds,
    corrections: corrections.map(fromStored),
  });
  const { title, script, paces } = plan;
  return {
    summary:
      compared.kind === 'compared' ? summarize(compared, units) : UNCLEAR_TEXTS[compared.reason],
    paceSeconds:
      compared.kind === 'compared' && compared.isSamePlan
        ? runByPace(run, compared, unrolled, paces.trainingPaces)
        : roundSeconds(secondsByPace(run, paces.trainingPaces)),
    comparison: { title, script, paces, corrections, result: toStored(compared) },
  };
}

/** A run without a plan. */
export function judgeOwn(run: Run, paces: TrainingPaces): Judged {
  return {
    summary: null,
    paceSeconds: roundSeconds(secondsByPace(run, paces)),
    comparison: null,
  };
}

export function toWatchStep(step: StoredWatch['steps'][number]): WatchStep {
  const { index, name, durationType, durationValue, targetType, targetValue, low, high } = step;
  const { intensity } = step;
  return {
    index,
    name,
    durationType,
    durationValue,
    targetType,
    targetValue,
    low,
    high,
    intensity,
  };
}

function fromStored({ step, stretch }: StoredCorrection): Correction {
  return { step, stretch: stretch ?? undefined };
}

/** Steps count in their own lane, and extra running by its pace. */
function runByPace(
  run: Run,
  { steps, extras }: Compared,
  unrolled: readonly UnrolledStep[],
  paces: TrainingPaces,
): SecondsByPace {
  const sums: SecondsByPace = { E: 0, M: 0, T: 0, I: 0, R: 0 };
  steps.forEach((result, index) => {
    const lane = unrolled[index]?.step.lane;
    if (result.verdict !== 'missed' && lane) sums[lane] += result.seconds - result.stoppedSeconds;
  });
  for (const { stretch } of extras) {
    const extra = secondsByPace(partOf(run, stretch), paces);
    for (const key of PACE_KEYS) sums[key] += extra[key];
  }
  return roundSeconds(sums);
}

function partOf(run: Run, { from, to }: Stretch): Run {
  const [first, last] = [Math.floor(from), Math.ceil(to)];
  return { ...run, seconds: last - first, metres: run.metres?.slice(first, last + 1) };
}

function roundSeconds(seconds: SecondsByPace): SecondsByPace {
  const rounded = { ...seconds };
  for (const key of PACE_KEYS) rounded[key] = Math.round(seconds[key]);
  return rounded;
}

/** Rounded, because a comparison of many steps must fit into a request. */
function toStored(comparison: Comparison): StoredResult {
  if (comparison.kind === 'unclear') return { kind: 'unclear', reason: comparison.reason };
  const { kind, method, isSamePlan, steps, extras } = comparison;
  return JSON.parse(
    JSON.stringify({ kind, method, isSamePlan, steps, extras }, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
    ),
  ) as StoredResult;
}
