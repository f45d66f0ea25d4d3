import { readScript, resolveWorkout } from '@pacewright/script';
import { trainingPaces } from '@pacewright/pace';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyScript, anySpeeds } from '../test/any-workout.ts';
import { DELIVERY_RUNS } from '../test/runs.ts';
import { describeApple, encodeApple } from './apple.ts';
import { compileWorkout, type ChangeCode, type Compiled } from './compile.ts';
import { deviceStep, type DeviceStep } from './device-workout.ts';
import { APPLE_WATCH, FIT_FILE, GARMIN, INTERVALS_ICU, ZWIFT, type Device } from './devices.ts';
import { describeFit } from './fit-describe.ts';
import { encodeFit } from './fit-encode.ts';
import { unrolled } from './flatten-repeats.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const DEVICES = [FIT_FILE, GARMIN, APPLE_WATCH, INTERVALS_ICU, ZWIFT];

function compiled(script: string, device: Device): Compiled & { ok: true } {
  const result = compileWorkout({ title: 'Track Tuesday', script }, SPEEDS, device);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

/** The changes of each step, in the order of the script. */
function codesOf(script: string, device: Device): ChangeCode[][] {
  return compiled(script, device).verdicts.map(({ changes }) => changes.map(({ code }) => code));
}

test('an ordinary workout is exact on every watch', () => {
  for (const device of [FIT_FILE, GARMIN, APPLE_WATCH, INTERVALS_ICU]) {
    const { verdicts, notes } = compiled('15m E + 5x(3m I + 2m E) + 10m E', device);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['exact', 'exact', 'exact', 'exact']);
    expect(notes).toEqual([]);
  }
});

test('a step that is run many times has one verdict', () => {
  expect(compiled('3x(2x(400mtr R + 1m jog) + 3m E)', FIT_FILE).verdicts).toHaveLength(3);
});

describe('each limit has its verdict', () => {
  test.each<[string, Device, ChangeCode[][]]>([
    [
      '3x(2x(400mtr R + 1m jog) + 3m E)',
      FIT_FILE,
      [['written-out'], ['written-out'], ['written-out']],
    ],
    ['4x(1km I + 2m jog between)', FIT_FILE, [['last-round-apart'], ['last-round-apart']]],
    ['4x(1km I + 2m jog between)', GARMIN, [[], []]],
    ['10m E + 90.5s R', GARMIN, [[], ['end-rounded']]],
    ['E', INTERVALS_ICU, [['end-invented']]],
    ['20m 140-150bpm', INTERVALS_ICU, [['target-lost']]],
    ['2m rest + 10m E', APPLE_WATCH, [['role-changed'], []]],
    ['10m E + 10m WU + 5m CD', APPLE_WATCH, [[], ['role-changed'], []]],
    ['10m T "relax"', APPLE_WATCH, [['note-lost']]],
    ['E + 10m T', ZWIFT, [['end-invented', 'pace-middle'], ['pace-middle']]],
    ['10m T + 400mtr R', ZWIFT, [['pace-middle'], ['measure-changed', 'pace-middle']]],
    ['10m Z3', ZWIFT, [['zone-as-pace']]],
    ['3x(1m R + 1m rest)', ZWIFT, [['pace-middle', 'written-out'], ['written-out']]],
  ])('%s', (script, device, codes) => {
    expect(codesOf(script, device)).toEqual(codes);
  });

  test('a target, an end or a note that is lost is impossible, anything else is changed', () => {
    const { verdicts } = compiled('E + 10m Z3 + 5m "strides"', ZWIFT);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['impossible', 'changed', 'impossible']);
  });

  test('a kind of change is one note on the workout', () => {
    expect(compiled('10m "a" + 10m "b"', APPLE_WATCH).notes).toEqual([
      'Apple Watch doesn’t show notes. Read them before you run.',
    ]);
  });
});

test(
  'for any script each step has a verdict, and exact means that the file says exactly that',
  () => {
    fc.assert(
      fc.property(anyScript, anySpeeds, fc.constantFrom(...DEVICES), (script, speeds, device) => {
        const written = { id: 'w', title: 'T', script };
        const result = compileWorkout(written, speeds, device);
        if (!result.ok) return;
        const resolved = resolveWorkout(readScript(script, { speeds }).workout, speeds);
        const wanted = resolved.unrolled.map(({ step }) => step);
        const got = unrolled(result.items);
        expect(got.map(({ node }) => node)).toEqual(wanted.map(({ node }) => node));
        expect(new Set(result.verdicts.map(({ node }) => node))).toEqual(
          new Set(wanted.map(({ node }) => node)),
        );

        const verdicts = new Map(result.verdicts.map((each) => [each.node, each.verdict]));
        const file = readBack(device, written, speeds);
        for (const [index, step] of wanted.entries()) {
          const [compiledStep, fileStep] = [got[index], file?.[index]];
          if (verdicts.get(step.node) === 'exact') expectSameRun(compiledStep, deviceStep(step));
          if (file) expectSameRun(fileStep, compiledStep);
        }
      }),
      { numRuns: DELIVERY_RUNS },
    );
  },
  30_000 + DELIVERY_RUNS * 20,
);

/** The steps of the file, in the order in which they are run. */
function readBack(
  device: Device,
  written: Parameters<typeof encodeFit>[0],
  speeds: Parameters<typeof encodeFit>[1],
): DeviceStep[] | undefined {
  const [encode, read] =
    device === APPLE_WATCH
      ? [encodeApple, describeApple]
      : device === FIT_FILE
        ? [encodeFit, describeFit]
        : [];
  const file = encode?.(written, speeds);
  if (!file?.ok || !read) return undefined;
  const reading = read(file.bytes);
  if (!reading.ok) throw new Error(reading.reason);
  return unrolled(reading.workout.items);
}

function expectSameRun(step: DeviceStep | undefined, wanted: DeviceStep | undefined): void {
  const { amount, target, role, note, name } = wanted ?? {};
  expect(step).toMatchObject({
    role,
    name,
    ...(note && { note }),
    amount: nearly({ ...amount }),
    target: nearly({ ...target }),
  });
}

/** As precise as a file in milliseconds, centimetres and millimetres per second. */
function nearly(values: Record<string, string | number>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? expect.closeTo(value, name === 'metres' ? 1 : 2) : value,
    ]),
  );
}
