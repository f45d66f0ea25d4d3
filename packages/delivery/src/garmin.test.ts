import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyScript, anySpeeds } from '../test/any-workout.ts';
import { readWorkout } from './device-workout.ts';
import { type GarminBody, writeGarmin } from './garmin.ts';

const SPEEDS = { vdot: 50, trainingPaces: DEFAULT_TRAINING_PACES };

function written(script: string, { title = 'T', speeds = SPEEDS } = {}) {
  const output = writeGarmin({ title, script }, speeds);
  if (!output.ok) throw new Error(output.reason);
  return output;
}

type Row = Record<string, unknown> & { steps?: Row[] };

/** Every row, a repeat before its steps. */
function rowsOf({ segments }: GarminBody): Row[] {
  return (segments[0].steps as Row[]).flatMap((row) => [row, ...(row.steps ?? [])]);
}

test('a script that was read is not read again', () => {
  const read = readWorkout('20m T');
  const output = writeGarmin({ title: 'T', script: '10m E' }, SPEEDS, read);
  expect(output).toMatchObject({ body: { estimatedDurationInSecs: 1200 } });
});

test('a workout is written as Garmin expects it', () => {
  const { body, notes } = written('10m E + 5x(1km I + 90s jog) + 1mi Z3 + 2m rest + 10m E + E', {
    title: ' 5 x 1 km ',
  });
  expect(notes).toEqual([]);
  expect(body).toMatchObject({
    workoutName: '5 x 1 km',
    description: '10m E + 5x(1km I + 90s jog) + 1mi Z3 + 2m rest + 10m E + E',
    sport: 'RUNNING',
    workoutProvider: 'Pacewright',
    workoutSourceId: 'Pacewright',
    segments: [{ segmentOrder: 1, sport: 'RUNNING' }],
  });
  const open = { targetType: 'OPEN', targetValueLow: null, targetValueHigh: null };
  const easy = { targetType: 'PACE', targetValueLow: 2.38, targetValueHigh: 2.78 };
  expect(rowsOf(body)).toMatchObject([
    { stepOrder: 1, intensity: 'WARMUP', durationType: 'TIME', durationValue: 600, ...easy },
    { stepOrder: 2, type: 'WorkoutRepeatStep', repeatValue: 5 },
    {
      stepOrder: 3,
      intensity: 'INTERVAL',
      description: 'Interval',
      durationType: 'DISTANCE',
      durationValue: 1000,
      durationValueType: 'METER',
      targetType: 'PACE',
      targetValueLow: 3.33,
      targetValueHigh: 3.7,
    },
    { stepOrder: 4, intensity: 'RECOVERY', durationValue: 90, ...open },
    { stepOrder: 5, durationValue: 1609.34, targetType: 'HEART_RATE', targetValue: 3 },
    { stepOrder: 6, intensity: 'REST', durationValue: 120, ...open },
    { stepOrder: 7, durationValue: 600, ...easy },
    { stepOrder: 8, intensity: 'COOLDOWN', durationType: 'OPEN', durationValue: null, ...easy },
  ]);
});

describe('limits of Garmin get a note before sending', () => {
  test('repeats inside repeats are written out', () => {
    const { body, notes } = written('2x(3x(1m R + 1m jog) + 3m E)');
    expect(notes).toEqual([
      'Garmin supports one level of repeats, so inner repeats are written out.',
    ]);
    expect(rowsOf(body).filter(({ type }) => type === 'WorkoutRepeatStep')).toHaveLength(1);
  });

  test('more steps than every watch supports', () => {
    const script = Array(51).fill('1m E').join(' + ');
    expect(written(script).notes).toEqual([
      'Some watches only take 50 steps. This workout has 51, counting each repeat as one.',
    ]);
  });

  test('more steps than Garmin supports are refused', () => {
    const script = Array(101).fill('1m E').join(' + ');
    expect(writeGarmin({ title: 'T', script }, SPEEDS)).toEqual({
      ok: false,
      reason:
        'Garmin takes up to 100 steps, counting each repeat as one. This workout has 101. Split it in two.',
    });
  });

  test('a title that is too long is cut between characters', () => {
    const { body, notes } = written('10m E', { title: `${'x'.repeat(78)}👨‍👩‍👧 and more` });
    expect(body.workoutName).toBe('x'.repeat(78));
    expect(notes).toEqual([`Garmin shows the title as “${'x'.repeat(78)}”.`]);
  });

  test('a script that is too long for a description', () => {
    const { body, notes } = written(Array(99).fill('1234.56mtr E').join(' + '));
    expect(body.description).toHaveLength(1024);
    expect(notes.at(-1)).toBe(
      'The description shows the first 1024 characters of the script. All steps are included.',
    );
  });

  test('a pace that nobody runs', () => {
    const R = { from: 11, to: 13 };
    const speeds = { ...SPEEDS, trainingPaces: { ...DEFAULT_TRAINING_PACES, R } };
    const { body, notes } = written('1m R', { speeds });
    expect(notes).toEqual([
      'Garmin doesn’t accept this pace, so the step has no target. Check your paces.',
    ]);
    expect(rowsOf(body)).toMatchObject([{ targetType: 'OPEN' }]);
  });

  test('a pace that is not set', () => {
    const T = { from: 0, to: 0 };
    const speeds = { ...SPEEDS, trainingPaces: { ...DEFAULT_TRAINING_PACES, T } };
    expect(written('20m T', { speeds }).notes).toEqual([
      'You haven’t set Threshold, so those steps have no target.',
    ]);
  });

  test('a script with mistakes is refused', () => {
    expect(writeGarmin({ title: 'T', script: '10m Q' }, SPEEDS)).toMatchObject({ ok: false });
  });
});

test("any output keeps within Garmin's limits", () => {
  fc.assert(
    fc.property(anyScript, anySpeeds, fc.string({ unit: 'binary' }), (script, speeds, title) => {
      const output = writeGarmin({ title, script }, speeds);
      if (!output.ok) return;
      const { body } = output;
      expect(Array.from(body.workoutName).length).toBeGreaterThan(0);
      expect(Array.from(body.workoutName).length).toBeLessThanOrEqual(80);
      expect(Array.from(body.description).length).toBeLessThanOrEqual(1024);
      const rows = rowsOf(body);
      expect(rows.length).toBeLessThanOrEqual(100);
      expect(rows.map(({ stepOrder }) => stepOrder)).toEqual(rows.map((_, index) => index + 1));
      const ended = rows.filter(({ durationType }) => durationType !== 'OPEN');
      for (const row of ended.filter(({ type }) => type === 'WorkoutStep'))
        expect(row['durationValue']).toBeGreaterThan(0);
      for (const row of rows.filter(({ targetType }) => targetType === 'PACE')) {
        expect(row['targetValueLow']).toBeGreaterThan(0);
        expect(row['targetValueHigh']).toBeGreaterThanOrEqual(Number(row['targetValueLow']));
        expect(row['targetValueHigh']).toBeLessThanOrEqual(12);
      }
    }),
  );
});
