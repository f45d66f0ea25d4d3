import { readScript, resolveWorkout } from '@pacewright/script';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, goBack, listTimes, progressOf, type Starts } from './progress.ts';

test('a workout is ready, then at each of its steps, then done', () => {
  let starts: Starts = [];
  expect(progressOf(starts, 2)).toEqual({ kind: 'ready' });
  starts = advance(starts, 2, 1_000);
  expect(progressOf(starts, 2)).toMatchObject({ index: 0, startedAt: 1_000 });
  starts = advance(starts, 2, 5_000);
  expect(progressOf(starts, 2)).toMatchObject({ index: 1, previousSeconds: 4 });
  starts = advance(starts, 2, 9_500);
  expect(progressOf(starts, 2)).toEqual({ kind: 'done', seconds: 8.5 });
  expect(advance(starts, 2, 20_000)).toEqual(starts);
});

test('a step that is gone back to has its own start, in any workout', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(60), (count, taps) => {
      let starts: Starts = [];
      for (let tap = 0; tap < taps; tap++) starts = advance(starts, count, tap);
      const next = advance(starts, count, taps);
      expect(starts.length).toBeLessThanOrEqual(count + 1);
      expect(next === starts ? starts : goBack(next)).toEqual(starts);
    }),
  );
});

test('the times of the work are listed, not those of the recoveries', () => {
  const { unrolled } = resolveWorkout(readScript('10m E + 2x(800mtr I + 2m jog)').workout);
  const starts = [0, 600_000, 788_000, 908_000, 1_098_400];
  expect(listTimes(starts, unrolled)).toEqual([
    { index: 1, amount: '800 m', time: '3:08' },
    { index: 3, amount: '800 m', time: '3:10' },
  ]);
});
