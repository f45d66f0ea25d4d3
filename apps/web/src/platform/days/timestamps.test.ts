import { expect, test } from 'vitest';
import { formatTimestamp, shortDate, shortTimestamp } from './timestamps.ts';

const TODAY = '2026-11-17';

test.each([
  [new Date(2026, 10, 17, 6, 42), 'today 06:42'],
  [new Date(2026, 9, 3, 18, 5), '3 Oct 18:05'],
  [new Date(2025, 9, 3, 18, 5), '3 Oct 2025 18:05'],
])('%s is formatted as "%s"', (timestamp, said) => {
  expect(formatTimestamp(timestamp.toISOString(), TODAY)).toBe(said);
  expect(formatTimestamp(timestamp.getTime(), TODAY)).toBe(said);
});

test('the short form leaves out today', () => {
  expect(shortTimestamp(new Date(2026, 10, 17, 6, 42).getTime(), TODAY)).toBe('06:42');
  expect(shortTimestamp(new Date(2026, 9, 3, 18, 5).getTime(), TODAY)).toBe('3 Oct 18:05');
});

test('a date has its year only if it is not this one', () => {
  expect(shortDate(new Date(2026, 0, 1).toISOString(), TODAY)).toBe('1 Jan');
  expect(shortDate(new Date(2025, 11, 31).toISOString(), TODAY)).toBe('31 Dec 2025');
});
