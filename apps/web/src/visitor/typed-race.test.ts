import { expect, test } from 'vitest';
import { readTypedRace } from './typed-race.ts';

test('a result that can be believed is one', () => {
  expect(readTypedRace(5000, '19:57')).toEqual({
    ok: true,
    race: { distance: 5000, timeInSeconds: 1197 },
  });
});

test.each([
  ['12:00', 'That is faster than the world record. Check distance and time', undefined],
  ['fast', 'Enter your finish time as h:mm:ss', undefined],
  ['1:00:00', 'This result is too slow to derive running paces. ', 'Set your paces by hand'],
])('%s says why not, and what to do elsewhere', (time, said, byHand) => {
  expect(readTypedRace(5000, time)).toEqual({ ok: false, said, byHand });
});
