import type { Amount, Role, Zone } from '@pacewright/script';
import { readFitMessages, type FitRawMessage } from 'fit-file-parser/raw';

import { enumOf, textOf, uint16Of, uint32Of } from './fit-fields.ts';
import * as fit from './fit-profile.ts';
import type { DeviceItem, DeviceStep, DeviceTarget, DeviceWorkout } from './device-workout.ts';

export type FitReading = { ok: true; workout: DeviceWorkout } | { ok: false; reason: string };

/** The workout in a FIT file, from the file's bytes and nothing else. */
export function describeFit(bytes: Uint8Array): FitReading {
  try {
    return describe(bytes);
  } catch {
    // The reader throws for an invalid header, checksum, structure or field.
    return refusal('This FIT file is incomplete. Download it again.');
  }
}

/** Far more than the largest workout needs. */
const MAX_BYTES = 1_000_000;

function describe(bytes: Uint8Array): FitReading {
  const { messages } = readFitMessages(bytes, {
    messageNumbers: Object.values(fit.MESSAGE),
    maxInputBytes: MAX_BYTES,
  });
  const fileId = messages.find(isOf(fit.MESSAGE.fileId));
  const workout = messages.find(isOf(fit.MESSAGE.workout));
  if (!workout || !fileId || enumOf(fileId, fit.FILE_ID.type) !== fit.FILE_TYPE_WORKOUT)
    return refusal('This FIT file has no workout. Choose another one.');

  const items = readRows(messages.filter(isOf(fit.MESSAGE.workoutStep)));
  if (!items || items.length === 0)
    return refusal('This workout has steps we can’t read. Choose another one.');
  return { ok: true, workout: { title: textOf(workout, fit.WORKOUT.name), items } };
}

function refusal(reason: string): FitReading {
  return { ok: false, reason };
}

function isOf(message: number): (candidate: FitRawMessage) => boolean {
  return ({ globalMessageNumber }) => globalMessageNumber === message;
}

type Read = { firstRow: number; item: DeviceItem };

/** A repeat row follows its steps and refers to the first of them. Repeats inside it are complete already. */
function readRows(rows: readonly FitRawMessage[]): DeviceItem[] | undefined {
  const read: Read[] = [];
  for (const [index, row] of rows.entries()) {
    if (uint16Of(row, fit.STEP.messageIndex) !== index) return undefined;
    const type = enumOf(row, fit.STEP.durationType);
    const value = uint32Of(row, fit.STEP.durationValue);
    const found =
      type === fit.DURATION.repeatUntilStepsComplete
        ? readRepeat(read, value, uint32Of(row, fit.STEP.targetValue))
        : readStep(row, type, value, index);
    if (!found) return undefined;
    read.push(found);
  }
  return read.map(({ item }) => item);
}

function readRepeat(read: Read[], firstRow?: number, count?: number): Read | undefined {
  const start = read.findIndex((one) => one.firstRow === firstRow);
  if (start < 0 || firstRow === undefined || !count) return undefined;
  const items = read.splice(start).map(({ item }) => item);
  return { firstRow, item: { kind: 'repeat', count, items } };
}

function readStep(
  row: FitRawMessage,
  durationType: number | undefined,
  duration: number | undefined,
  index: number,
): Read | undefined {
  const amount = amountOf(durationType, duration);
  const target = targetOf(row);
  if (!amount || !target) return undefined;
  const role = ROLES.get(enumOf(row, fit.STEP.intensity) ?? fit.INTENSITY.active) ?? 'work';
  const name = textOf(row, fit.STEP.name);
  const note = textOf(row, fit.STEP.notes);
  const step: DeviceStep = { kind: 'step', name, role, amount, target };
  return { firstRow: index, item: note === '' ? step : { ...step, note } };
}

const ROLES = new Map<number, Role>([
  [fit.INTENSITY.rest, 'rest'],
  [fit.INTENSITY.warmUp, 'warm-up'],
  [fit.INTENSITY.coolDown, 'cool-down'],
  [fit.INTENSITY.recovery, 'recovery'],
]);

function amountOf(type: number | undefined, value = 0): Amount | undefined {
  if (type === fit.DURATION.time) return { kind: 'time', seconds: value / 1000 };
  if (type === fit.DURATION.distance) return { kind: 'distance', metres: value / 100 };
  return type === fit.DURATION.open ? { kind: 'open' } : undefined;
}

function targetOf(row: FitRawMessage): DeviceTarget | undefined {
  const type = enumOf(row, fit.STEP.targetType);
  const value = uint32Of(row, fit.STEP.targetValue);
  if (type === fit.TARGET.open) return { kind: 'none' };
  const low = uint32Of(row, fit.STEP.customTargetLow);
  const high = uint32Of(row, fit.STEP.customTargetHigh);
  if (type === fit.TARGET.heartRate) {
    if (isZone(value)) return { kind: 'zone', zone: value };
    if (value !== 0 || low === undefined || high === undefined) return undefined;
    return { kind: 'heart-rate', from: low - fit.BEATS_OFFSET, to: high - fit.BEATS_OFFSET };
  }
  const isRange = type === fit.TARGET.speed && value === 0;
  if (!isRange || low === undefined || high === undefined) return undefined;
  return { kind: 'speed', from: low / 1000, to: high / 1000 };
}

function isZone(value: number | undefined): value is Zone {
  return value !== undefined && value >= 1 && value <= 5;
}
