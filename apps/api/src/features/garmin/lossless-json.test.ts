import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rawNumber, parseLossless } from './lossless-json.ts';

test('a 64-bit id round-trips', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (id) => {
      const text = JSON.stringify({ workoutId: rawNumber(String(id)) });
      expect(text).toBe(`{"workoutId":${id}}`);
      const { workoutId } = parseLossless(text) as { workoutId: unknown };
      expect(String(workoutId)).toBe(String(id));
    }),
  );
});

test('other numbers stay numbers', () => {
  expect(parseLossless('[3.7, -1, 1e3, 0.1]')).toEqual([3.7, -1, 1000, 0.1]);
});

test.each(['', '1.5', '-1', 'x', '12345678901234567890'])('"%s" is not an id', (text) => {
  expect(() => rawNumber(text)).toThrow('up to 19 digits');
});
