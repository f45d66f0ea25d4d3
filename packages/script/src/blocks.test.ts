import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { newBlock, nudgeAmount, snapAmount, writeStep } from './index.ts';

test.each([
  [1, 5],
  [92, 90],
  [119, 120],
  [188, 195],
  [592, 585],
  [598, 600],
  [635, 660],
  [3598, 3600],
  [4000, 3900],
  [100_000, 86_400],
])('%d s snaps to %d s', (seconds, snapped) => {
  expect(snapAmount({ kind: 'time', seconds })).toEqual({ kind: 'time', seconds: snapped });
});

test.each([
  [20, 100],
  [440, 400],
  [1609.34, 1600],
  [1960, 2000],
  [2260, 2500],
  [42_195, 42_000],
  [500_000, 400_000],
])('%d m snaps to %d m', (metres, snapped) => {
  expect(snapAmount({ kind: 'distance', metres })).toEqual({ kind: 'distance', metres: snapped });
});

test('an open step stays open', () => {
  expect(snapAmount({ kind: 'open' })).toEqual({ kind: 'open' });
});

test.each([
  [180, 195, 165],
  [120, 135, 115],
  [600, 660, 585],
  [187, 195, 180],
  [5, 10, 5],
  [86_400, 86_400, 86_100],
])('%d s is lengthened to %d s and shortened to %d s', (seconds, longer, shorter) => {
  const amount = { kind: 'time', seconds } as const;
  expect(nudgeAmount(amount, 1)).toEqual({ kind: 'time', seconds: longer });
  expect(nudgeAmount(amount, -1)).toEqual({ kind: 'time', seconds: shorter });
});

test('distances are changed in steps of 100 m below 2 km, and of 500 m above', () => {
  const longer = (metres: number) => nudgeAmount({ kind: 'distance', metres }, 1);
  expect(longer(800)).toEqual({ kind: 'distance', metres: 900 });
  expect(longer(2000)).toEqual({ kind: 'distance', metres: 2500 });
  expect(longer(1609.34)).toEqual({ kind: 'distance', metres: 1700 });
  expect(nudgeAmount({ kind: 'open' }, 1)).toEqual({ kind: 'open' });
});

test('a longer amount never snaps to a shorter one, and snapping again changes nothing', () => {
  const seconds = fc.double({ min: 0.001, max: 90_000, noNaN: true });
  const snapped = (value: number) => {
    const amount = snapAmount({ kind: 'time', seconds: value });
    return amount.kind === 'time' ? amount.seconds : NaN;
  };
  fc.assert(
    fc.property(seconds, seconds, (one, other) => {
      const [short, long] = [Math.min(one, other), Math.max(one, other)];
      expect(snapped(short)).toBeLessThanOrEqual(snapped(long));
      expect(snapped(snapped(one))).toBe(snapped(one));
    }),
  );
});

test('a new block is as long as its pace is usually run', () => {
  const paces = ['E', 'M', 'T', 'I', 'R'] as const;
  expect(paces.map((pace) => writeStep(newBlock(pace)))).toEqual([
    '10m E',
    '10m M',
    '5m T',
    '3m I',
    '1m R',
  ]);
});
