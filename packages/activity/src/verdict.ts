// D6, D10: the verdict on a stretch, against the step it was for. Words and numbers, no marks.

import type { SpeedRange } from '@pacewright/pace';

import { measureStep, meanOf, PACE_TOLERANCE, type StepMeasure } from './measure-step.ts';
import type { PlannedStep } from './planned-step.ts';
import type { Run, Stretch } from './run.ts';

export type Verdict = 'hit' | 'fast' | 'slow' | 'short' | 'missed' | 'done';

export type JudgedStep = StepMeasure & {
  verdict: Verdict;
  /** Clearly more than planned; said beside the verdict. */
  isLong: boolean;
};

/** How many seconds the ends of a stretch may be off: 0 named by the watch, 1 laps by hand, 2 found by pace. */
export type Blur = 0 | 1 | 2;

/** Metres that a watch is off at the ends of a stretch, and that getting up to speed costs. */
const METRES_AT_ENDS = 4;
const METRES_TO_SPEED_UP = 4;
const MAX_TOLERANCE = 0.06;
/** A jog beside a rep differs by about this share of its speed. */
const CONTRAST = 0.45;

/** Short is below this share, by at least so much. */
const SHORT = {
  work: { share: 0.95, seconds: 5, metres: 20 },
  recovery: { share: 0.7, seconds: 15, metres: 50 },
  rest: { share: 0.6, seconds: 20, metres: 50 },
  'warm-up': { share: 0.8, seconds: 60, metres: 200 },
  'cool-down': { share: 0.8, seconds: 60, metres: 200 },
} as const;
const PER_BLUR = { seconds: 3, metres: 12 } as const;
const MISSED_SHARE = 0.1;
const LONG = { share: 1.15, seconds: 20 } as const;

/** D10: a heart rate needs minutes to follow. */
const HEART_RATE = { minSeconds: 180, startSeconds: 60, tolerance: 2, maxEasyZone: 2 } as const;

export function judgeStep(
  run: Run,
  step: PlannedStep,
  stretch: Stretch,
  { blur, zoneBounds }: { blur: Blur; zoneBounds: readonly number[] | undefined },
): JudgedStep {
  const measure = measureStep(run, step, stretch);
  const { share, seconds } = measure;
  if (share !== undefined && share < MISSED_SHARE)
    return { ...measure, verdict: 'missed', isLong: false };
  if (isShort(step, measure, blur)) return { ...measure, verdict: 'short', isLong: false };
  const verdict = step.heartRate
    ? heartRateVerdict(run, step.heartRate, stretch, zoneBounds)
    : paceVerdict(step, measure, blur);
  const isLong = share !== undefined && share > LONG.share && seconds > LONG.seconds;
  return { ...measure, verdict, isLong };
}

function isShort(
  { role, isEasy, amount }: PlannedStep,
  { share, seconds, metres }: StepMeasure,
  blur: Blur,
): boolean {
  // An easy run is no rep, even if it is the whole workout.
  const limits = SHORT[role === 'work' && isEasy ? 'warm-up' : role];
  if (share === undefined || share >= limits.share) return false;
  if (amount.kind === 'time')
    return amount.seconds - seconds > limits.seconds + PER_BLUR.seconds * blur;
  return (
    amount.kind === 'distance' &&
    metres !== undefined &&
    amount.metres - metres > limits.metres + PER_BLUR.metres * blur
  );
}

function paceVerdict(step: PlannedStep, measure: StepMeasure, blur: Blur): Verdict {
  const { speed } = measure;
  const range = hitRange(step, measure, blur);
  if (!range || speed === undefined) return 'done';
  if (speed > range.to) return 'fast';
  return speed < range.from ? 'slow' : 'hit';
}

/**
 * The speeds at which a step is a hit: its range, and what a watch may be off. An easy one may be as slow as it likes.
 * Undefined without a range.
 */
export function hitRange(
  { target, isEasy }: PlannedStep,
  { metres, seconds }: { metres?: number | undefined; seconds: number },
  blur: Blur,
): SpeedRange | undefined {
  if (!target || metres === undefined) return undefined;
  const { slow, fast } = toleranceOf(metres, seconds, blur);
  return { from: isEasy ? 0 : target.from * (1 - slow), to: target.to * (1 + fast) };
}

/** How exact the ends of steps are that were found in this way. */
export const BLUR = { steps: 0, laps: 1, pace: 2 } as const satisfies Record<string, Blur>;

/** The share by which a pace may be outside of its range and still be a hit. */
function toleranceOf(metres: number, seconds: number, blur: Blur): { slow: number; fast: number } {
  const blurred = (blur * CONTRAST) / Math.max(1, seconds);
  const fast = PACE_TOLERANCE + METRES_AT_ENDS / Math.max(1, metres) + blurred;
  const slow = fast + METRES_TO_SPEED_UP / Math.max(1, metres);
  return { slow: Math.min(MAX_TOLERANCE, slow), fast: Math.min(MAX_TOLERANCE, fast) };
}

function heartRateVerdict(
  { heartRate }: Run,
  target: NonNullable<PlannedStep['heartRate']>,
  { from, to }: Stretch,
  zoneBounds: readonly number[] | undefined,
): Verdict {
  const low = target.kind === 'beats' ? target.from : zoneBounds?.[target.zone - 1];
  const high = target.kind === 'beats' ? target.to : zoneBounds?.[target.zone];
  if (!heartRate || low === undefined || high === undefined) return 'done';
  if (to - from < HEART_RATE.minSeconds) return 'done';
  const mean = meanOf(heartRate, from + HEART_RATE.startSeconds, to);
  if (mean === undefined) return 'done';
  if (mean > high + HEART_RATE.tolerance) return 'fast';
  const isEasy = target.kind === 'zone' && target.zone <= HEART_RATE.maxEasyZone;
  return mean < low - HEART_RATE.tolerance && !isEasy ? 'slow' : 'hit';
}
