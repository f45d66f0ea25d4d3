// Messages that occur a few times in a file: laps, sessions, events, workout steps.

import { FILE_ID, STEP } from '@pacewright/delivery/fit-profile';

import * as profile from './activity-profile.ts';
import type { FitLayout } from './fit-scan.ts';
import { BASE_TYPE, containsNumber, readNumber, readText } from './fit-values.ts';
import type {
  FileIdentity,
  LapTrigger,
  RecordedLap,
  RecordedSession,
  TimerEvent,
  WatchStep,
} from './recorded-activity.ts';

/** The numbers of a message by field, without those that mean "none". */
export type Numbers = Map<number, number>;

/** A message with its own time in FIT seconds. */
export type Row = { time: number; name: string; numbers: Numbers; recordsBefore: number };

export function numbersOf(view: DataView, layout: FitLayout, at: number): Numbers {
  const numbers: Numbers = new Map();
  for (const field of layout.fields) {
    if (!containsNumber(field)) continue;
    const value = readNumber(view, at + field.offset, field.type, layout.isLittleEndian);
    if (!Number.isNaN(value)) numbers.set(field.number, value);
  }
  return numbers;
}

export function textOf(bytes: Uint8Array, layout: FitLayout, at: number, number: number): string {
  const field = layout.fields.find(
    (each) => each.number === number && each.type === BASE_TYPE.string,
  );
  return field ? readText(bytes, at + field.offset, field.size) : '';
}

export function identityOf(numbers: Numbers): FileIdentity {
  const created = numbers.get(FILE_ID.timeCreated);
  return {
    type: numbers.get(FILE_ID.type),
    manufacturer: numbers.get(FILE_ID.manufacturer),
    product: numbers.get(FILE_ID.product),
    serialNumber: numbers.get(FILE_ID.serialNumber),
    createdAt: created === undefined ? undefined : created + profile.FIT_EPOCH,
  };
}

export function lapOf(row: Row, zero: number): RecordedLap {
  const { numbers } = row;
  return {
    ...spanOf(row, zero),
    heartRate: numbers.get(profile.LAP.heartRate),
    step: numbers.get(profile.LAP.workoutStep),
    intensity: numbers.get(profile.LAP.intensity),
    trigger: triggerOf(numbers.get(profile.LAP.trigger)),
  };
}

export function sessionOf(row: Row, zero: number): RecordedSession {
  const { numbers } = row;
  return {
    ...spanOf(row, zero),
    sport: numbers.get(profile.SESSION.sport),
    subSport: numbers.get(profile.SESSION.subSport),
    laps: numbers.get(profile.SESSION.laps),
  };
}

function spanOf({ time, numbers }: Row, zero: number) {
  const elapsedSeconds = scaled(numbers.get(profile.SPAN.elapsedTime), 1000);
  const start = numbers.get(profile.SPAN.startTime) ?? time - (elapsedSeconds ?? 0);
  return {
    start: start - zero,
    elapsedSeconds,
    timerSeconds: scaled(numbers.get(profile.SPAN.timerTime), 1000),
    metres: scaled(numbers.get(profile.SPAN.distance), 100),
  };
}

/** By the profile's number. 3 to 6 are positions: start, lap, waypoint, marked. */
const TRIGGERS: readonly LapTrigger[] = [
  'button',
  'time',
  'distance',
  'position',
  'position',
  'position',
  'position',
  'end',
];

function triggerOf(number: number | undefined): LapTrigger | undefined {
  return number === undefined ? undefined : (TRIGGERS[number] ?? 'other');
}

/** Undefined for events of anything but the timer. */
export function timerEventOf({ time, numbers }: Row, zero: number): TimerEvent | undefined {
  const type = numbers.get(profile.EVENT.type);
  if (numbers.get(profile.EVENT.event) !== profile.EVENT_TIMER || type === undefined)
    return undefined;
  const isStart = type === profile.EVENT_TYPE_START;
  if (!isStart && !profile.EVENT_TYPES_STOP.includes(type)) return undefined;
  const isAutomatic = numbers.get(profile.EVENT.data) === profile.TIMER_AUTOMATIC;
  return { time: time - zero, isStart, isAutomatic };
}

export function watchStepOf({ name, numbers }: Row, position: number): WatchStep {
  return {
    index: numbers.get(STEP.messageIndex) ?? position,
    name,
    durationType: numbers.get(STEP.durationType),
    durationValue: numbers.get(STEP.durationValue),
    targetType: numbers.get(STEP.targetType),
    targetValue: numbers.get(STEP.targetValue),
    low: numbers.get(STEP.customTargetLow),
    high: numbers.get(STEP.customTargetHigh),
    intensity: numbers.get(STEP.intensity),
  };
}

function scaled(value: number | undefined, divisor: number): number | undefined {
  return value === undefined ? undefined : value / divisor;
}
