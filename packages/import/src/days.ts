/** A day such as "2026-11-17" that exists. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year !== undefined && dayOf(Number(year), Number(month), Number(date)) === text;
}

/** Undefined for a day that does not exist, or that no calendar of ours has. */
export function dayOf(year: number, month: number, date: number): string | undefined {
  const isReal = year >= 1970 && year <= 2199 && date >= 1 && date <= (daysIn(year, month) ?? 0);
  return isReal ? `${year}-${pad(month)}-${pad(date)}` : undefined;
}

function daysIn(year: number, month: number): number | undefined {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** The order of day and month in "03/04/2026", where a source does not show it. */
export type DateOrder = 'day-first' | 'month-first';

type ReadDate = { kind: 'day'; day: string } | { kind: 'unclear' } | { kind: 'none' };

/** "2026-11-17", "17.11.2026", "17 Nov 2026", "Nov 17, 2026", and "17/11/2026" if its order is clear or given. */
export function readDate(text: string, order?: DateOrder): ReadDate {
  const word = text.trim().slice(0, 40);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(word);
  if (iso) return found(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word);
  if (dotted) return found(dotted[3], dotted[2], dotted[1]);
  const named = /^(?:[a-z]{3,9},? )?(\d{1,2})\.? ([a-z]{3})[a-z]{0,6}\.?,? (\d{4})$/i.exec(word);
  if (named) return found(named[3], monthOf(named[2]), named[1]);
  const american = /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]{0,6}\.? (\d{1,2}),? (\d{4})$/i.exec(word);
  if (american) return found(american[3], monthOf(american[1]), american[2]);
  const [, first, second, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(word) ?? [];
  if (first === undefined) return { kind: 'none' };
  if (Number(first) > 12) return found(year, second, first);
  if (Number(second) > 12 || first === second) return found(year, first, second);
  if (order === 'day-first') return found(year, second, first);
  return order === 'month-first' ? found(year, first, second) : { kind: 'unclear' };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function monthOf(name = ''): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function found(year?: string, month?: string, date?: string): ReadDate {
  const day = dayOf(Number(year), Number(month), Number(date));
  return day === undefined ? { kind: 'none' } : { kind: 'day', day };
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A weekday and nothing else. Monday is 0. */
export function weekdayOf(text: string): number | undefined {
  const word = text.trim().toLowerCase();
  const index = WEEKDAYS.findIndex((day) => word.startsWith(day));
  return index >= 0 && /^[a-z]{3}(?:[a-z]{0,3}day|s|rs|r)?s?\.?$/.test(word) ? index : undefined;
}

/** Days since 1 March of the year 0, so that leap days are last in their year. */
function numberOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const years = month < 3 ? year - 1 : year;
  const months = (month + 9) % 12;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leapDays + Math.floor((months * 306 + 5) / 10) + date - 1;
}

/** The weekday of a day such as "2026-11-17". Monday is 0. */
export function weekdayOfDay(day: string): number {
  return (numberOf(day) + 2) % 7;
}

export function daysBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from);
}

/** At most some weeks later or earlier. */
export function addDays(day: string, count: number): string {
  let [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  date += count;
  for (let length = daysIn(year, month) ?? 31; date > length; length = daysIn(year, month) ?? 31) {
    date -= length;
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  while (date < 1) {
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
    date += daysIn(year, month) ?? 31;
  }
  return `${year}-${pad(month)}-${pad(date)}`;
}
