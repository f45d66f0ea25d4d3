import {
  compareRun,
  type Comparison,
  type Correction,
  plannedSteps,
  type Run,
  secondsByPace,
  type SecondsByPace,
  summarize,
  UNCLEAR_TEXTS,
  type WatchStep,
} from '@pacewright/activity';
import {
  type ActivityDetail,
  type CalendarEntry,
  MAX_COMPARED_STEPS,
  type NewComparison,
  type StoredComparison,
} from '@pacewright/contract';
import { PACE_KEYS, type PaceUnits, type TrainingPaces } from '@pacewright/pace';
import { readScript, resolveWorkout, type UnrolledStep } from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';

/** A workout as it was planned, with the paces of that day. */
export type Plan = Pick<StoredComparison, 'title' | 'script' | 'paces'>;

export type Judged = Pick<NewComparison, 'summary' | 'paceSeconds' | 'comparison'>;

/** The workout of an entry, with the paces that it was run with. */
export function planOf(
  { title, script, done }: CalendarEntry,
  { speeds }: PaceContext,
): Plan | undefined {
  const paces = done?.paces ?? speeds;
  return paces && { title, script, paces };
}

/** The steps of a plan in the order they are run. */
export function unrollPlan({ script, paces }: Plan): UnrolledStep[] {
  return resolveWorkout(readScript(script).workout, paces).unrolled;
}

/** Whether a comparison of the plan fits into a request. */
export function isComparable(plan: Plan): boolean {
  const steps = unrollPlan(plan).length;
  return steps > 0 && steps <= MAX_COMPARED_STEPS;
}

/** Compares a run with a plan, in the form in which it is stored. */
export function judgeRun(
  run: Run,
  watch: ActivityDetail['watch'],
  plan: Plan,
  corrections: StoredComparison['corrections'],
  units: PaceUnits,
): Judged {
  const unrolled = unrollPlan(plan);
  const compared = compareRun(run, plannedSteps(unrolled), {
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

/** JSON leaves out what the watch did not record. */
export function toWatchStep(step: ActivityDetail['watch']['steps'][number]): WatchStep {
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

function fromStored({ step, stretch }: StoredComparison['corrections'][number]): Correction {
  return { step, stretch: stretch ?? undefined };
}

/** Steps count in their own lane, and extra running by its pace. */
function runByPace(
  run: Run,
  { steps, extras }: Extract<Comparison, { kind: 'compared' }>,
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

function partOf(run: Run, { from, to }: { from: number; to: number }): Run {
  const [first, last] = [Math.floor(from), Math.ceil(to)];
  return { ...run, seconds: last - first, metres: run.metres?.slice(first, last + 1) };
}

function roundSeconds(seconds: SecondsByPace): SecondsByPace {
  const rounded = { ...seconds };
  for (const key of PACE_KEYS) rounded[key] = Math.round(seconds[key]);
  return rounded;
}

/** Rounded, because a comparison of 300 steps must fit into a request. */
function toStored(comparison: Comparison): StoredComparison['result'] {
  if (comparison.kind === 'unclear') return { kind: 'unclear', reason: comparison.reason };
  const { kind, method, isSamePlan, steps, extras } = comparison;
  return JSON.parse(
    JSON.stringify({ kind, method, isSamePlan, steps, extras }, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
    ),
  ) as StoredComparison['result'];
}
