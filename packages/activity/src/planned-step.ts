import type { SpeedRange } from '@pacewright/pace';
import type { Amount, ResolvedStep, Role, UnrolledStep, Zone } from '@pacewright/script';

/** A planned step as the comparison needs it. */
export type PlannedStep = {
  role: Role;
  amount: Amount;
  /** In m/s. Undefined where no pace was asked for. */
  target: SpeedRange | undefined;
  /** Of the watch's heart-rate zones, or in beats per minute. */
  heartRate: { kind: 'zone'; zone: Zone } | { kind: 'beats'; from: number; to: number } | undefined;
  /** Slower than planned is fine. */
  isEasy: boolean;
  /** The likely speed, for finding the step in a run; a rest has none. */
  expectedSpeed: SpeedRange | undefined;
  /** Stated or estimated. */
  expectedSeconds: number | undefined;
  /** The round of each repeat around it, outermost first. */
  rounds: UnrolledStep['rounds'];
};

/** The steps of a resolved workout in the order they are run. */
export function plannedSteps(unrolled: readonly UnrolledStep[]): PlannedStep[] {
  return unrolled.map(({ step, rounds }) => ({
    role: step.role,
    amount: step.amount,
    target: asksForPace(step) ? step.speed : undefined,
    heartRate: heartRateOf(step),
    isEasy: step.target.kind === 'walk' || step.lane === 'E',
    expectedSpeed: expectedSpeedOf(step),
    expectedSeconds: step.seconds,
    rounds,
  }));
}

function asksForPace({ target: { kind } }: ResolvedStep): boolean {
  return kind === 'pace' || kind === 'race' || kind === 'goal' || kind === 'stated';
}

function heartRateOf({ target }: ResolvedStep): PlannedStep['heartRate'] {
  if (target.kind === 'zone') return { kind: 'zone', zone: target.zone };
  return target.kind === 'beats' ? { kind: 'beats', from: target.from, to: target.to } : undefined;
}

/** People stray further from an estimate than from a pace. */
const ESTIMATE_MARGIN = 0.1;

function expectedSpeedOf({
  target,
  speed,
  isSpeedEstimated,
}: ResolvedStep): SpeedRange | undefined {
  const { kind } = target;
  if (!speed || kind === 'rest' || kind === 'none' || kind === 'beats') return undefined;
  if (!isSpeedEstimated) return speed;
  return { from: speed.from * (1 - ESTIMATE_MARGIN), to: speed.to * (1 + ESTIMATE_MARGIN) };
}
