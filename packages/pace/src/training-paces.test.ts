import { expect, test } from 'vitest';
import { badRangeMessage, isSameRange, isValidRange, PACE_KEYS } from './index.ts';

test.each([
  ['both unset', 0, 0, true],
  ['slow to fast', 2.38, 2.78, true],
  ['one speed', 3, 3, true],
  ['fast to slow', 2.78, 2.38, false],
  ['only the slow end set', 2.38, 0, false],
  ['only the fast end set', 0, 2.78, false],
  ['negative', -2, -1, false],
  ['not a number', Number.NaN, 2.78, false],
  ['endless', 2.38, Number.POSITIVE_INFINITY, false],
  ['too fast to add up', 1e308, 1e308, false],
  ['too slow to divide by', 5e-324, 3, false],
  ['the slowest and the fastest pace that m:ss can write', 1000 / 59_999, 1609.34, true],
])('a range with %s: %d to %d', (_, from, to, valid) => {
  expect(isValidRange({ from, to })).toBe(valid);
});

test('the message for an invalid range has the words of the specification', () => {
  expect(PACE_KEYS.map(badRangeMessage)).toEqual([
    'Easy pace range is invalid: "from" pace must be faster than or equal to "to" pace',
    'Marathon pace range is invalid: "from" pace must be faster than or equal to "to" pace',
    'Threshold pace range is invalid: "from" pace must be faster than or equal to "to" pace',
    'Interval pace range is invalid: "from" pace must be faster than or equal to "to" pace',
    'Repetition pace range is invalid: "from" pace must be faster than or equal to "to" pace',
  ]);
});

test('two ranges differ by a second in a pace, not by the last bit of a speed', () => {
  const easy = { from: 1000 / 334, to: 1000 / 296 };
  expect(isSameRange(easy, { from: easy.from, to: easy.to * (1 + Number.EPSILON) })).toBe(true);
  expect(isSameRange(easy, { from: 1000 / 335, to: easy.to })).toBe(false);
  expect(isSameRange({ from: 0, to: 0 }, { from: 0, to: 0 })).toBe(true);
  expect(isSameRange({ from: 0, to: 0 }, easy)).toBe(false);
});
