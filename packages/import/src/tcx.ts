import type { Amount, Role, WorkoutItem } from '@pacewright/script';

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
import { attributeOf, childOf, numberOf, readXml, textOf, type XmlElement } from './xml.ts';

const BEGINNING = 5000;
const RECORDING = /<(?:\w+:)?Activities[\s>]/;
const A_RECORDING = refusal(
  'This TCX file is a recording, not a workout. To add a run, export it as FIT and add that.',
);

/** The workouts of a Training Center file. */
export function readTcx(source: string, options: ImportOptions): Reading {
  // A recording has more elements than any workout, and is told by its beginning.
  if (RECORDING.test(source.slice(0, BEGINNING)) && !/<(?:\w+:)?Workout[\s>]/.test(source))
    return A_RECORDING;
  const file = readXml(source);
  if (!file) return refusal('This TCX file is incomplete. Download it again.');
  const workouts = childOf(file, 'Workouts')?.children.filter(({ name }) => name === 'Workout');
  if (!workouts || workouts.length === 0)
    return refusal(
      'This TCX file has no workout. It may be a recorded run, which needs to be a FIT file.',
    );

  const found = emptyFound();
  for (const workout of workouts) {
    const title = textOf(workout, 'Name');
    const what = title || 'A workout';
    if (attributeOf(workout, 'Sport') !== 'Running') {
      found.skipped.push({ what, why: 'not a run' });
      continue;
    }
    const reader = createStepReader(options, found);
    const items = stepsOf(workout, 'Step').flatMap((step) => readStep(step, reader));
    if (items.length === 0) {
      found.skipped.push({ what, why: 'no steps' });
      continue;
    }
    const [day = '', ...otherDays] = workout.children
      .filter(({ name }) => name === 'ScheduledOn')
      .map(({ text }) => text.trim().slice(0, 10));
    if (otherDays.length > 0)
      reader.losses.push({ what: `the days ${otherDays.join(', ')}`, instead: `only ${day}` });
    addWorkout(
      found,
      workoutOf({
        title,
        script: reader.script(items),
        notes: textOf(workout, 'Notes'),
        ...(day === '' ? {} : { day }),
        losses: reader.losses,
      }),
    );
  }
  return { ok: true, ...found };
}

function stepsOf(parent: XmlElement, tag: string): XmlElement[] {
  return parent.children.filter(({ name }) => name === tag);
}

function readStep(step: XmlElement, reader: StepReader): WorkoutItem[] {
  if (attributeOf(step, 'type') === 'Repeat_t') {
    const items = stepsOf(step, 'Child').flatMap((child) => readStep(child, reader));
    return reader.repeat(numberOf(step, 'Repetitions'), items);
  }
  const untold: string[] = [];
  const amount = readEnd(childOf(step, 'Duration'), untold);
  const target = readTarget(childOf(step, 'Target'), untold);
  const name = textOf(step, 'Name');
  const role = roleOf(name, textOf(step, 'Intensity') === 'Resting');
  return [reader.step({ amount, name, role, ...target, untold })];
}

/** The format has no warm-up: its makers write a resting step of that name. */
function roleOf(name: string, isResting: boolean): Role | undefined {
  if (/^warm[ -]?(?:up|ing)/i.test(name)) return 'warm-up';
  if (/^cool[ -]?(?:down|ing)/i.test(name)) return 'cool-down';
  return isResting ? 'recovery' : undefined;
}

function readEnd(end: XmlElement | undefined, untold: string[]): Amount {
  const kind = attributeOf(end, 'type');
  const [seconds, metres] = [numberOf(end, 'Seconds'), numberOf(end, 'Meters')];
  if (kind === 'Time_t' && Number.isFinite(seconds)) return { kind: 'time', seconds };
  if (kind === 'Distance_t' && Number.isFinite(metres)) return { kind: 'distance', metres };
  if (kind === 'HeartRateAbove_t' || kind === 'HeartRateBelow_t') {
    const side = kind === 'HeartRateAbove_t' ? 'above' : 'below';
    untold.push(`until the heart rate is ${side} ${textOf(childOf(end, 'HeartRate'), 'Value')}`);
  } else if (kind === 'CaloriesBurned_t') untold.push(`until ${textOf(end, 'Calories')} kcal`);
  else if (kind !== 'UserInitiated_t')
    untold.push(`an unknown end condition (${kind ?? 'unknown'})`);
  return { kind: 'open' };
}

function readTarget(
  target: XmlElement | undefined,
  untold: string[],
): Pick<FoundStep, 'target' | 'speed'> {
  const kind = attributeOf(target, 'type') ?? 'None_t';
  switch (kind) {
    case 'None_t':
      return {};
    case 'Speed_t':
      return readSpeed(childOf(target, 'SpeedZone'), untold);
    case 'HeartRate_t':
      return readHeartRate(childOf(target, 'HeartRateZone'), untold);
    case 'Cadence_t':
      untold.push(`cadence ${textOf(target, 'Low')}-${textOf(target, 'High')}`);
      return {};
    default:
      untold.push(`an unknown target (${kind})`);
      return {};
  }
}

function readSpeed(zone: XmlElement | undefined, untold: string[]): Pick<FoundStep, 'speed'> {
  const [from, to] = [
    numberOf(zone, 'LowInMetersPerSecond'),
    numberOf(zone, 'HighInMetersPerSecond'),
  ];
  if (from > 0 && to > 0) return { speed: { from, to } };
  untold.push(`speed zone ${textOf(zone, 'Number')}`);
  return {};
}

function readHeartRate(zone: XmlElement | undefined, untold: string[]): Pick<FoundStep, 'target'> {
  const number = numberOf(zone, 'Number');
  if (isZone(number)) return { target: { kind: 'zone', zone: number } };
  const [low, high] = [childOf(zone, 'Low'), childOf(zone, 'High')];
  const [one, other] = [numberOf(low, 'Value'), numberOf(high, 'Value')];
  const isShare = attributeOf(low, 'type') === 'HeartRateAsPercentOfMax_t';
  if (!isShare && isBeats(one) && isBeats(other))
    return { target: { kind: 'beats', from: Math.min(one, other), to: Math.max(one, other) } };
  untold.push(`heart rate ${one}-${other}${isShare ? '% of maximum' : ''}`);
  return {};
}
