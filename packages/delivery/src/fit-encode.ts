import type { Amount, AthleteSpeeds, Role } from '@pacewright/script';
import { FitBaseType, FitEncoder, type FitEncoderField } from 'fit-file-parser/encoder';

import * as fit from './fit-profile.ts';
import { countRows, isNested, oneLevel, type FlatItem } from './one-level.ts';
import {
  prepareWorkout,
  type PlainStep,
  type PlainTarget,
  type WrittenWorkout,
} from './plain-workout.ts';
import { cutText, fileNameOf, hashOf, plainLine } from './text.ts';

/** A file ready to save, and sentences about what it could not keep. */
export type FitFile =
  | { ok: true; fileName: string; bytes: Uint8Array<ArrayBuffer>; notes: string[] }
  | { ok: false; reason: string };

/** Rows of a file, a repeat counted as one: what every watch takes, and what the format is known to carry. */
const ROWS_ON_EVERY_WATCH = 50;
const MOST_ROWS = 100;

/** What a watch's screen has room for. */
const TITLE_LENGTH = 30;
/** The format's own limit is in bytes, the closing zero among them. */
const STEP_NAME_BYTES = 16;
const LONGEST_STRING_BYTES = 254;

/** Writes the FIT file that a watch takes a workout from, in the athlete's own paces. */
export function encodeFit(written: WrittenWorkout, speeds: AthleteSpeeds): FitFile {
  const prepared = prepareWorkout(written, speeds);
  if (!prepared.ok) return prepared;

  const { items } = prepared.workout;
  const flat = oneLevel(items);
  const rows = countRows(flat);
  if (rows > MOST_ROWS) {
    const reason = `A watch takes up to ${MOST_ROWS} steps, each repeat counted as one. This has ${rows}. Split it in two.`;
    return { ok: false, reason };
  }

  const { title } = prepared.workout;
  const watchTitle = cutText(title, TITLE_LENGTH);
  const notes = [...prepared.notes];
  if (isNested(items))
    notes.push('Repeats inside repeats are written out, because watches take one level of them.');
  if (rows > ROWS_ON_EVERY_WATCH)
    notes.push(
      `Some watches take only ${ROWS_ON_EVERY_WATCH} steps. This has ${rows}, each repeat counted as one.`,
    );
  if (watchTitle !== title) notes.push(`On the watch the title is cut to “${watchTitle}”.`);

  return {
    ok: true,
    fileName: `${fileNameOf(title, written.id)}.fit`,
    bytes: encodeRows(written, watchTitle, flat, rows),
    notes,
  };
}

function encodeRows(
  { id, script }: WrittenWorkout,
  title: string,
  items: readonly FlatItem[],
  rows: number,
): Uint8Array<ArrayBuffer> {
  // Nothing here is newer than protocol 1.0, so a watch of any age may read it.
  const file = new FitEncoder({ protocolVersion: 0x10 });
  file.writeMessage(fit.MESSAGE.fileId, identityFields(id), 0);
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
  function write(fields: Row) {
    file.writeMessage(fit.MESSAGE.workoutStep, rowFields(row++, fields), 2);
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

/**
 * A watch tells files apart by these. They depend on the workout's id alone, so a workout sent again
 * is the same workout, and no two share them. The time is a name here, somewhere in 2025, and no date.
 */
function identityFields(id: string): FitEncoderField[] {
  const startOf2025 = 1_104_537_600;
  const secondsInYear = 31_536_000;
  return [
    enumField(fit.FILE_ID.type, fit.FILE_TYPE_WORKOUT),
    uint16Field(fit.FILE_ID.manufacturer, fit.MANUFACTURER_DEVELOPMENT),
    uint16Field(fit.FILE_ID.product, 1),
    // Zero stands for no serial number.
    uint32zField(fit.FILE_ID.serialNumber, hashOf(id) || 1),
    uint32Field(fit.FILE_ID.timeCreated, startOf2025 + (hashOf(`${id} again`) % secondsInYear)),
  ];
}

type Row = {
  name: string;
  durationType: number;
  durationValue: number;
  targetType: number;
  targetValue: number;
  low: number;
  high: number;
  intensity: number;
};

/** What the format writes for a field that has no value. */
const NO_UINT32 = 0xffffffff;
const NO_ENUM = 0xff;

function stepRow({ name, role, amount, target }: PlainStep, isInRepeat: boolean): Row {
  return {
    name,
    ...durationOf(amount),
    ...targetOf(target),
    intensity: intensityOf(role, isInRepeat),
  };
}

function repeatRow(firstRow: number, count: number): Row {
  return {
    name: '',
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

function targetOf(target: PlainTarget): Pick<Row, 'targetType' | 'targetValue' | 'low' | 'high'> {
  switch (target.kind) {
    case 'speed':
      return {
        targetType: fit.TARGET.speed,
        // Zero, or the watch takes one of its own speed zones instead of the range.
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

/** A step of nothing would end before it began. */
function whole(value: number): number {
  return Math.max(1, Math.round(value));
}

/** The same fields in the same order in every row, so that one definition serves them all. */
function rowFields(index: number, row: Row): FitEncoderField[] {
  const name = new Uint8Array(STEP_NAME_BYTES);
  name.set(FitEncoder.string(row.name));
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
  const value = FitEncoder.string(cutText(text, LONGEST_STRING_BYTES, 'bytes'));
  return { number, baseType: FitBaseType.String, size: value.length, value };
}
