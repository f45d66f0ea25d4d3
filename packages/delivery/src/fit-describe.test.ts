import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyScript, anySpeeds } from '../test/any-workout.ts';
import { describeFit } from './fit-describe.ts';
import { encodeFit } from './fit-encode.ts';
import { unrolled } from './flatten-repeats.ts';
import { prepareWorkout, type DeviceStep } from './device-workout.ts';
import { stepLines } from './step-lines.ts';

const RUNNER = { vdot: 50, trainingPaces: DEFAULT_TRAINING_PACES };

function bytesOf(script: string): Uint8Array {
  const file = encodeFit({ id: 'w1', title: 'Five by three', script }, RUNNER);
  if (!file.ok) throw new Error(file.reason);
  return file.bytes;
}

test('the steps on the watch are read from the file alone', () => {
  const reading = describeFit(
    bytesOf('15m E + 5x(3m I + 2m jog) + 1km 5k + 400mtr 80s + 10m Z1 + E'),
  );
  expect(reading.ok && reading.workout.title).toBe('Five by three');
  expect(reading.ok && stepLines(reading.workout.items, 'metric')).toEqual([
    'Easy, 15 min, 6:00 - 7:00 min/km',
    '5 times:',
    '  Interval, 3 min, 4:30 - 5:00 min/km',
    '  Jog, 2 min',
    '5k pace, 1 km, 3:56 - 4:03 min/km',
    'In 1:20, 400 m, 3:17 - 3:23 min/km',
    'Zone 1, 10 min, heart-rate zone 1',
    'Easy, until you press lap, 6:00 - 7:00 min/km',
  ]);
});

test('every step of a file is described, with its name, its role and its target', () => {
  fc.assert(
    fc.property(anyScript, anySpeeds, (script, speeds) => {
      const written = { id: 'w1', title: 'Any', script };
      const file = encodeFit(written, speeds);
      const prepared = prepareWorkout(written, speeds);
      fc.pre(file.ok && prepared.ok);
      const reading = describeFit(file.bytes);
      if (!reading.ok) throw new Error(reading.reason);

      const described = unrolled(reading.workout.items);
      const sent = unrolled(prepared.workout.items);
      expect(described.map(asWritten)).toEqual(sent.map(asWritten));
    }),
  );
});

test('a file with a missing or changed byte is refused', () => {
  const bytes = bytesOf('15m E + 5x(3m I + 2m jog)');
  const damaged = { ok: false, reason: 'This FIT file is incomplete. Download it again.' };
  for (let at = 0; at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 0x10;
    expect(describeFit(changed).ok, `byte ${at}`).toBe(false);
    expect(describeFit(bytes.subarray(0, at))).toEqual(damaged);
  }
});

test('bytes that are not a FIT file are refused without throwing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(describeFit(bytes).ok).toBe(false);
    }),
  );
});

/** In the format's own units: whole milliseconds, centimetres and mm/s. */
function asWritten({ amount, target, ...step }: DeviceStep): object {
  return {
    ...step,
    amount: Object.values(amount).map((value) =>
      inUnits(value, amount.kind === 'time' ? 1000 : 100),
    ),
    target: Object.values(target).map((value) => inUnits(value, 1000)),
  };
}

function inUnits(value: string | number, perUnit: number): string | number {
  return typeof value === 'number' ? Math.round(value * perUnit) : value;
}
