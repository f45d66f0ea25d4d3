// The workout on the watch: its steps and repeats, in the order in which the watch ran them.

import { BEATS_OFFSET, DURATION, INTENSITY, TARGET } from '@pacewright/delivery/fit-profile';
import { MAX_UNROLLED_STEPS, type Amount, type Role, type Zone } from '@pacewright/script';

import type { PlannedStep } from './planned-step.ts';
import type { WatchStep } from './recorded-activity.ts';

/** A step as it is run, with the index by which laps name it. */
export type WatchPlan = { index: number; step: PlannedStep }[];

/** Duration types from 6 to 13 are repeats. */
const MAX_REPEAT_TYPE = 13;

/** Undefined for a repeat that ends by anything but its count, or leads nowhere. */
export function unrollWatchSteps(steps: readonly WatchStep[]): WatchPlan | undefined {
  const plan: WatchPlan = [];
  const rounds = new Map<number, number>();
  const places = new Map(steps.map(({ index }, place) => [index, place]));
  let moves = 0;
  for (let place = 0; place < steps.length && plan.length < MAX_UNROLLED_STEPS; place++) {
    if (++moves > 3 * MAX_UNROLLED_STEPS) return undefined;
    // The loop's condition keeps the place inside.
    const step = steps[place] as WatchStep;
    const { index, durationType = DURATION.open } = step;
    if (durationType < DURATION.repeatUntilStepsComplete || durationType > MAX_REPEAT_TYPE) {
      plan.push({ index, step: plannedStepOf(step) });
      continue;
    }
    const first = places.get(step.durationValue ?? -1);
    const isCounted = durationType === DURATION.repeatUntilStepsComplete;
    if (!isCounted || first === undefined || first >= place) return undefined;
    const done = (rounds.get(place) ?? 0) + 1;
    const isOver = done >= (step.targetValue ?? 1);
    rounds.set(place, isOver ? 0 : done);
    if (!isOver) place = first - 1;
  }
  return plan;
}

/** The steps of the watch's workout in the order they are run; none if that is unknown. */
export function plannedOnWatch(steps: readonly WatchStep[]): PlannedStep[] {
  return (unrollWatchSteps(steps) ?? []).map(({ step }) => step);
}

function plannedStepOf(step: WatchStep): PlannedStep {
  const role = ROLES.get(step.intensity ?? INTENSITY.active) ?? 'work';
  const amount = amountOf(step);
  const target = targetOf(step);
  return {
    role,
    amount,
    target,
    heartRate: heartRateOf(step),
    isEasy: role !== 'work' && role !== 'rest',
    expectedSpeed: target,
    expectedSeconds: amount.kind === 'time' ? amount.seconds : undefined,
    rounds: [],
  };
}

const ROLES = new Map<number, Role>([
  [INTENSITY.rest, 'rest'],
  [INTENSITY.recovery, 'recovery'],
  [INTENSITY.warmUp, 'warm-up'],
  [INTENSITY.coolDown, 'cool-down'],
]);

function amountOf({ durationType, durationValue = 0 }: WatchStep): Amount {
  if (durationType === DURATION.time) return { kind: 'time', seconds: durationValue / 1000 };
  if (durationType === DURATION.distance) return { kind: 'distance', metres: durationValue / 100 };
  return { kind: 'open' };
}

/** A speed zone of the watch, unlike a range, is unknown here. */
function targetOf({ targetType, targetValue = 0, low, high }: WatchStep): PlannedStep['target'] {
  if (targetType !== TARGET.speed || targetValue !== 0) return undefined;
  if (low === undefined || high === undefined || high === 0) return undefined;
  return { from: low / 1000, to: high / 1000 };
}

function heartRateOf(step: WatchStep): PlannedStep['heartRate'] {
  const { targetType, targetValue = 0, low = 0, high = 0 } = step;
  if (targetType !== TARGET.heartRate) return undefined;
  if (isZone(targetValue)) return { kind: 'zone', zone: targetValue };
  // Below the offset they are percentages of a maximum that is unknown here.
  if (low < BEATS_OFFSET || high < BEATS_OFFSET) return undefined;
  return { kind: 'beats', from: low - BEATS_OFFSET, to: high - BEATS_OFFSET };
}

function isZone(value: number): value is Zone {
  return value >= 1 && value <= 5;
}
