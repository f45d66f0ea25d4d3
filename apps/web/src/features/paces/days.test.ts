import { expect, test } from 'vitest';
import { formatAge, formatDay, localToday } from './days.ts';

test.each([
  ['2026-11-16', 'today'],
  ['2026-11-15', 'yesterday'],
  ['2026-10-17', '30 days ago'],
  ['2026-03-16', '8 months ago'],
  ['2023-11-16', '3 years ago'],
])('a race of %s was %s', (day, age) => {
  expect(formatAge(day, '2026-11-16')).toBe(age);
});

test('a day is the same day in every time zone', () => {
  expect(formatDay('2026-10-18')).toBe('18 Oct 2026');
  expect(localToday(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
