/**
 * A day is text such as 2026-11-16, with no hours and no zone. It is reckoned with in UTC, where every day
 * has 24 hours; only "today" asks where the athlete is.
 */

const MS_A_DAY = 86_400_000;

/** 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Today where the athlete is. */
export function localToday(now = new Date()): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

export function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && dayOf(time) === text && text >= FIRST_DAY && text <= LAST_DAY;
}

/** The calendar's ends, as the contract has them. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2199-12-31';

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * MS_A_DAY);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_A_DAY);
}

/** The same date some months later, or the last of a month that is too short for it. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The seven days of the week that a day is in. */
export function weekOf(day: string, first: Weekday): string[] {
  const weekday = new Date(day).getUTCDay() || 7;
  return daysFrom(addDays(day, -((weekday - first + 7) % 7)), 7);
}

/** The weeks that a month touches, whole, as a page of a calendar shows them. */
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

type WeekInfo = { firstDay?: number };

/** The day a week begins with where the athlete reads. Browsers tell in one of two ways, or not at all. */
export function firstWeekday(language = navigator.language): Weekday {
  try {
    const locale = new Intl.Locale(language);
    // The compiler's library does not know these yet.
    const known = locale as { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
    const told = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay;
    if (isWeekday(told)) return told;
    const region = locale.maximize().region ?? '';
    return SUNDAY_FIRST.has(region) ? 7 : SATURDAY_FIRST.has(region) ? 6 : 1;
  } catch {
    return 1;
  }
}

function isWeekday(day: number | undefined): day is Weekday {
  return day !== undefined && Number.isInteger(day) && day >= 1 && day <= 7;
}

// From the week data of the Unicode CLDR, for browsers that do not have it.
const SUNDAY_FIRST = new Set(
  (
    'AG AS AU BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ ' +
    'NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
  ).split(' '),
);
const SATURDAY_FIRST = new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' '));

/** "Mon" */
export function shortWeekday(day: string): string {
  return format(day, { weekday: 'short' });
}

/** "Tuesday" */
export function longWeekday(day: string): string {
  return format(day, { weekday: 'long' });
}

/** "17" */
export function dateOf(day: string): string {
  return String(Number(day.slice(8)));
}

/** "Tuesday 17 November", with the year when it is not this one. */
export function longDay(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  const parts = { weekday: 'long', day: 'numeric', month: 'long', ...year } as const;
  return format(day, parts).replace(',', '');
}

/** "16 - 22 November", "30 November - 6 December", with the year when it is not this one. */
export function weekTitle(week: readonly string[], today: string): string {
  const [first = today, last = today] = [week[0], week.at(-1)];
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const start = isOneMonth ? dateOf(first) : format(first, { day: 'numeric', month: 'long' });
  const year = last.slice(0, 4) === today.slice(0, 4) ? '' : ` ${last.slice(0, 4)}`;
  return `${start} - ${format(last, { day: 'numeric', month: 'long' })}${year}`;
}

/** "November 2026" */
export function monthTitle(day: string): string {
  return format(day, { month: 'long', year: 'numeric' });
}

/** "Tue 17 Nov", with the year when it is not this one. */
export function dayInList(day: string, today: string): string {
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

/** "today", "30 days ago", "8 months ago" */
export function formatAge(day: string, today: string): string {
  const days = daysBetween(day, today);
  if (days < 60) return AGO.format(-days, 'day');
  if (days < 730) return AGO.format(-Math.round(days / 30.44), 'month');
  return AGO.format(-Math.round(days / 365.25), 'year');
}

const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(day: string, parts: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(parts);
  const made = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
  formats.set(key, made);
  return made.format(new Date(day));
}
