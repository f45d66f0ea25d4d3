import { expect, test } from 'vitest';
import { parseRaceInput } from './parse-race-input.ts';

test('a plausible result is a race', () => {
  expect(parseRaceInput(5000, '19:57')).toEqual({
    ok: true,
    race: { distance: 5000, timeInSeconds: 1197 },
  });
});

test('a time in the way runners write it says how it was read', () => {
  expect(parseRaceInput(21_097.5, '1:45')).toEqual({
    ok: true,
    race: { distance: 21_097.5, timeInSeconds: 6300 },
    readAs: '1:45:00',
  });
});

test.each([
  ['12:00', 'That’s faster than the world record. Check the distance and time', undefined, []],
  ['fast', 'Enter a time like 24:31 or 1:45:00', undefined, []],
  ['1:00:00', 'This result is too slow for the formula. ', 'Set your paces by hand', []],
  ['19:57:00', 'This result is too slow for the formula. ', 'Set your paces by hand', [1197]],
])('%s is refused with a reason and a next step', (time, message, byHand, choices) => {
  expect(parseRaceInput(5000, time)).toEqual({ ok: false, message, byHand, choices });
});
