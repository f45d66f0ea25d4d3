import type { Weekday } from './weekdays.ts';

// Days as "2027-03-14", without clocks and time zones, and as the number of days since 1970-01-01.

/** The number of a day, or undefined if there is no such day. */
export function countDays(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const count = countBefore(year, month) + date - 1;
  return writeDay(count) === day ? count : undefined;
}

export function writeDay(count: number): string {
  let year = 1970 + Math.floor(count / 365.2425);
  while (countBefore(year + 1, 1) <= count) year++;
  while (countBefore(year, 1) > count) year--;
  let month = 1;
  while (month < 12 && countBefore(year, month + 1) <= count) month++;
  const date = count - countBefore(year, month) + 1;
  return [String(year).padStart(4, '0'), pad(month), pad(date)].join('-');
}

export function addDays(day: string, days: number): string {
  return writeDay((countDays(day) ?? 0) + days);
}

/** 1970-01-01 was a Thursday. */
export function weekdayOf(count: number): Weekday {
  return (((count + 3) % 7) + 7) % 7;
}

/** The days from 1970-01-01 to the first of a month. */
function countBefore(year: number, month: number): number {
  // In a year that begins in March, the leap day is the last one.
  const [ownYear, ownMonth] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leapDays = Math.floor(ownYear / 4) - Math.floor(ownYear / 100) + Math.floor(ownYear / 400);
  return ownYear * 365 + leapDays + Math.floor((153 * ownMonth + 2) / 5) - 719_468;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
