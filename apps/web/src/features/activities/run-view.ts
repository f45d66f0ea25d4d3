import {
  laneScale,
  paceAt,
  plannedOnWatch,
  type PlannedStep,
  plannedSteps,
  type Run,
  type StepResult,
  type ShownVerdict,
  shownVerdict,
  toWatchStep,
  unrollPlan,
} from '@pacewright/activity';
import type { ActivityDetail, StoredComparison } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES, type PaceKey, type TrainingPaces } from '@pacewright/pace';
import { nameAmount, nameTarget } from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';

/** A planned step beside its result. */
export type RunStep = {
  index: number;
  planned: PlannedStep;
  lane: PaceKey | undefined;
  /** "Warm-up", "3 min", "400 m". */
  name: string;
  result: StepResult;
  /** Derived from the pace and the range that are shown. */
  verdict: ShownVerdict;
};

type Compared = Extract<StoredComparison['result'], { kind: 'compared' }>;

/** A stored run, ready to be shown. */
export type RunView = {
  paces: TrainingPaces;
  steps: RunStep[];
  extras: Compared['extras'];
  /** Of the comparison, if there is one. */
  compared: Compared | undefined;
  unclear: Extract<StoredComparison['result'], { kind: 'unclear' }>['reason'] | undefined;
  plannedSeconds: Record<PaceKey, number> | undefined;
};

export function viewActivity(
  { comparison, watch }: Pick<ActivityDetail, 'comparison' | 'watch'>,
  { speeds, units }: PaceContext,
): RunView {
  const paces = comparison?.paces.trainingPaces ?? speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES;
  if (!comparison)
    return {
      paces,
      steps: [],
      extras: [],
      compared: undefined,
      unclear: undefined,
      plannedSeconds: undefined,
    };
  const unrolled = unrollPlan(comparison);
  const { result } = comparison;
  const onWatch =
    result.kind === 'compared' && !result.isSamePlan
      ? plannedOnWatch(watch.steps.map(toWatchStep))
      : undefined;
  const plannedSeconds = { E: 0, M: 0, T: 0, I: 0, R: 0 };
  const lengths =
    onWatch?.map((step) => ({ lane: laneOf(step, paces), seconds: step.expectedSeconds })) ??
    unrolled.map(({ step }) => step);
  for (const { lane, seconds = 0 } of lengths) if (lane) plannedSeconds[lane] += seconds;
  if (result.kind === 'unclear')
    return {
      paces,
      steps: [],
      extras: [],
      compared: undefined,
      unclear: result.reason,
      plannedSeconds,
    };

  const planned = onWatch ?? plannedSteps(unrolled);
  return {
    paces,
    compared: result,
    unclear: undefined,
    extras: result.extras,
    plannedSeconds,
    steps: result.steps.flatMap((stored, index) => {
      const step = planned[index];
      if (!step) return [];
      const own = result.isSamePlan ? unrolled[index]?.step : undefined;
      return [
        {
          index,
          planned: step,
          lane: own ? own.lane : laneOf(step, paces),
          name: nameStep(step, own && nameTarget(own.target)),
          result: fromStoredResult(stored),
          verdict: shownVerdict(step, stored, units),
        },
      ];
    }),
  };
}

function nameStep({ role, amount }: PlannedStep, target: string | undefined): string {
  if (role === 'warm-up') return 'Warm-up';
  if (role === 'cool-down') return 'Cool-down';
  if (role === 'rest') return 'Rest';
  if (role === 'recovery') return 'Recovery';
  return amount.kind === 'open' ? (target ?? 'Open') : nameAmount(amount);
}

/** The lane of a step on the watch, which has a speed but no letter. */
function laneOf({ role, target }: PlannedStep, paces: TrainingPaces): PaceKey | undefined {
  if (role === 'rest') return undefined;
  if (!target) return 'E';
  return laneNear((target.from + target.to) / 2, paces);
}

/** The lane in which a speed is drawn. */
export function laneNear(speed: number, paces: TrainingPaces): PaceKey {
  return paceAt(laneScale(paces)(speed));
}

/** JSON leaves out what was not measured. */
function fromStoredResult(stored: Compared['steps'][number]): StepResult {
  if (stored.verdict === 'missed') return stored;
  const { metres, speed, share, inRange, heartRate } = stored;
  return { ...stored, metres, speed, share, inRange, heartRate };
}

/** For sentences about the comparison. */
export function toCompared({ steps, extras, compared }: RunView) {
  return (
    compared && {
      method: compared.method,
      isSamePlan: compared.isSamePlan,
      planned: steps.map(({ planned }) => planned),
      steps: steps.map(({ result }) => result),
      extras: extras.map(({ like, metres, ...extra }) => ({ ...extra, like, metres })),
    }
  );
}

/** The mean speed of a stretch. */
export function speedIn({ metres }: Run, { from, to }: { from: number; to: number }) {
  const [first, last] = [Math.round(from), Math.round(to)];
  return metres && last > first
    ? ((metres[last] ?? 0) - (metres[first] ?? 0)) / (last - first)
    : undefined;
}
