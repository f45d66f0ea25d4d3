import { expect, test } from 'vitest';
import { clockTimes } from './clock-times.ts';

const TOKYO = {
  day: '2026-07-21',
  startedAt: '2026-07-20T17:04:00.000Z',
  seconds: 2400,
  watch: { steps: [], utcOffsetSeconds: 9 * 3600 },
};

test('a run has the clock of the place where it was run', () => {
  expect(clockTimes(TOKYO, undefined)).toBe('02:04 to 02:44');
});

test('a run ends after its pauses', () => {
  const pauses = [
    { at: 600, seconds: 300, isAutomatic: false },
    { at: 900, seconds: 180, isAutomatic: true },
  ];
  expect(clockTimes(TOKYO, { pauses })).toBe('02:04 to 02:52');
});

test('without a time zone, no time is said that does not fit the day', () => {
  const elsewhere = { ...TOKYO, day: '2026-07-18', watch: { steps: [] } };
  expect(clockTimes(elsewhere, undefined)).toBeUndefined();
});
