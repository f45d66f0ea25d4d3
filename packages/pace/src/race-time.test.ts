import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRaceTime, parseRaceTime } from './index.ts';

test.each([
  ['19:57', 1197],
  [' 19:57 ', 1197],
  ['1:31:35', 5495],
  ['01:31:35', 5495],
  ['1:5:30', 3930],
  ['75:30', 4530],
  ['3:43.13', 223.13],
  ['0:59', 59],
])('%s is a time', (text, seconds) => {
  expect(parseRaceTime(text)).toEqual({ ok: true, seconds });
});

test.each([
  ['19.57', 'Write it with colons: 19:57'],
  ['19,57', 'Write it with colons: 19:57'],
  ['1.31.35', 'Write it with colons: 1:31:35'],
  ['', 'Enter your finish time as h:mm:ss'],
  ['20', 'Enter your finish time as h:mm:ss'],
  ['19:5', 'Enter your finish time as h:mm:ss'],
  ['19:60', 'Enter your finish time as h:mm:ss'],
  ['1:60:00', 'Enter your finish time as h:mm:ss'],
  ['fast', 'Enter your finish time as h:mm:ss'],
])('"%s" is asked about, not guessed', (text, message) => {
  expect(parseRaceTime(text)).toEqual({ ok: false, message });
});

test('a time is written to the second, with hours only when there are any', () => {
  expect(formatRaceTime(1196.6)).toBe('19:57');
  expect(formatRaceTime(3599.7)).toBe('1:00:00');
  expect(formatRaceTime(5495)).toBe('1:31:35');
  expect(formatRaceTime(9)).toBe('0:09');
});

test('every time to a day survives being written and read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 86_400 }), (seconds) => {
      expect(parseRaceTime(formatRaceTime(seconds))).toEqual({ ok: true, seconds });
    }),
  );
});
