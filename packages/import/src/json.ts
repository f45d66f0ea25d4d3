import type { Amount, Role, WorkoutItem } from '@pacewright/script';

import { readExport } from './export.ts';
import { isObject, listOf, objectOf, textOf, type Json } from './json-values.ts';
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

const MAX_CHARACTERS = 20_000_000;
const MAX_DEPTH = 60;

/** A workout of Garmin's Training API or of Garmin Connect, or an export of ours. Their keys tell them apart. */
export function readJson(source: string, options: ImportOptions): Reading {
  if (source.length > MAX_CHARACTERS) return refusal('This file is too large.');
  if (depthOf(source) > MAX_DEPTH) return refusal('This JSON is nested too deeply.');
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return refusal('This JSON is incomplete. Copy or download it again.');
  }
  if (isObject(json) && json['format'] === 'pacewright-export') return readExport(json);
  const workout = isObject(json) && isObject(json['workout']) ? json['workout'] : json;
  if (!isObject(workout)) return refusal(UNKNOWN);
  return readWorkout(workout, options);
}

const UNKNOWN = 'We can’t read this JSON. We can import Garmin workouts and Pacewright exports.';

function readWorkout(workout: Json, options: ImportOptions): Reading {
  const found = emptyFound();
  const reader = createStepReader(options, found);
  // Some tools write the only segment without a list.
  const connect = workout['workoutSegments'];
  const isConnect = Array.isArray(connect) || isObject(connect);
  if (!isConnect && !Array.isArray(workout['segments']) && !Array.isArray(workout['steps']))
    return refusal(UNKNOWN);
  const sport = isConnect
    ? textOf(objectOf(workout['sportType'])['sportTypeKey'])
    : textOf(workout['sport']);
  if (sport !== '' && !/^(?:running|generic)$/i.test(sport))
    return refusal('This workout isn’t a run. Choose another one.');
  const items = isConnect
    ? listOf(Array.isArray(connect) ? connect : [connect])
        .flatMap((segment) => listOf(segment['workoutSteps']))
        .flatMap((step) => connectStep(step, reader))
    : [
        ...listOf(workout['segments']).flatMap((segment) => listOf(segment['steps'])),
        ...listOf(workout['steps']),
      ].flatMap((step) => trainingStep(step, reader));
  if (items.length === 0) return refusal('This workout has no steps.');
  const title = textOf(workout['workoutName'] ?? workout['name']);
  const notes = textOf(workout['description']);
  const script = reader.script(items);
  addWorkout(found, workoutOf({ title, script, notes, losses: reader.losses }));
  return { ok: true, ...found };
}

const TRAINING_ROLES = new Map<string, Role>([
  ['WARMUP', 'warm-up'],
  ['COOLDOWN', 'cool-down'],
  ['RECOVERY', 'recovery'],
  ['REST', 'rest'],
]);

function trainingStep(step: Json, reader: StepReader): WorkoutItem[] {
  if (step['type'] === 'WorkoutRepeatStep') {
    const items = listOf(step['steps']).flatMap((inner) => trainingStep(inner, reader));
    const kind = textOf(step['repeatType']);
    if (kind !== '' && kind !== 'REPEAT_UNTIL_STEPS_CMPLT') {
      reader.losses.push({ what: `an unknown repeat (${kind})`, instead: 'repeated once' });
      return items;
    }
    return reader.repeat(Number(step['repeatValue']), skipLast(items, step));
  }
  const untold: string[] = [];
  const amount = amountOf(textOf(step['durationType']), step['durationValue'], untold);
  const kind = textOf(step['targetType']).toLowerCase().replaceAll('_', '.');
  const ends = [step['targetValueLow'], step['targetValueHigh']];
  const isShare = step['targetValueType'] === 'PERCENT';
  const target = targetOf({ kind, ends, zone: step['targetValue'], isShare }, untold);
  if (isObject(step['secondaryTarget']) || textOf(step['secondaryTargetType']) !== '')
    untold.push('a second target');
  const role = TRAINING_ROLES.get(textOf(step['intensity']));
  return [reader.step({ amount, ...target, role, name: textOf(step['description']), untold })];
}

const CONNECT_ROLES = new Map<string, Role>([
  ['warmup', 'warm-up'],
  ['cooldown', 'cool-down'],
  ['recovery', 'recovery'],
  ['rest', 'rest'],
]);

function connectStep(step: Json, reader: StepReader): WorkoutItem[] {
  if (step['type'] === 'RepeatGroupDTO') {
    const items = listOf(step['workoutSteps']).flatMap((inner) => connectStep(inner, reader));
    const count = Number(step['numberOfIterations'] ?? step['endConditionValue']);
    return reader.repeat(count, skipLast(items, step));
  }
  const untold: string[] = [];
  const end = textOf(objectOf(step['endCondition'])['conditionTypeKey']);
  const amount = amountOf(
    end.toUpperCase().replaceAll('.', '_'),
    step['endConditionValue'],
    untold,
  );
  const kind = textOf(objectOf(step['targetType'])['workoutTargetTypeKey']);
  const ends = [step['targetValueOne'], step['targetValueTwo']];
  const target = targetOf({ kind, ends, zone: step['zoneNumber'], isShare: false }, untold);
  const second = textOf(objectOf(step['secondaryTargetType'])['workoutTargetTypeKey']);
  if (second !== '' && second !== 'no.target') untold.push(`a second target: ${second}`);
  const role = CONNECT_ROLES.get(textOf(objectOf(step['stepType'])['stepTypeKey']));
  return [reader.step({ amount, ...target, role, name: textOf(step['description']), untold })];
}

function amountOf(kind: string, value: unknown, untold: string[]): Amount {
  const number = value === null ? Number.NaN : Number(value);
  if (['OPEN', 'LAP_BUTTON', ''].includes(kind)) return { kind: 'open' };
  if (['TIME', 'FIXED_REST'].includes(kind) && Number.isFinite(number))
    return { kind: 'time', seconds: number };
  if (kind === 'DISTANCE' && Number.isFinite(number)) return { kind: 'distance', metres: number };
  const words = kind.toLowerCase().replaceAll('_', ' ');
  untold.push(`until ${words} ${Number.isFinite(number) ? number : ''}`.trim());
  return { kind: 'open' };
}

type GarminTarget = { kind: string; ends: unknown[]; zone: unknown; isShare: boolean };

/** The ends of a range are in either order. */
function targetOf(
  { kind, ends, zone, isShare }: GarminTarget,
  untold: string[],
): Pick<FoundStep, 'target' | 'speed'> {
  if (['', 'no.target', 'open'].includes(kind)) return {};
  const values = ends.map(Number).filter((value) => Number.isFinite(value) && value > 0);
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const number = Number(zone);
  const zoneText = number > 0 ? `zone ${number}` : values.join('-');
  if (/^(?:pace|speed)/.test(kind)) {
    if (values.length > 0 && !isShare) return { speed: { from, to } };
    untold.push(`pace ${zoneText}`);
    return {};
  }
  if (kind.startsWith('heart.rate')) {
    if (isZone(number)) return { target: { kind: 'zone', zone: number } };
    if (values.length > 0 && !isShare && values.every(isBeats))
      return { target: { kind: 'beats', from, to } };
    untold.push(`heart rate ${zoneText}${isShare ? '%' : ''}`);
    return {};
  }
  untold.push(`${kind.replaceAll('.', ' ')} ${zoneText}`.trim());
  return {};
}

/** Garmin can leave the last recovery of a repeat out, which is `between` in the language. */
function skipLast(items: WorkoutItem[], { skipLastRestStep }: Json): WorkoutItem[] {
  const last = items.at(-1);
  if (skipLastRestStep !== true || last?.kind !== 'step' || items.length < 2) return items;
  return [...items.slice(0, -1), { ...last, isBetween: true }];
}

/** Brackets in texts count too, which can only make it look deeper. */
function depthOf(source: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}
