import { enumOf, textOf, uint16Of, uint32Of, uint32zOf } from '@pacewright/delivery/fit-fields';
import * as fit from '@pacewright/delivery/fit-profile';
import type { Amount, Role, WorkoutItem } from '@pacewright/script';
import { readFitMessages, type FitRawMessage } from 'fit-file-parser/raw';

import { dayOf } from './days.ts';
import {
  addWorkout,
  emptyFound,
  refusal,
  workoutOf,
  type ImportOptions,
  type Reading,
} from './result.ts';
import { createStepReader, type FoundStep, type StepReader } from './steps.ts';
import { isBeats, isZone } from './targets.ts';

const MAX_BYTES = 1_000_000;
const MAX_ROWS = 2000;

/** A FIT workout by any maker. */
export function readFit(bytes: Uint8Array, options: ImportOptions): Reading {
  // Recorded runs are larger than any workout, so their kind is read first.
  const type = fileTypeOf(bytes);
  if (type === FILE_TYPE_ACTIVITY) return A_RUN;
  const reading = readWorkout(bytes, options);
  // A recording of which the beginning is missing does not say what it is.
  return reading.ok || type !== undefined ? reading : A_RUN;
}

function readWorkout(bytes: Uint8Array, options: ImportOptions): Reading {
  let messages: readonly FitRawMessage[];
  try {
    ({ messages } = readFitMessages(bytes, {
      messageNumbers: [...Object.values(fit.MESSAGE), fit.SCHEDULE_MESSAGE.schedule],
      maxInputBytes: MAX_BYTES,
    }));
    return readMessages(messages, options);
  } catch {
    // The library throws for a wrong header, checksum, structure or field.
    return refusal('This FIT file is incomplete. Download it again.');
  }
}

function readMessages(messages: readonly FitRawMessage[], options: ImportOptions): Reading {
  const [fileId] = messagesOf(messages, fit.MESSAGE.fileId);
  const [workout] = messagesOf(messages, fit.MESSAGE.workout);
  const type = fileId && enumOf(fileId, fit.FILE_ID.type);
  if (type === fit.FILE_TYPE_SCHEDULES) return readSchedule(messages);
  if (!workout) return refusal('This FIT file has no workout.');
  const sport = enumOf(workout, fit.WORKOUT.sport);
  if (sport !== undefined && !RUNNING_SPORTS.includes(sport))
    return refusal('This workout isn’t a run. Choose another one.');
  const rows = messagesOf(messages, fit.MESSAGE.workoutStep);
  if (rows.length > MAX_ROWS) return refusal(`This workout has more than ${MAX_ROWS} steps.`);

  const found = emptyFound();
  const reader = createStepReader(options, found);
  const items = readRows(rows, reader);
  if (items.length === 0) return refusal('This workout has no steps.');
  const title = textOf(workout, fit.WORKOUT.name);
  const notes = textOf(workout, fit.WORKOUT.description);
  const script = reader.script(items);
  const identity = fileId && { fileId: identityOf(fileId, fit.FILE_ID) };
  addWorkout(found, workoutOf({ title, script, notes, losses: reader.losses, ...identity }));
  return { ok: true, ...found };
}

const MAX_DAYS = 2000;

/** The days of workouts in other files. Other rows are listed. */
function readSchedule(messages: readonly FitRawMessage[]): Reading {
  const found = emptyFound();
  const rows = messagesOf(messages, fit.SCHEDULE_MESSAGE.schedule);
  for (const row of rows.slice(0, MAX_DAYS)) {
    const day = dayOfTime(uint32Of(row, fit.SCHEDULE.scheduledTime));
    const skip = (why: string) => found.skipped.push({ what: day ?? 'A day', why });
    if (day === undefined) skip('no date');
    else if (enumOf(row, fit.SCHEDULE.completed) === 1) skip('already completed');
    else if (enumOf(row, fit.SCHEDULE.type) !== fit.SCHEDULE_TYPE_WORKOUT) skip('not a workout');
    else found.schedule.push({ fileId: identityOf(row, fit.SCHEDULE), day });
  }
  if (rows.length > MAX_DAYS)
    found.skipped.push({
      what: `${rows.length - MAX_DAYS} more days`,
      why: `schedules can have up to ${MAX_DAYS} days`,
    });
  if (found.schedule.length + found.skipped.length === 0)
    return refusal('This FIT file is an empty schedule.');
  return { ok: true, ...found };
}

type IdentityFields = Record<'manufacturer' | 'product' | 'serialNumber' | 'timeCreated', number>;

function identityOf(message: FitRawMessage, fields: IdentityFields): string {
  return [
    uint16Of(message, fields.manufacturer),
    uint16Of(message, fields.product),
    uint32zOf(message, fields.serialNumber),
    uint32Of(message, fields.timeCreated),
  ].join();
}

/** Midnight is counted as if it were in UTC, because a day has no time zone. */
function dayOfTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  // oxlint-disable-next-line no-restricted-globals -- the day of a number, without a clock
  const time = new Date((seconds + fit.EPOCH) * 1000);
  return dayOf(time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate());
}

const FILE_TYPE_ACTIVITY = 4;
const A_RUN: Reading = {
  ok: false,
  reason: 'This FIT file is a recording, not a workout.',
  isRun: true,
};

/** The kind of a FIT file, from its first message. Undefined if that is no `file_id`. */
function fileTypeOf(bytes: Uint8Array): number | undefined {
  const definition = bytes[0] ?? 0;
  const [flags = 0, , order = 0, low = 0, high = 0, count = 0] = bytes.subarray(definition);
  const message = order === 0 ? low + 256 * high : high + 256 * low;
  if ((flags & IS_DEFINITION) === 0 || message !== fit.MESSAGE.fileId) return undefined;
  const fields = definition + 6;
  let developer = fields + 3 * count;
  if ((flags & HAS_DEVELOPER_FIELDS) !== 0) developer += 1 + 3 * (bytes[developer] ?? 0);
  let at = developer + 1;
  for (let field = fields; field < fields + 3 * count; field += 3) {
    if (bytes[field] === fit.FILE_ID.type) return bytes[at];
    at += bytes[field + 1] ?? 0;
  }
  return undefined;
}

const IS_DEFINITION = 0x40;
const HAS_DEVELOPER_FIELDS = 0x20;
/** Generic, running, walking and hiking. */
const RUNNING_SPORTS = [0, 1, 11, 17];

function messagesOf(messages: readonly FitRawMessage[], number: number): FitRawMessage[] {
  return messages.filter(({ globalMessageNumber }) => globalMessageNumber === number);
}

/** Rows may be in any order: the index decides. A repeat follows its steps and refers to the first of them. */
function readRows(rows: readonly FitRawMessage[], reader: StepReader): WorkoutItem[] {
  const indexed = rows
    .map((row, place) => ({ row, index: uint16Of(row, fit.STEP.messageIndex) ?? place }))
    .toSorted((one, other) => one.index - other.index);
  const read: { first: number; items: WorkoutItem[] }[] = [];
  for (const { row, index } of indexed) {
    const type = enumOf(row, fit.STEP.durationType) ?? fit.DURATION.open;
    if (!isRepeat(type)) {
      read.push({ first: index, items: [readStep(row, type, reader)] });
      continue;
    }
    const first = uint32Of(row, fit.STEP.durationValue);
    const start = read.findIndex((one) => one.first === first);
    const items = start < 0 ? [] : read.splice(start).flatMap((one) => one.items);
    if (first === undefined || items.length === 0) {
      reader.losses.push({ what: 'a repeat without steps', instead: 'skipped' });
      continue;
    }
    read.push({ first, items: readRepeat(row, type, items, reader) });
  }
  return read.flatMap(({ items }) => items);
}

/** Repeats until a condition is true, such as a time or a heart rate. */
const LAST_REPEAT = 13;

function isRepeat(type: number): boolean {
  return type >= fit.DURATION.repeatUntilStepsComplete && type <= LAST_REPEAT;
}

function readRepeat(
  row: FitRawMessage,
  type: number,
  items: WorkoutItem[],
  { repeat, losses }: StepReader,
): WorkoutItem[] {
  if (type === fit.DURATION.repeatUntilStepsComplete)
    return repeat(uint32Of(row, fit.STEP.targetValue) ?? Number.NaN, items);
  losses.push({ what: 'a repeat until a condition is met', instead: 'repeated once' });
  return items;
}

const ROLES = new Map<number, Role>([
  [fit.INTENSITY.rest, 'rest'],
  [fit.INTENSITY.warmUp, 'warm-up'],
  [fit.INTENSITY.coolDown, 'cool-down'],
  [fit.INTENSITY.recovery, 'recovery'],
]);

function readStep(row: FitRawMessage, type: number, reader: StepReader) {
  const untold: string[] = [];
  const amount = amountOf(type, uint32Of(row, fit.STEP.durationValue), untold);
  const target = targetOf(row, untold);
  const second = enumOf(row, SECOND_TARGET_TYPE);
  if (second !== undefined && second !== fit.TARGET.open) untold.push('a second target');
  return reader.step({
    amount,
    ...target,
    role: ROLES.get(enumOf(row, fit.STEP.intensity) ?? fit.INTENSITY.active),
    name: textOf(row, fit.STEP.name),
    note: textOf(row, fit.STEP.notes),
    untold,
  });
}

const SECOND_TARGET_TYPE = 19;

/** Ends that a script does not have, in words. */
const OTHER_ENDS = new Map([
  [2, 'until the heart rate is below'],
  [3, 'until the heart rate is above'],
  [4, 'until calories'],
  [14, 'until the power is below'],
  [15, 'until the power is above'],
  [28, 'rest until the next step begins'],
]);
const TIME_ONLY = 31;

function amountOf(type: number, value: number | undefined, untold: string[]): Amount {
  if (type === fit.DURATION.open) return { kind: 'open' };
  if (value !== undefined && (type === fit.DURATION.time || type === TIME_ONLY))
    return { kind: 'time', seconds: value / 1000 };
  if (value !== undefined && type === fit.DURATION.distance)
    return { kind: 'distance', metres: value / 100 };
  const end = OTHER_ENDS.get(type) ?? `an unknown end condition (${type})`;
  untold.push(`${end} ${withUnit(value, OFFSET_OF_END.get(type))}`.trim());
  return { kind: 'open' };
}

/** Above its offset a number is in the unit, below it a percentage. */
type Offset = { offset: number; unit: string; of: string };
const BEATS: Offset = { offset: fit.BEATS_OFFSET, unit: 'bpm', of: '% of maximum' };
const WATTS: Offset = { offset: 1000, unit: 'W', of: '% of threshold' };
const OFFSET_OF_END = new Map([
  [2, BEATS],
  [3, BEATS],
  [14, WATTS],
  [15, WATTS],
]);

function withUnit(value: number | undefined, offset: Offset | undefined): string {
  if (value === undefined || !offset) return String(value ?? '');
  return value >= offset.offset
    ? `${value - offset.offset} ${offset.unit}`
    : `${value}${offset.of}`;
}

/** The numbers for a speed or heart rate averaged over a lap. */
const LAP_TARGET = { speed: 12, heartRate: 13 } as const;
const POWER_TARGET = 4;
const OTHER_TARGETS = new Map([
  [3, 'cadence'],
  [5, 'grade'],
  [6, 'resistance'],
]);

function powerOf(low: number | undefined, high: number | undefined): string {
  const ends = [low, high].filter((value) => value !== undefined);
  const areWatts = ends.every((value) => value >= WATTS.offset);
  return `${ends.map((value) => (areWatts ? value - WATTS.offset : value)).join('-')}${areWatts ? ' W' : WATTS.of}`;
}

function targetOf(row: FitRawMessage, untold: string[]): Pick<FoundStep, 'target' | 'speed'> {
  const type = enumOf(row, fit.STEP.targetType) ?? fit.TARGET.open;
  const zone = uint32Of(row, fit.STEP.targetValue) ?? 0;
  const low = uint32Of(row, fit.STEP.customTargetLow);
  const high = uint32Of(row, fit.STEP.customTargetHigh);
  const range = [low, high].filter((value) => value !== undefined).join('-');
  switch (type) {
    case fit.TARGET.open:
      return {};
    case fit.TARGET.speed:
    case LAP_TARGET.speed:
      if (zone === 0 && low && high) return { speed: { from: low / 1000, to: high / 1000 } };
      untold.push(`speed zone ${zone}`);
      return {};
    case fit.TARGET.heartRate:
    case LAP_TARGET.heartRate: {
      if (isZone(zone)) return { target: { kind: 'zone', zone } };
      const [from, to] = [(low ?? 0) - fit.BEATS_OFFSET, (high ?? 0) - fit.BEATS_OFFSET];
      if (zone === 0 && isBeats(from) && isBeats(to))
        return { target: { kind: 'beats', from: Math.min(from, to), to: Math.max(from, to) } };
      untold.push(zone > 0 ? `heart-rate zone ${zone}` : `heart rate ${range}%`);
      return {};
    }
    case POWER_TARGET:
      untold.push(zone > 0 ? `power zone ${zone}` : `power ${powerOf(low, high)}`);
      return {};
    default:
      untold.push(
        `${OTHER_TARGETS.get(type) ?? `an unknown target (${type})`} ${zone || range}`.trim(),
      );
      return {};
  }
}
