import type { Amount, AthleteSpeeds, Role } from '@pacewright/script';

import { compileWorkout } from './compile.ts';
import type { DeviceStep, DeviceTarget, ReadWorkout, WrittenWorkout } from './device-workout.ts';
import { GARMIN } from './devices.ts';
import type { FlatItem } from './flatten-repeats.ts';
import { truncate, plainLine } from './text.ts';

/** A workout in the format of Garmin's Training API, and notes about what it could not contain. */
export type GarminWorkout =
  | { ok: true; body: GarminBody; notes: string[] }
  | { ok: false; reason: string };

export type GarminBody = {
  workoutName: string;
  description: string;
  sport: 'RUNNING';
  estimatedDurationInSecs: number;
  estimatedDistanceInMeters: number;
  workoutProvider: string;
  workoutSourceId: string;
  isSessionTransitionEnabled: false;
  segments: [{ segmentOrder: 1; sport: 'RUNNING'; steps: GarminItem[] }];
};

type GarminItem = GarminStep | GarminRepeat;

type GarminStep = {
  type: 'WorkoutStep';
  stepOrder: number;
  intensity: string;
  description: string;
} & Duration &
  GarminTarget;

type Duration = {
  durationType: 'TIME' | 'DISTANCE' | 'OPEN';
  durationValue: number | null;
  durationValueType: 'METER' | null;
};

type GarminTarget = {
  targetType: 'PACE' | 'HEART_RATE' | 'OPEN';
  targetValue: number | null;
  targetValueLow: number | null;
  targetValueHigh: number | null;
  targetValueType: null;
};

type GarminRepeat = {
  type: 'WorkoutRepeatStep';
  stepOrder: number;
  repeatType: 'REPEAT_UNTIL_STEPS_CMPLT';
  repeatValue: number;
  skipLastRestStep: boolean;
  steps: GarminStep[];
};

/** In code points, like Garmin counts. */
const DESCRIPTION_LENGTH = 1024;
const PROVIDER = 'Pacewright';

/**
 * Writes a workout for Garmin in the athlete's paces. Notes list the losses before it is sent. A script that is written in
 * several paces is read once, by `readWorkout`.
 */
export function writeGarmin(
  written: Pick<WrittenWorkout, 'title' | 'script'>,
  speeds: AthleteSpeeds,
  read?: ReadWorkout,
): GarminWorkout {
  const compiled = compileWorkout(written, speeds, GARMIN, read);
  if (!compiled.ok) return compiled;

  const { deviceTitle, items, totals } = compiled;
  const script = plainLine(written.script);
  const description = truncate(script, DESCRIPTION_LENGTH, 'points');
  const notes = [...compiled.notes];
  if (description !== script)
    notes.push(
      `The description shows the first ${DESCRIPTION_LENGTH} characters of the script. All steps are included.`,
    );

  return {
    ok: true,
    body: {
      workoutName: deviceTitle,
      description,
      sport: 'RUNNING',
      estimatedDurationInSecs: Math.round(totals.seconds),
      estimatedDistanceInMeters: Math.round(totals.metres),
      workoutProvider: PROVIDER,
      workoutSourceId: PROVIDER,
      isSessionTransitionEnabled: false,
      segments: [{ segmentOrder: 1, sport: 'RUNNING', steps: garminItems(items) }],
    },
    notes,
  };
}

/** One count runs through all rows, a repeat before its steps. */
function garminItems(items: readonly FlatItem[]): GarminItem[] {
  let stepOrder = 0;
  return items.map((item): GarminItem => {
    if (item.kind === 'step') return garminStep(item, ++stepOrder, false);
    return {
      type: 'WorkoutRepeatStep',
      stepOrder: ++stepOrder,
      repeatType: 'REPEAT_UNTIL_STEPS_CMPLT',
      repeatValue: item.count,
      skipLastRestStep: item.skipsLast === true,
      steps: item.items.map((step) => garminStep(step, ++stepOrder, true)),
    };
  });
}

function garminStep(step: DeviceStep, stepOrder: number, isInRepeat: boolean): GarminStep {
  return {
    type: 'WorkoutStep',
    stepOrder,
    intensity: intensityOf(step.role, isInRepeat),
    description: step.note ?? step.name,
    ...durationOf(step.amount),
    ...garminTarget(step.target),
  };
}

function intensityOf(role: Role, isInRepeat: boolean): string {
  switch (role) {
    case 'warm-up':
      return 'WARMUP';
    case 'work':
      return isInRepeat ? 'INTERVAL' : 'ACTIVE';
    case 'recovery':
      return 'RECOVERY';
    case 'rest':
      return 'REST';
    case 'cool-down':
      return 'COOLDOWN';
  }
}

function durationOf(amount: Amount): Duration {
  switch (amount.kind) {
    case 'time':
      return {
        durationType: 'TIME',
        durationValue: amount.seconds,
        durationValueType: null,
      };
    case 'distance':
      return {
        durationType: 'DISTANCE',
        durationValue: amount.metres,
        durationValueType: 'METER',
      };
    case 'open':
      return { durationType: 'OPEN', durationValue: null, durationValueType: null };
  }
}

function garminTarget(target: DeviceTarget): GarminTarget {
  const none = { targetValue: null, targetValueLow: null, targetValueHigh: null };
  switch (target.kind) {
    case 'speed':
      return {
        targetType: 'PACE',
        ...none,
        targetValueLow: rounded(target.from),
        targetValueHigh: rounded(target.to),
        targetValueType: null,
      };
    case 'zone':
      return {
        targetType: 'HEART_RATE',
        ...none,
        targetValue: target.zone,
        targetValueType: null,
      };
    case 'heart-rate':
      return {
        targetType: 'HEART_RATE',
        ...none,
        targetValueLow: target.from,
        targetValueHigh: target.to,
        targetValueType: null,
      };
    case 'none':
      return { targetType: 'OPEN', ...none, targetValueType: null };
  }
}

/** A speed as precise as a watch can show. */
function rounded(speed: number): number {
  return Number(speed.toFixed(4));
}
