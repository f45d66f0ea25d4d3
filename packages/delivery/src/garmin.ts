import type { Amount, AthleteSpeeds, Role } from '@pacewright/script';

import { countRows, isNested, oneLevel, type FlatItem } from './one-level.ts';
import {
  prepareWorkout,
  type PlainStep,
  type PlainTarget,
  type WrittenWorkout,
} from './plain-workout.ts';
import { cutText, plainLine } from './text.ts';

/** A workout as Garmin's Training API takes it, and sentences about what it cannot hold. */
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
  Aim;

type Duration = {
  durationType: 'TIME' | 'DISTANCE' | 'OPEN';
  durationValue: number | null;
  durationValueType: 'METER' | null;
};

type Aim = {
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
  skipLastRestStep: false;
  steps: GarminStep[];
};

/** Rows, a repeat counted as one: what Garmin's own editor takes, and what its service takes. */
const ROWS_EVERYWHERE = 50;
const MOST_ROWS = 100;
/** In code points, which is how Garmin counts. */
const TITLE_LENGTH = 80;
const DESCRIPTION_LENGTH = 1024;
const PROVIDER = 'Pacewright';
/** In m/s. Garmin takes what is faster for a mistake, and nobody runs slower than they can stand. */
const FASTEST_SPEED = 12;
const SLOWEST_SPEED = 0.1;

/** Writes a workout for Garmin in the athlete's paces. Notes say before it is sent what gets lost. */
export function writeGarmin(
  written: Pick<WrittenWorkout, 'title' | 'script'>,
  speeds: AthleteSpeeds,
): GarminWorkout {
  const prepared = prepareWorkout(written, speeds);
  if (!prepared.ok) return prepared;

  const { workout, totals } = prepared;
  const flat = oneLevel(workout.items);
  const rows = countRows(flat);
  if (rows > MOST_ROWS) {
    const reason = `Garmin takes up to ${MOST_ROWS} steps, each repeat counted as one. This has ${rows}. Split it in two.`;
    return { ok: false, reason };
  }

  const { title } = workout;
  const workoutName = cutText(title, TITLE_LENGTH, 'points');
  const script = plainLine(written.script);
  const description = cutText(script, DESCRIPTION_LENGTH, 'points');
  const notes = [...prepared.notes];
  if (isNested(workout.items))
    notes.push('Repeats inside repeats are written out, because Garmin takes one level of them.');
  if (rows > ROWS_EVERYWHERE)
    notes.push(
      `Some watches take only ${ROWS_EVERYWHERE} steps. This has ${rows}, each repeat counted as one.`,
    );
  if (flat.some((item) => stepsOf(item).some(isImpossible)))
    notes.push('A pace that nobody runs is left out. Check your paces.');
  if (workoutName !== title) notes.push(`At Garmin the title is cut to “${workoutName}”.`);
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

function stepsOf(item: FlatItem): PlainStep[] {
  return item.kind === 'step' ? [item] : item.items;
}

/** One count runs through all rows, a repeat before what it repeats. */
function garminItems(items: readonly FlatItem[]): GarminItem[] {
  let stepOrder = 0;
  return items.map((item): GarminItem => {
    if (item.kind === 'step') return garminStep(item, ++stepOrder, false);
    return {
      type: 'WorkoutRepeatStep',
      stepOrder: ++stepOrder,
      repeatType: 'REPEAT_UNTIL_STEPS_CMPLT',
      repeatValue: item.count,
      skipLastRestStep: false,
      steps: item.items.map((step) => garminStep(step, ++stepOrder, true)),
    };
  });
}

function garminStep(step: PlainStep, stepOrder: number, isInRepeat: boolean): GarminStep {
  return {
    type: 'WorkoutStep',
    stepOrder,
    intensity: intensityOf(step.role, isInRepeat),
    description: step.name,
    ...durationOf(step.amount),
    ...aimOf(isImpossible(step) ? { kind: 'none' } : step.target),
  };
}

function isImpossible({ target }: PlainStep): boolean {
  return target.kind === 'speed' && (target.to > FASTEST_SPEED || target.from < SLOWEST_SPEED);
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

function aimOf(target: PlainTarget): Aim {
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
    case 'none':
      return { targetType: 'OPEN', ...none, targetValueType: null };
  }
}

/** As exact as a watch can show, and no longer. */
function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
