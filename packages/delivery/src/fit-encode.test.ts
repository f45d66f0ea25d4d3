import { DEFAULT_TRAINING_PACES, trainingPaces } from '@pacewright/pace';
import {
  readScript,
  resolveWorkout,
  type AthleteSpeeds,
  type ResolvedStep,
} from '@pacewright/script';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyScript, anySpeeds, anyTitle } from '../test/any-workout.ts';
import { READERS, type FitRow } from '../test/fit-readers.ts';
import { encodeFit } from './fit-encode.ts';
import { plainLine } from './text.ts';

const RUNNER: AthleteSpeeds = { vdot: 50, trainingPaces: trainingPaces(50) };

function fileOf(script: string, { title = 'Five by three', speeds = RUNNER, id = 'w1' } = {}) {
  const file = encodeFit({ id, title, script }, speeds);
  if (!file.ok) throw new Error(file.reason);
  return file;
}

describe.each(READERS)('read with $name', ({ read }) => {
  test('a watch runs the steps of the script, in its order, at its paces to 1 mm/s', async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, anySpeeds, anyTitle, async (script, speeds, title) => {
        const file = encodeFit({ id: script, title, script }, speeds);
        fc.pre(file.ok);
        const { rows, rowCount } = await read(file.bytes);
        const { unrolled } = resolveWorkout(readScript(script).workout, speeds);

        expect(rows.map(({ index }) => index)).toEqual(rows.map((_, index) => index));
        expect(rowCount).toBe(rows.length);
        expect(runOnWatch(rows)).toEqual(unrolled.map(({ step }) => expectedRow(step)));
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test('a title in any script is complete, or cut between characters', async () => {
    await fc.assert(
      fc.asyncProperty(anyTitle, async (title) => {
        const onWatch = (await read(fileOf('E', { title }).bytes)).title ?? '';
        expect(onWatch.isWellFormed()).toBe(true);
        expect([...new Intl.Segmenter().segment(onWatch)].length).toBeLessThanOrEqual(30);
        expect(plainLine(title) || 'Open E').toSatisfy((line: string) => line.startsWith(onWatch));
      }),
    );
  });
});

test('a repeat is one row after its steps, with the first row and the number of rounds', async () => {
  const { bytes } = fileOf('15m E + 5x(3m I + 2m jog) + 10m E');
  for (const { read } of READERS) {
    const { rows } = await read(bytes);
    expect(rows).toHaveLength(5);
    expect(rows[3]).toMatchObject({
      durationType: 6,
      durationValue: 1,
      targetType: 2,
      targetValue: 5,
    });
  }
});

test('a step has the role that it has for the athlete', async () => {
  const { bytes } = fileOf('E + 2km T + 4x(400mtr R + 400mtr jog + 1m rest) + 10m E');
  for (const { read } of READERS) {
    const { rows } = await read(bytes);
    const [warmUp, active, interval, recovery, rest, coolDown] = [2, 0, 5, 4, 1, 3];
    expect(rows.map(({ intensity }) => intensity)).toEqual([
      warmUp,
      active,
      interval,
      recovery,
      rest,
      undefined,
      coolDown,
    ]);
  }
});

describe('repeats inside repeats', () => {
  test.each([
    { script: '3x(2x(400mtr R + 400mtr jog) + 3m E)', rows: 6 },
    { script: '2x(20x(200mtr R + 200mtr jog) + 5m E)', rows: 8 },
    { script: '1x(3x(1km I + 90s jog))', rows: 3 },
  ])('$script takes $rows rows', async ({ script, rows }) => {
    const { bytes } = fileOf(script);
    for (const { read } of READERS) expect((await read(bytes)).rows).toHaveLength(rows);
  });

  test('are written out, with a note', () => {
    expect(fileOf('3x(2x(400mtr R + 400mtr jog) + 3m E)').notes).toEqual([
      'A watch supports one level of repeats, so inner repeats are written out.',
    ]);
  });
});

test('a workout keeps its identity when its script changes, and shares it with no other', async () => {
  const own = fileOf('E', { id: 'own' });
  expect(fileOf('E', { id: 'own' }).bytes).toEqual(own.bytes);
  for (const { read } of READERS) {
    const { serialNumber } = await read(own.bytes);
    expect(serialNumber).toBeGreaterThan(0);
    expect((await read(fileOf('2km E', { id: 'own' }).bytes)).serialNumber).toBe(serialNumber);
    expect((await read(fileOf('E', { id: 'other' }).bytes)).serialNumber).not.toBe(serialNumber);
  }
});

describe('refusals with a message', () => {
  test.each([
    ['an empty script', '', 'There’s nothing to run yet. Write a step first.'],
    ['one mistake', '400m R', 'Fix the problem in the script first.'],
    ['two mistakes', '10m Q + 5m W', 'Fix the 2 problems in the script first.'],
    [
      'more steps than the format carries',
      Array.from({ length: 101 }, () => '1km E').join('+'),
      'A watch takes up to 100 steps, counting each repeat as one. This workout has 101. Split it in two.',
    ],
  ])('%s', (_, script, reason) => {
    expect(encodeFit({ id: 'w1', title: 'T', script }, RUNNER)).toEqual({ ok: false, reason });
  });
});

describe('notes on losses', () => {
  test('more steps than some watches take', () => {
    const script = Array.from({ length: 51 }, () => '1km E').join('+');
    expect(fileOf(script).notes).toEqual([
      'Some watches only take 50 steps. This workout has 51, counting each repeat as one.',
    ]);
  });

  test('a pace that is not set', () => {
    const speeds = { trainingPaces: { ...DEFAULT_TRAINING_PACES, T: { from: 0, to: 0 } } };
    expect(fileOf('20m T', { speeds }).notes).toEqual([
      'You haven’t set Threshold, so those steps have no target.',
    ]);
  });

  test('a title longer than the screen', () => {
    expect(fileOf('E', { title: 'The longest Tuesday evening workout' }).notes).toEqual([
      'A watch shows the title as “The longest Tuesday evening wo”.',
    ]);
  });

  test('race paces from nothing but a threshold pace', () => {
    expect(fileOf('20m 10k', { speeds: { trainingPaces: DEFAULT_TRAINING_PACES } }).notes).toEqual([
      'Race paces are estimated from your threshold pace. Enter a race to get your own.',
    ]);
  });
});

test.each([
  ['Five by three', 'five-by-three.fit'],
  ['Fünf × 3 (schön)', 'funf-3-schon.fit'],
  ['閾値走', 'workout-10473805.fit'],
  ['', 'open-e.fit'],
  ['../../etc/passwd', 'etc-passwd.fit'],
])('%s is saved as %s', (title, fileName) => {
  expect(fileOf('E', { title }).fileName).toBe(fileName);
});

type Run = Omit<FitRow, 'index'>;

/**
 * Runs the rows like a watch: one after the other, and back to the first row of a repeat until its rounds are
 * done.
 */
function runOnWatch(rows: readonly FitRow[]): Run[] {
  const run: Run[] = [];
  const rounds = new Map<number, number>();
  for (let at = 0; at < rows.length; at++) {
    const { index, ...row } = rows[at]!;
    if (row.durationType !== 6) {
      run.push({ ...row, intensity: row.intensity === 5 ? 0 : row.intensity });
      continue;
    }
    const done = (rounds.get(index) ?? 0) + 1;
    rounds.set(index, done < row.targetValue ? done : 0);
    if (done < row.targetValue) at = row.durationValue - 1;
  }
  return run;
}

function expectedRow({ amount, target, speed, role }: ResolvedStep): Run {
  const isPace = target.kind === 'pace' || target.kind === 'race' || target.kind === 'goal';
  const hasSpeed = isPace && speed !== undefined;
  return {
    durationType: { time: 0, distance: 1, open: 5 }[amount.kind],
    durationValue:
      amount.kind === 'time'
        ? Math.round(amount.seconds * 1000)
        : amount.kind === 'distance'
          ? Math.round(amount.metres * 100)
          : 0,
    targetType: hasSpeed ? 0 : target.kind === 'zone' ? 1 : 2,
    targetValue: target.kind === 'zone' ? target.zone : 0,
    low: hasSpeed ? Math.round(speed.from * 1000) : undefined,
    high: hasSpeed ? Math.round(speed.to * 1000) : undefined,
    intensity: { work: 0, rest: 1, 'warm-up': 2, 'cool-down': 3, recovery: 4 }[role],
  };
}
