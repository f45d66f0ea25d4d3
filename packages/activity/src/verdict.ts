// D6, D10: the verdict on a stretch, against the step it was for. Words and numbers, no marks.

import { METRES_PER_UNIT, type PaceUnits } from '@pacewright/pace';

import { measureStep, meanOf, type StepMeasure } from './measure-step.ts';
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
    : paceVerdict(step, measure);
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

function paceVerdict(step: PlannedStep, { speed }: StepMeasure): Verdict {
  const beside = speed === undefined ? undefined : besideRange(step, speed, 'metric');
  return beside === undefined ? 'done' : PACE_VERDICTS[beside];
}

type BesideRange = 'hit' | 'bit-fast' | 'bit-slow' | 'too-fast' | 'too-slow';

const PACE_VERDICTS = {
  hit: 'hit',
  'bit-fast': 'fast',
  'too-fast': 'fast',
  'bit-slow': 'slow',
  'too-slow': 'slow',
} as const satisfies Record<BesideRange, Verdict>;

/** The share by which a pace is a bit outside of its range. */
export const A_BIT = 0.02;

/**
 * D6: a pace beside its range, both to the second, as they are shown. An easy one may be as slow as it likes. Undefined
 * without a range.
 */
function besideRange(
  { target, isEasy }: Pick<PlannedStep, 'target' | 'isEasy'>,
  speed: number,
  units: PaceUnits,
): BesideRange | undefined {
  if (!target || target.from <= 0) return undefined;
  const shown = (at: number) => Math.round(METRES_PER_UNIT[units] / at);
  const [own, faster, slower] = [shown(speed), shown(target.to), shown(target.from)];
  if (own < faster) return own < Math.round(faster * (1 - A_BIT)) ? 'too-fast' : 'bit-fast';
  if (own <= slower || isEasy) return 'hit';
  return own > Math.round(slower * (1 + A_BIT)) ? 'too-slow' : 'bit-slow';
}

/** The verdict as it is shown. Heart rates have words of their own. */
export type ShownVerdict = BesideRange | 'high' | 'low' | 'short' | 'missed' | 'done';

/** Derived, so that a stored verdict agrees with what is drawn, in the units that are shown. */
export function shownVerdict(
  step: Pick<PlannedStep, 'target' | 'isEasy' | 'heartRate'>,
  result: { verdict: Verdict; speed?: number | undefined },
  units: PaceUnits,
): ShownVerdict {
  const { verdict, speed } = result;
  if (verdict === 'short' || verdict === 'missed' || verdict === 'done') return verdict;
  if (step.heartRate) return HEART_VERDICTS[verdict];
  return (speed === undefined ? undefined : besideRange(step, speed, units)) ?? 'done';
}

const HEART_VERDICTS = { hit: 'hit', fast: 'high', slow: 'low' } as const;

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
