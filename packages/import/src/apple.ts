import { describeApple, type DeviceItem, type DeviceTarget } from '@pacewright/delivery';
import type { WorkoutItem } from '@pacewright/script';

import {
  addWorkout,
  emptyFound,
  refusal,
  workoutOf,
  type ImportOptions,
  type Reading,
} from './result.ts';
import { createStepReader, type FoundStep, type StepReader } from './steps.ts';

/** A `.workout` file of an Apple Watch. */
export function readApple(bytes: Uint8Array, options: ImportOptions): Reading {
  const reading = describeApple(bytes);
  if (!reading.ok) return refusal(reading.reason);
  const { title, items } = reading.workout;
  if (items.length === 0) return refusal('This workout has no steps.');
  const found = emptyFound();
  const reader = createStepReader(options, found);
  const script = reader.script(items.flatMap((item) => readItem(item, reader)));
  const losses = [
    ...reading.losses.map((what) => ({ what, instead: 'saved as a note' })),
    ...reader.losses,
  ];
  addWorkout(found, workoutOf({ title, script, losses }));
  return { ok: true, ...found };
}

function readItem(item: DeviceItem, reader: StepReader): WorkoutItem[] {
  if (item.kind === 'repeat')
    return reader.repeat(
      item.count,
      item.items.flatMap((inner) => readItem(inner, reader)),
    );
  const { amount, name, role, note } = item;
  return [reader.step({ amount, name, role, note, ...targetOf(item.target) })];
}

function targetOf(target: DeviceTarget): Pick<FoundStep, 'target' | 'speed' | 'untold'> {
  switch (target.kind) {
    case 'none':
      return {};
    case 'speed':
      return target.from > 0 && target.to > 0 ? { speed: target } : { untold: ['a pace of 0'] };
    case 'zone':
      return { target };
    case 'heart-rate': {
      const ends = [Math.round(target.from), Math.round(target.to)];
      return { target: { kind: 'beats', from: Math.min(...ends), to: Math.max(...ends) } };
    }
  }
}
