import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { personalExponent, riegelTime } from './index.ts';

test('25:00 over 5 km predicts 3:59:47 over the marathon', () => {
  expect(Math.round(riegelTime({ distance: 5000, timeInSeconds: 1500 }, 42_195))).toBe(14_387);
});

test('two races give a personal exponent, in either order', () => {
  const fiveKm = { distance: 5000, timeInSeconds: 1500 };
  fc.assert(
    fc.property(fc.double({ min: 1.01, max: 1.39, noNaN: true }), (exponent) => {
      const marathon = { distance: 42_195, timeInSeconds: riegelTime(fiveKm, 42_195, exponent) };
      expect(personalExponent(fiveKm, marathon)).toBeCloseTo(exponent, 9);
      expect(personalExponent(marathon, fiveKm)).toBeCloseTo(exponent, 9);
    }),
  );
});

test('two races that are too similar or too slow give no exponent', () => {
  const fiveKm = { distance: 5000, timeInSeconds: 1500 };
  expect(personalExponent(fiveKm, { distance: 5000, timeInSeconds: 1480 })).toBeUndefined();
  expect(personalExponent(fiveKm, { distance: 6000, timeInSeconds: 1850 })).toBeUndefined();
  expect(personalExponent(fiveKm, { distance: 10_000, timeInSeconds: 2900 })).toBeUndefined();
  expect(personalExponent(fiveKm, { distance: 10_000, timeInSeconds: 6000 })).toBeUndefined();
});
