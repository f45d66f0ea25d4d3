import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  formatDay,
  isDay,
  localToday,
  formatLongDay,
  weekOf,
  weeksOfMonth,
  weekTitle,
  type Weekday,
} from './days.ts';

const anyDay = fc
  .date({ min: new Date('1970-02-01'), max: new Date('2199-11-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyWeekday = fc.constantFrom<Weekday[]>(1, 2, 3, 4, 5, 6, 7);

test.each([
  [1, '2026-11-16', '2026-11-22'],
  [7, '2026-11-15', '2026-11-21'],
  [6, '2026-11-14', '2026-11-20'],
] as const)('a week that begins on weekday %i runs from %s to %s', (first, start, end) => {
  const week = weekOf('2026-11-17', first);
  expect([week[0], week.at(-1)]).toEqual([start, end]);
});

test('a month has the four to six weeks that it touches', () => {
  const shape = (day: string) => {
    const weeks = weeksOfMonth(day, 1);
    return [weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  };
  expect(shape('2027-02-10')).toEqual([4, '2027-02-01', '2027-02-28']);
  expect(shape('2026-10-31')).toEqual([5, '2026-09-28', '2026-11-01']);
  expect(shape('2026-11-01')).toEqual([6, '2026-10-26', '2026-12-06']);
});

// Clocks change on 29 March and 25 October in Europe, on 8 March and 1 November in America.
test.each(['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01'])(
  'a clock that changes on %s neither drops nor doubles a day',
  (day) => {
    expect(addDays(addDays(day, -1), 2)).toBe(addDays(day, 1));
    expect(new Set(weekOf(day, 1)).size).toBe(7);
    expect(new Set(weeksOfMonth(day, 1).flat()).size % 7).toBe(0);
  },
);

test('the last day of a long month becomes the last day of a short one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
});

test('today is the athlete’s local day, close to midnight too', () => {
  expect(localToday(new Date(2026, 10, 16, 0, 1))).toBe('2026-11-16');
  expect(localToday(new Date(2026, 10, 16, 23, 59))).toBe('2026-11-16');
});

test.each(['2026-02-30', '2026-13-01', '1969-12-31', '2200-01-01', 'today', '', null])(
  '%s is not a calendar day',
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);

test('days and weeks have names that people use', () => {
  expect(formatDay('2026-10-18')).toBe('18 Oct 2026');
  expect(formatLongDay('2026-11-17', '2026-11-15')).toBe('Tuesday 17 November');
  expect(formatLongDay('2027-01-01', '2026-11-15')).toBe('Friday 1 January 2027');
  expect(weekTitle(weekOf('2026-11-17', 1), '2026-11-17')).toBe('16 - 22 November');
  expect(weekTitle(weekOf('2026-12-01', 1), '2026-11-17')).toBe('30 November - 6 December');
  expect(weekTitle(weekOf('2026-12-31', 1), '2026-11-17')).toBe('28 December - 3 January 2027');
});

describe('for any day and any first weekday', () => {
  test('its week and its month contain it, without a gap', () => {
    fc.assert(
      fc.property(anyDay, anyWeekday, (day, first) => {
        expect(weekOf(day, first)).toContain(day);
        const days = weeksOfMonth(day, first).flat();
        expect(days).toContain(day);
        for (const [index, each] of days.entries())
          expect(each).toBe(addDays(days[0] ?? '', index));
      }),
    );
  });

  test('adding days and subtracting them again gives the same day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
        expect(addDays(addDays(day, days), -days)).toBe(day);
      }),
    );
  });
});
