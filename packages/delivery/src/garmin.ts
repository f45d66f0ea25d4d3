import type { Amount, AthleteSpeeds, Role } from '@pacewright/script';

import {
  countRows,
  isNested,
  flattenRepeats,
  withoutSkips,
  type FlatItem,
} from './flatten-repeats.ts';
import {
  prepareWorkout,
  type DeviceStep,
  type DeviceTarget,
  type WrittenWorkout,
} from './device-workout.ts';
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

/** Rows, a repeat counted as one: the limit of Garmin's own editor, and of its service. */
const ROWS_ON_EVERY_WATCH = 50;
const MAX_ROWS = 100;
/** In code points, like Garmin counts. */
const TITLE_LENGTH = 80;
const DESCRIPTION_LENGTH = 1024;
const STEP_TEXT_LENGTH = 512;
const PROVIDER = 'Pacewright';
/** In m/s. Garmin refuses faster speeds, and slower ones are not running. */
const MAX_SPEED = 12;
const MIN_SPEED = 0.1;

/** Writes a workout for Garmin in the athlete's paces. Notes list the losses before it is sent. */
export function writeGarmin(
  written: Pick<WrittenWorkout, 'title' | 'script'>,
  speeds: AthleteSpeeds,
): GarminWorkout {
  const prepared = prepareWorkout(written, speeds);
  if (!prepared.ok) return prepared;

  const { workout, totals } = prepared;
  const flat = flattenRepeats(workout.items).flatMap((item) =>
    canSkip(item) ? [item] : withoutSkips([item]),
  );
  const rows = countRows(flat);
  if (rows > MAX_ROWS) {
    const reason = `Garmin takes up to ${MAX_ROWS} steps, each repeat counted as one. This has ${rows}. Split it in two.`;
    return { ok: false, reason };
  }

  const { title } = workout;
  const workoutName = truncate(title, TITLE_LENGTH, 'points');
  const script = plainLine(written.script);
  const description = truncate(script, DESCRIPTION_LENGTH, 'points');
  const notes = [...prepared.notes];
  if (isNested(workout.items))
    notes.push('Repeats inside repeats are written out, because Garmin takes one level of them.');
  if (rows > ROWS_ON_EVERY_WATCH)
    notes.push(
      `Some watches take only ${ROWS_ON_EVERY_WATCH} steps. This has ${rows}, each repeat counted as one.`,
    );
  if (flat.some((item) => stepsOf(item).some(isImpossible)))
    notes.push('A pace that nobody runs is left out. Check your paces.');
  if (workoutName !== title) notes.push(`On Garmin the title is cut to “${workoutName}”.`);
  if (description !== script)
    notes.push(
      `The script is added as a description, cut after ${DESCRIPTION_LENGTH} characters. The steps are all there.`,
    );

  return {
    ok: true,
    body: {
      workoutName,
      description,
      sport: 'RUNNING',
      estimatedDurationInSecs: Math.round(totals.time.seconds),
      estimatedDistanceInMeters: Math.round(totals.distance.metres),
      workoutProvider: PROVIDER,
      workoutSourceId: PROVIDER,
      isSessionTransitionEnabled: false,
      segments: [{ segmentOrder: 1, sport: 'RUNNING', steps: garminItems(flat) }],
    },
    notes,
  };
}

/** Garmin skips a rest in the last round, and no other step. */
function canSkip(item: FlatItem): boolean {
  if (item.kind === 'step') return true;
  const role = item.items.at(-1)?.role;
  return role === 'rest' || role === 'recovery';
}

function stepsOf(item: FlatItem): DeviceStep[] {
  return item.kind === 'step' ? [item] : item.items;
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
    description: truncate(step.note ?? step.name, STEP_TEXT_LENGTH),
    ...durationOf(step.amount),
    ...garminTarget(isImpossible(step) ? { kind: 'none' } : step.target),
  };
}

function isImpossible({ target }: DeviceStep): boolean {
  return target.kind === 'speed' && (target.to > MAX_SPEED || target.from < MIN_SPEED);
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
        durationValue: Math.max(1, Math.round(amount.seconds)),
        durationValueType: null,
      };
    case 'distance':
      return {
        durationType: 'DISTANCE',
        durationValue: Math.max(1, rounded(amount.metres, 2)),
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
        targetValueLow: rounded(target.from, 4),
        targetValueHigh: rounded(target.to, 4),
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

/** As precise as a watch can show. */
function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
