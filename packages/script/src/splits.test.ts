import { METRES_PER_UNIT, trainingPaces } from '@pacewright/pace';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readScript } from './read.ts';
import { resolveWorkout } from './resolve.ts';
import { findSplits, formatSplit, type Splits } from './splits.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };

function splitsOf(script: string, units: 'metric' | 'imperial' = 'metric'): Splits | undefined {
  const [first] = resolveWorkout(readScript(script).workout, SPEEDS).unrolled;
  return first && findSplits(first.step, units);
}

function marksOf(script: string, units: 'metric' | 'imperial' = 'metric'): string[] {
  return (splitsOf(script, units)?.marks ?? []).map(
    (split) => `${Math.round(split.metres)}: ${formatSplit(split)}`,
  );
}

describe('S12: the splits of a step', () => {
  test('S12: are each 200 m up to 1 km, and the end', () => {
    expect(marksOf('800mtr in 3:12')).toEqual([
      '200: 0:47 - 0:49',
      '400: 1:35 - 1:37',
      '600: 2:22 - 2:26',
      '800: 3:09 - 3:15',
    ]);
    expect(marksOf('500mtr I').map((mark) => mark.split(':')[0])).toEqual(['200', '400', '500']);
    expect(splitsOf('800mtr I')?.each?.metres).toBe(200);
  });

  test('S12: are laps up to 3.2 km, then kilometres or miles, then five of them', () => {
    expect(splitsOf('1200mtr I')?.each?.metres).toBe(400);
    expect(splitsOf('3200mtr T')?.marks).toHaveLength(8);
    expect(splitsOf('5km T')?.marks.map(({ metres }) => metres)).toEqual([
      1000, 2000, 3000, 4000, 5000,
    ]);
    expect(splitsOf('3mi T', 'imperial')?.each?.metres).toBe(METRES_PER_UNIT.imperial);
    expect(splitsOf('21km M')?.each?.metres).toBe(5000);
  });

  test('S12: of a step with one part are its end alone', () => {
    expect(splitsOf('200mtr R')?.each).toBeUndefined();
    expect(splitsOf('200mtr R')?.marks).toHaveLength(1);
  });

  test('S12: of a step without a distance are the laps of its pace', () => {
    expect(splitsOf('3m I')).toMatchObject({ each: { metres: 400 }, marks: [] });
    expect(splitsOf('open T')).toMatchObject({ each: { metres: 400 }, marks: [] });
  });

  test.each(['400mtr jog', '2m rest', '10m', '15m Z3', '1km walk', '20m 150bpm'])(
    'S12: are missing without a speed to meet: %s',
    (script) => expect(splitsOf(script)).toBeUndefined(),
  );

  test('S12: are missing at a pace that is not set', () => {
    const none = { from: 0, to: 0 };
    const paces = { ...SPEEDS.trainingPaces, I: none };
    const { unrolled } = resolveWorkout(readScript('800mtr I').workout, { trainingPaces: paces });
    expect(unrolled.map(({ step }) => findSplits(step, 'metric'))).toEqual([undefined]);
  });

  test('S12: rise to the end of the step, in its range, and are ten or fewer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400_000 }),
        fc.constantFrom('E', 'M', 'T', 'I', 'R'),
        fc.constantFrom('metric' as const, 'imperial' as const),
        (metres, pace, units) => {
          const { each, marks } = splitsOf(`${metres}mtr ${pace}`, units) ?? { marks: [] };
          expect(marks.length).toBeGreaterThan(0);
          expect(marks.length).toBeLessThanOrEqual(10);
          expect(marks.at(-1)?.metres).toBe(metres);
          expect(each === undefined).toBe(marks.length === 1);
          marks.forEach((mark, index) => {
            const before = marks[index - 1] ?? { metres: 0, fastest: 0, slowest: 0 };
            expect(mark.metres).toBeGreaterThan(before.metres);
            expect(mark.fastest).toBeGreaterThan(before.fastest);
            expect(mark.slowest).toBeGreaterThanOrEqual(mark.fastest);
            if (!each) return;
            expect(mark.metres - before.metres).toBeLessThanOrEqual(each.metres + 1e-6);
            expect(mark.fastest - before.fastest).toBeLessThanOrEqual(each.fastest + 1e-6);
          });
        },
      ),
    );
  });
});
