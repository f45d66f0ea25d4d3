import type { Amount, AthleteSpeeds, Role, Zone } from '@pacewright/script';

import * as apple from './apple-format.ts';
import { compileWorkout, type CompiledStep, type StepVerdict } from './compile.ts';
import type {
  DeviceItem,
  DeviceStep,
  DeviceTarget,
  DeviceWorkout,
  WrittenWorkout,
} from './device-workout.ts';
import { APPLE_WATCH } from './devices.ts';
import type { FlatItem } from './flatten-repeats.ts';
import { decodeMessage, encodeMessage, type Message, type Value } from './protobuf.ts';
import { fileNameOf, hashOf } from './text.ts';

export type AppleFile =
  | {
      ok: true;
      fileName: string;
      bytes: Uint8Array<ArrayBuffer>;
      notes: string[];
      verdicts: StepVerdict[];
    }
  | { ok: false; reason: string };

/** Parts of the file that a workout can't have are in the notes of their steps. Losses list them. */
export type AppleReading =
  | { ok: true; workout: DeviceWorkout; losses: string[] }
  | { ok: false; reason: string };

/** Writes a file that an iPhone adds to the workouts of the watch, in the athlete's paces. */
export function encodeApple(written: WrittenWorkout, speeds: AthleteSpeeds): AppleFile {
  const compiled = compileWorkout(written, speeds, APPLE_WATCH);
  if (!compiled.ok) return compiled;
  const { title, deviceTitle, items, notes, verdicts } = compiled;
  const custom = {
    activity: apple.ACTIVITY.running,
    location: apple.LOCATION.outdoor,
    name: deviceTitle,
    ...workoutParts(items),
  };
  return {
    ok: true,
    fileName: `${fileNameOf(title, written.id)}.workout`,
    bytes: encodeMessage({ id: uuidOf(written.id), custom, ...apple.VERSION }, apple.WORKOUT_FILE),
    notes,
    verdicts,
  };
}

/** A warm-up before the blocks and a cool-down after them have fields of their own. */
function workoutParts(items: readonly FlatItem<CompiledStep>[]): Message {
  const [first, last] = [items[0], items.at(-1)];
  const warmUp = first?.kind === 'step' && first.role === 'warm-up' ? first : undefined;
  const coolDown =
    last?.kind === 'step' && last.role === 'cool-down' && last !== warmUp ? last : undefined;
  return {
    warmUp: warmUp && stepMessage(warmUp),
    blocks: blocks(items.slice(warmUp ? 1 : 0, coolDown ? -1 : undefined)),
    coolDown: coolDown && stepMessage(coolDown),
  };
}

/** A repeat is a block of its own, and so are the steps between repeats. */
function blocks(items: readonly FlatItem<CompiledStep>[]): Message[] {
  const written: { rounds: number; steps: Message[] }[] = [];
  let open: Message[] | undefined;
  for (const item of items) {
    if (item.kind === 'repeat') {
      open = undefined;
      written.push({ rounds: item.count, steps: item.items.map(blockStep) });
      continue;
    }
    if (!open) written.push({ rounds: 1, steps: (open = []) });
    open.push(blockStep(item));
  }
  return written;
}

function blockStep(step: CompiledStep): Message {
  const { work, recovery } = apple.PURPOSE;
  return { purpose: step.role === 'recovery' ? recovery : work, step: stepMessage(step) };
}

function stepMessage({ amount, target, name }: CompiledStep): Message {
  return { goal: goalMessage(amount), alert: alertMessage(target), name };
}

/** In the unit in which a runner would say it, because the phone shows that one. */
function goalMessage(amount: Amount): Message {
  switch (amount.kind) {
    case 'open':
      return { type: apple.GOAL_TYPE.open };
    case 'time': {
      const { minutes, seconds } = apple.TIME_UNIT;
      const time =
        amount.seconds % 60 === 0
          ? { unit: minutes, value: amount.seconds / 60 }
          : { unit: seconds, value: amount.seconds };
      return { type: apple.GOAL_TYPE.time, time };
    }
    case 'distance':
      return { type: apple.GOAL_TYPE.distance, distance: distanceMessage(amount.metres) };
  }
}

/** The language's mile. */
const MILE = 1609.34;

function distanceMessage(metres: number): Message {
  const { kilometres, miles, metres: unit } = apple.LENGTH_UNIT;
  if (metres >= 1000 && metres % 100 === 0) return { unit: kilometres, value: metres / 1000 };
  const inMiles = Math.round((metres / MILE) * 100) / 100;
  const isMiles = inMiles > 0 && Math.abs(inMiles * MILE - metres) < 1e-6;
  return isMiles ? { unit: miles, value: inMiles } : { unit, value: metres };
}

function alertMessage(target: DeviceTarget): Message | undefined {
  const { range, zone } = apple.ALERT_KIND;
  const { currentSpeed, heartRate } = apple.ALERT_TYPE;
  switch (target.kind) {
    case 'none':
      return undefined;
    case 'speed': {
      const speeds = { min: speedMessage(target.from), max: speedMessage(target.to) };
      return { type: currentSpeed, kind: range, speed: { range: speeds } };
    }
    case 'zone':
      return { type: heartRate, kind: zone, heartRate: { zone: { zone: target.zone } } };
    case 'heart-rate': {
      const beats = { min: { perMinute: target.from }, max: { perMinute: target.to } };
      return { type: heartRate, kind: range, heartRate: { range: beats } };
    }
  }
}

function speedMessage(metresPerSecond: number): Message {
  return {
    distance: { unit: apple.LENGTH_UNIT.metres, value: metresPerSecond },
    time: { unit: apple.TIME_UNIT.seconds, value: 1 },
  };
}

/** Upper case, as Apple writes it. Any other id gets a UUID of version 8, the same each time. */
function uuidOf(id: string): string {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return id.toUpperCase();
  const hex = [0, 1, 2, 3]
    .map((part) => hashOf(`${part} ${id}`).toString(16).padStart(8, '0'))
    .join('')
    .toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Far more than the largest workout needs. */
const MAX_BYTES = 1_000_000;

/** The workout in a `.workout` file, from the file's bytes and nothing else. */
export function describeApple(bytes: Uint8Array): AppleReading {
  try {
    if (bytes.length > MAX_BYTES) throw new RangeError('The file is too large');
    return describe(messageOf(decodeMessage(bytes, apple.WORKOUT_FILE)['custom']));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, reason: 'This .workout file is incomplete. Download it again.' };
  }
}

function describe(custom: Message | undefined): AppleReading {
  const { running, walking } = apple.ACTIVITY;
  if (!custom || (custom['activity'] !== running && custom['activity'] !== walking))
    return { ok: false, reason: 'This file has no run with steps. Choose another one.' };
  const [warmUp, coolDown] = [messageOf(custom['warmUp']), messageOf(custom['coolDown'])];
  const losses: string[] = [];
  const items: DeviceItem[] = [
    ...(warmUp ? [readStep(warmUp, 'warm-up', losses)] : []),
    ...listOf(custom['blocks']).flatMap((block) => readBlock(block, losses)),
    ...(coolDown ? [readStep(coolDown, 'cool-down', losses)] : []),
  ];
  const title = typeof custom['name'] === 'string' ? custom['name'] : '';
  return { ok: true, workout: { title, items }, losses };
}

function readBlock(block: Message, losses: string[]): DeviceItem[] {
  const items = listOf(block['steps']).map(({ purpose, step }) =>
    readStep(
      messageOf(step) ?? {},
      purpose === apple.PURPOSE.recovery ? 'recovery' : 'work',
      losses,
    ),
  );
  const count = numberOf(block['rounds']) ?? 1;
  return count === 1 || items.length === 0 ? items : [{ kind: 'repeat', count, items }];
}

function readStep(step: Message, role: Role, losses: string[]): DeviceStep {
  const [goal, alert] = [messageOf(step['goal']), messageOf(step['alert'])];
  const [amount, target] = [readGoal(goal), readAlert(alert)];
  const unknown = [
    ...(amount || !goal
      ? []
      : [`until ${GOAL_NAMES.get(numberOf(goal['type']) ?? 0) ?? 'a goal'}`]),
    ...(target || !alert ? [] : [ALERT_NAMES.get(numberOf(alert['type']) ?? 0) ?? 'an alert']),
  ];
  losses.push(...unknown);
  return {
    kind: 'step',
    name: typeof step['name'] === 'string' ? step['name'] : '',
    role,
    amount: amount ?? { kind: 'open' },
    target: target ?? { kind: 'none' },
    ...(unknown.length > 0 ? { note: unknown.join(', ') } : {}),
  };
}

const GOAL_NAMES = new Map([
  [apple.GOAL_TYPE.energy, 'a calorie goal'],
  [apple.GOAL_TYPE.pool, 'a pool distance'],
]);
const ALERT_NAMES = new Map([
  [apple.ALERT_TYPE.cadence, 'a cadence target'],
  [apple.ALERT_TYPE.power, 'a power target'],
  [apple.ALERT_TYPE.averagePower, 'an average power target'],
]);

/** Undefined for a goal that a step can't have. */
function readGoal(goal: Message | undefined): Amount | undefined {
  const type = goal?.['type'];
  if (type === apple.GOAL_TYPE.time) return { kind: 'time', seconds: secondsOf(goal?.['time']) };
  if (type === apple.GOAL_TYPE.distance)
    return { kind: 'distance', metres: metresOf(goal?.['distance']) };
  return type === apple.GOAL_TYPE.open ? { kind: 'open' } : undefined;
}

/** Undefined for an alert that a step can't have. */
function readAlert(alert: Message | undefined): DeviceTarget | undefined {
  const speed = messageOf(alert?.['speed']);
  const speeds = messageOf(speed?.['range']);
  if (speeds) return { kind: 'speed', from: speedOf(speeds['min']), to: speedOf(speeds['max']) };
  if (speed?.['value'] !== undefined)
    return { kind: 'speed', from: speedOf(speed['value']), to: speedOf(speed['value']) };
  const heartRate = messageOf(alert?.['heartRate']);
  const zone = numberOf(messageOf(heartRate?.['zone'])?.['zone']);
  if (isZone(zone)) return { kind: 'zone', zone };
  const range = messageOf(heartRate?.['range']);
  if (!range) return undefined;
  return { kind: 'heart-rate', from: beatsOf(range['min']), to: beatsOf(range['max']) };
}

function isZone(zone: number | undefined): zone is Zone {
  return zone !== undefined && Number.isInteger(zone) && zone >= 1 && zone <= 5;
}

function speedOf(value: Value | undefined): number {
  const speed = messageOf(value);
  return required(metresOf(speed?.['distance']) / secondsOf(speed?.['time']));
}

function beatsOf(value: Value | undefined): number {
  return required(numberOf(messageOf(value)?.['perMinute']));
}

function metresOf(value: Value | undefined): number {
  const { metres, kilometres, feet, yards, miles } = apple.LENGTH_UNIT;
  const sizes = new Map([
    [metres, 1],
    [kilometres, 1000],
    [feet, 0.3048],
    [yards, 0.9144],
    [miles, MILE],
  ]);
  return quantityOf(value, sizes);
}

function secondsOf(value: Value | undefined): number {
  const { seconds, minutes, hours } = apple.TIME_UNIT;
  return quantityOf(
    value,
    new Map([
      [seconds, 1],
      [minutes, 60],
      [hours, 3600],
    ]),
  );
}

function quantityOf(value: Value | undefined, sizes: Map<number, number>): number {
  const quantity = messageOf(value);
  const size = sizes.get(numberOf(quantity?.['unit']) ?? 0);
  const number = required(numberOf(quantity?.['value'])) * required(size);
  // Units are decimal, and their product has a tail in binary.
  return Number(number.toFixed(6));
}

function required(value: number | undefined): number {
  if (value === undefined || !Number.isFinite(value))
    throw new RangeError('A number or its unit is missing');
  return value;
}

function messageOf(value: Value | undefined): Message | undefined {
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

function listOf(value: Value | undefined): Message[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: Value | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
