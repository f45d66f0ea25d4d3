/**
 * A day is text such as 2026-11-16, without a time or a zone. Days are added in UTC, where each has 24 hours;
 * only "today" depends on the athlete's zone.
 */

const MS_A_DAY = 86_400_000;

/** 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Today in the athlete's zone. */
export function localToday(now = new Date()): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

export function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && dayOf(time) === text && text >= FIRST_DAY && text <= LAST_DAY;
}

/** The first and last day of the calendar, from the contract. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2199-12-31';

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * MS_A_DAY);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_A_DAY);
}

/** The same date some months later, or the last day of a month that is too short for it. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The seven days of the week that contains a day. */
export function weekOf(day: string, first: Weekday): string[] {
  const weekday = new Date(day).getUTCDay() || 7;
  return daysFrom(addDays(day, -((weekday - first + 7) % 7)), 7);
}

/** All weeks that a month touches, as a page of a calendar shows them. */
export function weeksOfMonth(day: string, first: Weekday): string[][] {
  const month = day.slice(0, 7);
  const weeks = [weekOf(`${month}-01`, first)];
  for (;;) {
    const next = addDays(weeks.at(-1)?.[0] ?? day, 7);
    if (!next.startsWith(month)) return weeks;
    weeks.push(daysFrom(next, 7));
  }
}

function daysFrom(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, index));
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** "Mon" */
export function shortWeekday(day: string): string {
  return format(day, { weekday: 'short' });
}

/** "Tuesday" */
export function longWeekday(day: string): string {
  return format(day, { weekday: 'long' });
}

/** "Monday" for 0. */
export function nameWeekday(weekday: number): string {
  return longWeekday(addDays(A_MONDAY, weekday));
}

const A_MONDAY = '2026-01-05';

/** "17" */
export function dayOfMonth(day: string): string {
  return String(Number(day.slice(8)));
}

/** "Tuesday 17 November", with the year if it is not this one. */
export function formatLongDay(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  const parts = { weekday: 'long', day: 'numeric', month: 'long', ...year } as const;
  return format(day, parts).replace(',', '');
}

/** "16 - 22 November", "30 November - 6 December", with the year if it is not this one. */
export function weekTitle(week: readonly string[], today: string): string {
  const [first = today, last = today] = [week[0], week.at(-1)];
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const start = isOneMonth ? dayOfMonth(first) : format(first, { day: 'numeric', month: 'long' });
  const year = last.slice(0, 4) === today.slice(0, 4) ? '' : ` ${last.slice(0, 4)}`;
  return `${start} - ${format(last, { day: 'numeric', month: 'long' })}${year}`;
}

/** "November 2026" */
export function monthTitle(day: string): string {
  return format(day, { month: 'long', year: 'numeric' });
}

/** "Tue 17 Nov", with the year if it is not this one. */
export function formatShortDay(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return format(day, { weekday: 'short', day: 'numeric', month: 'short', ...year }).replace(
    ',',
    '',
  );
}

/** "18 Oct 2026" */
export function formatDay(day: string): string {
  return format(day, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** Creating a formatter takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(day: string, parts: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(parts);
  const formatter =
    formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
  formats.set(key, formatter);
  return formatter.format(new Date(day));
}
