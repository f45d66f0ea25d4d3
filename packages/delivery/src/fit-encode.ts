import type { Amount, AthleteSpeeds, Role } from '@pacewright/script';
import { FitBaseType, FitEncoder, type FitEncoderField } from 'fit-file-parser/encoder';

import { compileWorkout, type StepVerdict } from './compile.ts';
import type { DeviceStep, DeviceTarget, WrittenWorkout } from './device-workout.ts';
import { FIT_FILE } from './devices.ts';
import * as fit from './fit-profile.ts';
import type { FlatItem } from './flatten-repeats.ts';
import { truncate, fileNameOf, hashOf, plainLine } from './text.ts';

/** A file to download, and notes about what it could not contain. */
export type FitFile =
  | {
      ok: true;
      /** In full, also where the watch shows less of it. */
      title: string;
      fileName: string;
      bytes: Uint8Array<ArrayBuffer>;
      notes: string[];
      verdicts: StepVerdict[];
    }
  | { ok: false; reason: string };

/** The format's limit in bytes, including the terminating zero. */
const STEP_NAME_BYTES = 16;
const MAX_STRING_BYTES = 254;

/** Writes a workout as a FIT file for a watch, in the athlete's paces. */
export function encodeFit(written: WrittenWorkout, speeds: AthleteSpeeds): FitFile {
  const compiled = compileWorkout(written, speeds, FIT_FILE);
  if (!compiled.ok) return compiled;
  const { title, deviceTitle, items, rows, notes, verdicts } = compiled;
  return {
    ok: true,
    title,
    fileName: `${fileNameOf(title, written.id)}.fit`,
    bytes: encodeRows(written, deviceTitle, items, rows),
    notes,
    verdicts,
  };
}

function encodeRows(
  { id, script }: WrittenWorkout,
  title: string,
  items: readonly FlatItem[],
  rows: number,
): Uint8Array<ArrayBuffer> {
  // Nothing here is newer than protocol 1.0, so a watch of any age can read it.
  const file = new FitEncoder({ protocolVersion: 0x10 });
  file.writeMessage(fit.MESSAGE.fileId, identityFields(id, fit.FILE_TYPE_WORKOUT), 0);
  file.writeMessage(
    fit.MESSAGE.workout,
    [
      enumField(fit.WORKOUT.sport, fit.SPORT_RUNNING),
      enumField(fit.WORKOUT.subSport, fit.SUB_SPORT_GENERIC),
      uint32zField(fit.WORKOUT.capabilities, fit.CAPABILITIES),
      uint16Field(fit.WORKOUT.numValidSteps, rows),
      textField(fit.WORKOUT.name, title),
      textField(fit.WORKOUT.description, plainLine(script)),
    ],
    1,
  );

  let row = 0;
  // Every row has the same fields, so notes are in all rows or in none.
  const noteBytes = longestNote(items) + 1;
  function write(fields: Row) {
    file.writeMessage(fit.MESSAGE.workoutStep, rowFields(row++, fields, noteBytes), 2);
  }
  for (const item of items) {
    if (item.kind === 'step') {
      write(stepRow(item, false));
      continue;
    }
    const first = row;
    for (const step of item.items) write(stepRow(step, true));
    write(repeatRow(first, item.count));
  }
  return new Uint8Array(file.close());
}

/** In bytes, without the closing zero. */
function longestNote(items: readonly FlatItem[]): number {
  const steps = items.flatMap((item) => (item.kind === 'step' ? [item] : item.items));
  return Math.max(0, ...steps.map(({ note = '' }) => FitEncoder.string(note).length - 1));
}

/**
 * A watch identifies files by these. They depend on the workout's id alone, so that a workout sent again
 * replaces the earlier one, and no two share them. The time is an identifier here, somewhere in 2025, and not a
 * date.
 */
function identityOf(id: string) {
  const startOf2025 = 1_104_537_600;
  const secondsInYear = 31_536_000;
  return {
    manufacturer: fit.MANUFACTURER_DEVELOPMENT,
    product: 1,
    serialNumber: serialNumberOf(id),
    timeCreated: startOf2025 + (hashOf(`${id} again`) % secondsInYear),
  };
}

/** The serial number of a workout's file, which the recording of the run repeats. Zero would mean none. */
export function serialNumberOf(id: string): number {
  return hashOf(id) || 1;
}

function identityFields(id: string, fileType: number): FitEncoderField[] {
  const { manufacturer, product, serialNumber, timeCreated } = identityOf(id);
  return [
    enumField(fit.FILE_ID.type, fileType),
    uint16Field(fit.FILE_ID.manufacturer, manufacturer),
    uint16Field(fit.FILE_ID.product, product),
    uint32zField(fit.FILE_ID.serialNumber, serialNumber),
    uint32Field(fit.FILE_ID.timeCreated, timeCreated),
  ];
}

/** Writes the days of workouts, each by the id that its file was written with. */
export function encodeSchedule(
  days: readonly { id: string; day: string }[],
): Uint8Array<ArrayBuffer> {
  const file = new FitEncoder({ protocolVersion: 0x10 });
  file.writeMessage(fit.MESSAGE.fileId, identityFields('schedule', fit.FILE_TYPE_SCHEDULES), 0);
  const version = uint16Field(fit.FILE_CREATOR_SOFTWARE_VERSION, 100);
  file.writeMessage(fit.SCHEDULE_MESSAGE.fileCreator, [version], 1);
  for (const { id, day } of days) {
    const { manufacturer, product, serialNumber, timeCreated } = identityOf(id);
    const fields = [
      uint16Field(fit.SCHEDULE.manufacturer, manufacturer),
      uint16Field(fit.SCHEDULE.product, product),
      uint32zField(fit.SCHEDULE.serialNumber, serialNumber),
      uint32Field(fit.SCHEDULE.timeCreated, timeCreated),
      enumField(fit.SCHEDULE.completed, 0),
      enumField(fit.SCHEDULE.type, fit.SCHEDULE_TYPE_WORKOUT),
      uint32Field(fit.SCHEDULE.scheduledTime, midnightOf(day)),
    ];
    file.writeMessage(fit.SCHEDULE_MESSAGE.schedule, fields, 2);
  }
  return new Uint8Array(file.close());
}

/** Local midnight counted as if it were UTC: a day has no time zone. */
function midnightOf(day: string): number {
  // oxlint-disable-next-line no-restricted-globals -- the number of a day, without a clock
  return Date.parse(`${day}T00:00:00Z`) / 1000 - fit.EPOCH;
}

type Row = {
  name: string;
  note: string;
  durationType: number;
  durationValue: number;
  targetType: number;
  targetValue: number;
  low: number;
  high: number;
  intensity: number;
};

/** The format's values for an empty field. */
const NO_UINT32 = 0xffffffff;
const NO_ENUM = 0xff;

function stepRow({ name, role, amount, target, note = '' }: DeviceStep, isInRepeat: boolean): Row {
  return {
    name,
    note,
    ...durationOf(amount),
    ...targetOf(target),
    intensity: intensityOf(role, isInRepeat),
  };
}

function repeatRow(firstRow: number, count: number): Row {
  return {
    name: '',
    note: '',
    durationType: fit.DURATION.repeatUntilStepsComplete,
    durationValue: firstRow,
    targetType: fit.TARGET.open,
    targetValue: count,
    low: NO_UINT32,
    high: NO_UINT32,
    intensity: NO_ENUM,
  };
}

function durationOf(amount: Amount): Pick<Row, 'durationType' | 'durationValue'> {
  switch (amount.kind) {
    case 'time':
      return { durationType: fit.DURATION.time, durationValue: whole(amount.seconds * 1000) };
    case 'distance':
      return { durationType: fit.DURATION.distance, durationValue: whole(amount.metres * 100) };
    case 'open':
      return { durationType: fit.DURATION.open, durationValue: 0 };
  }
}

function targetOf(target: DeviceTarget): Pick<Row, 'targetType' | 'targetValue' | 'low' | 'high'> {
  switch (target.kind) {
    case 'speed':
      return {
        targetType: fit.TARGET.speed,
        // Zero, or the watch uses one of its own speed zones instead of the range.
        targetValue: 0,
        low: whole(target.from * 1000),
        high: whole(target.to * 1000),
      };
    case 'zone':
      return {
        targetType: fit.TARGET.heartRate,
        targetValue: target.zone,
        low: NO_UINT32,
        high: NO_UINT32,
      };
    case 'heart-rate':
      return {
        targetType: fit.TARGET.heartRate,
        targetValue: 0,
        low: target.from + fit.BEATS_OFFSET,
        high: target.to + fit.BEATS_OFFSET,
      };
    case 'none':
      return { targetType: fit.TARGET.open, targetValue: 0, low: NO_UINT32, high: NO_UINT32 };
  }
}

function intensityOf(role: Role, isInRepeat: boolean): number {
  switch (role) {
    case 'warm-up':
      return fit.INTENSITY.warmUp;
    case 'work':
      return isInRepeat ? fit.INTENSITY.interval : fit.INTENSITY.active;
    case 'recovery':
      return fit.INTENSITY.recovery;
    case 'rest':
      return fit.INTENSITY.rest;
    case 'cool-down':
      return fit.INTENSITY.coolDown;
  }
}

/** A step of zero length would end before it began. */
function whole(value: number): number {
  return Math.max(1, Math.round(value));
}

/** The same fields in the same order in every row, so that one definition serves them all. */
function rowFields(index: number, row: Row, noteBytes: number): FitEncoderField[] {
  const name = new Uint8Array(STEP_NAME_BYTES);
  name.set(FitEncoder.string(row.name));
  const note = new Uint8Array(noteBytes);
  note.set(FitEncoder.string(row.note));
  return [
    uint16Field(fit.STEP.messageIndex, index),
    { number: fit.STEP.name, baseType: FitBaseType.String, size: name.length, value: name },
    enumField(fit.STEP.intensity, row.intensity),
    enumField(fit.STEP.durationType, row.durationType),
    uint32Field(fit.STEP.durationValue, row.durationValue),
    enumField(fit.STEP.targetType, row.targetType),
    uint32Field(fit.STEP.targetValue, row.targetValue),
    uint32Field(fit.STEP.customTargetLow, row.low),
    uint32Field(fit.STEP.customTargetHigh, row.high),
    ...(noteBytes > 1
      ? [{ number: fit.STEP.notes, baseType: FitBaseType.String, size: noteBytes, value: note }]
      : []),
  ];
}

function enumField(number: number, value: number): FitEncoderField {
  return { number, baseType: FitBaseType.Enum, size: 1, value };
}

function uint16Field(number: number, value: number): FitEncoderField {
  return { number, baseType: FitBaseType.Uint16, size: 2, value };
}

function uint32Field(number: number, value: number): FitEncoderField {
  return { number, baseType: FitBaseType.Uint32, size: 4, value };
}

function uint32zField(number: number, value: number): FitEncoderField {
  return { number, baseType: FitBaseType.Uint32z, size: 4, value };
}

function textField(number: number, text: string): FitEncoderField {
  const value = FitEncoder.string(truncate(text, MAX_STRING_BYTES, 'bytes'));
  return { number, baseType: FitBaseType.String, size: value.length, value };
}
