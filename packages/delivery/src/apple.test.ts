import { trainingPaces } from '@pacewright/pace';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { DELIVERY_RUNS } from '../test/runs.ts';
import { describeApple, encodeApple } from './apple.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const ID = '0a1b2c3d-0000-7000-8000-00000000000f';

function fileOf(script: string, { id = ID, title = 'Track Tuesday' } = {}) {
  const file = encodeApple({ id, title, script }, SPEEDS);
  if (!file.ok) throw new Error(file.reason);
  return file;
}

function itemsOf(script: string) {
  const reading = describeApple(fileOf(script).bytes);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.workout.items;
}

test('the bytes are those of the known format', () => {
  // Written by hand from the table of the format, field by field.
  const name = [0x1a, 0x03, ...ascii('Run')];
  const goal = [0x0a, 0x0f, 0x08, 1, 0x12, 0x0b, 0x08, 2, 0x11, 0, 0, 0, 0, 0, 0, 0x34, 0x40];
  const step = [...goal, ...name];
  const blockStep = [0x08, 1, 0x12, step.length, ...step];
  const block = [0x0a, blockStep.length, ...blockStep, 0x10, 1];
  const custom = [0x08, 37, 0x10, 3, 0x1a, 4, ...ascii('Easy'), 0x2a, block.length, ...block];
  expect([...fileOf('20m', { title: 'Easy' }).bytes]).toEqual([
    0x4a,
    36,
    ...ascii(ID.toUpperCase()),
    0x5a,
    custom.length,
    ...custom,
    // The two versions.
    0xc0,
    0x3e,
    1,
    0xd0,
    0x3e,
    5,
  ]);
});

test('a file has the warm-up, the rounds with their recovery, and the cool-down', () => {
  expect(itemsOf('10m WU + 5x(1km I + 90s jog) + 1mi Z3 + 20m 140-150bpm + CD')).toMatchObject([
    { role: 'warm-up', amount: { seconds: 600 } },
    {
      count: 5,
      items: [
        { name: 'Interval', role: 'work', amount: { metres: 1000 }, target: { kind: 'speed' } },
        { name: 'Jog', role: 'recovery', amount: { seconds: 90 }, target: { kind: 'none' } },
      ],
    },
    { amount: { metres: 1609.34 }, target: { kind: 'zone', zone: 3 } },
    { target: { kind: 'heart-rate', from: 140, to: 150 } },
    { role: 'cool-down', amount: { kind: 'open' } },
  ]);
});

test('a workout that is only a warm-up is written once', () => {
  expect(itemsOf('10m WU')).toHaveLength(1);
});

test('the same workout has the same id, and another one has another', () => {
  const bytesOf = (id: string) => fileOf('10m E', { id }).bytes.join();
  expect(bytesOf('w1')).toBe(bytesOf('w1'));
  expect(bytesOf('w1')).not.toBe(bytesOf('w2'));
});

test('a file of something else is refused with a reason', () => {
  expect(describeApple(new Uint8Array())).toMatchObject({ ok: false });
  expect(describeApple(fileOf('10m E').bytes.slice(0, 60))).toEqual({
    ok: false,
    reason: 'This .workout file is incomplete. Download it again.',
  });
});

test('damaged bytes are read or refused, and never throw', () => {
  const whole = fileOf('10m WU + 5x(1km I + 90s jog) + 1mi Z3 + 20m 140-150bpm + CD').bytes;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
      fc.nat(whole.length),
      (changes, length) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        expect(describeApple(bytes.subarray(0, length))).toHaveProperty('ok');
      },
    ),
    { numRuns: DELIVERY_RUNS * 10 },
  );
});

function ascii(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}
