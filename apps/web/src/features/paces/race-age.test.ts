import { expect, test } from 'vitest';
import { formatRaceAge } from './race-age.ts';

test.each([
  ['2026-11-17', 'today'],
  ['2026-11-16', 'today'],
  ['2026-11-15', 'yesterday'],
  ['2026-11-14', '2 days ago'],
  ['2026-10-17', '30 days ago'],
  ['2026-03-16', '8 months ago'],
  ['2023-11-16', '3 years ago'],
])('a race of %s was %s', (day, age) => {
  expect(formatRaceAge(day, '2026-11-16')).toBe(age);
});
