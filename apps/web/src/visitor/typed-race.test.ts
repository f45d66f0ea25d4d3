import { expect, test } from 'vitest';
import { readTypedRace } from './typed-race.ts';

test('a result that can be believed is one', () => {
  expect(readTypedRace(5000, '19:57')).toEqual({
    ok: true,
    race: { distance: 5000, timeInSeconds: 1197 },
  });
});

test('a time in the way runners write it says how it was read', () => {
  expect(readTypedRace(21_097.5, '1:45')).toEqual({
    ok: true,
    race: { distance: 21_097.5, timeInSeconds: 6300 },
    readAs: '1:45:00',
  });
});

test.each([
  ['12:00', 'That is faster than the world record. Check distance and time', undefined, []],
  ['fast', 'Enter a time such as 24:31 or 1:45:00', undefined, []],
  ['1:00:00', 'This result is too slow for the formula. ', 'Set your paces by hand', []],
  ['19:57:00', 'This result is too slow for the formula. ', 'Set your paces by hand', [1197]],
])('%s says why not, and what to do', (time, said, byHand, choices) => {
  expect(readTypedRace(5000, time)).toEqual({ ok: false, said, byHand, choices });
});
