import { addDays, daysBetween, weekdayOfDay } from '../days.ts';
import { dateAt, type DateContext, type FoundDate } from './dates.ts';
import type { Words } from './weekdays.ts';

/** The dates that a line names: "w/c 23 Nov", "23-29 Nov", "Week 30/11 - 6/12". */
export type NamedDates = {
  start: FoundDate;
  /** Of a range, from its first day to its last. */
  days: number | undefined;
  from: number;
  to: number;
};

const MAX_LINE = 200;
const NAMES =
  /(?<!\p{L})(?:w\/?[ce]|week|wk|woche|semaine|semana|ab|starting|beginning)(?!\p{L}).*\d|\d[\p{L}.]{0,9}[\p{L}\s/.\d]{0,16}(?:[-–—]|(?<!\p{L})(?:to|until|till|thru|through|bis|au|al|hasta|a)(?!\p{L}))[\p{L}\s.,]{0,16}\d/iu;
/** Where a date can begin. */
const PLACE = /(?<![\p{L}\d.:/-])(?:(?:the|vom|du|del|from|von|de)\s+)?(?=[\p{L}\d])/giu;
const BEGINNING =
  /^(?:w\/?[ce]|(?:week|wk|woche|semaine|semana)\s+(?:of|commencing|beginning|starting|ending|from|ab|vom|du|del)|wc|ab dem|starting|beginning)\b\.?:?\s+(?:the\s+|on\s+)?/iu;
const TO =
  /^\s*(?:[-–—]|to|until|till|thru|through|bis(?:\s+zum)?|au|jusqu['’]au|al|hasta(?:\s+el)?|a)\s*(?:the\s+)?(?=[\p{L}\d])/iu;
/** "Nov 23-29", but not "Nov 23 - 8 km". */
const LAST_DAY = /^(\d{1,2})(?:st|nd|rd|th)?(?=\s*(?:$|[):,.;]))(?!\.\d)/iu;
const BARE_DAY = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?(?![\p{L}\d:/]|\.\d)/iu;

/** The first week or range of dates that a line names. */
export function namedDates(body: string, words: Words, dates: DateContext): NamedDates | undefined {
  // The dates of a mail in one line are in its first sentence.
  const start = body.slice(0, MAX_LINE);
  if (!NAMES.test(start)) return undefined;
  for (const { index, 0: lead } of start.matchAll(PLACE)) {
    const at = index + lead.length;
    const beginning = BEGINNING.exec(body.slice(index))?.[0].length ?? 0;
    const found = beginning > 0 ? beginAt(body, index + beginning, words, dates) : undefined;
    const range = found ?? rangeAt(body, at, words, dates);
    if (range) return { ...range, from: index };
  }
  return undefined;
}

const YEARS_AROUND = [0, 1, -1, 2, -2];
const [MONDAY, SUNDAY] = [0, 6];

/** The year in which all weeks that a text names by their dates, "5. bis 11. Mai", begin on a Monday, or on a Sunday. */
export function yearOfWeeks(
  bodies: readonly string[],
  words: Words,
  dates: DateContext,
): number | undefined {
  const starts = bodies.flatMap((body) => {
    const named = namedDates(body, words, dates);
    return named?.days === 7 ? [named.start.day.slice(4)] : [];
  });
  if (starts.length === 0) return undefined;
  return YEARS_AROUND.map((ahead) => Number(dates.today.slice(0, 4)) + ahead).find((year) =>
    [MONDAY, SUNDAY].some((first) =>
      starts.every((start) => weekdayOfDay(`${year}${start}`) === first),
    ),
  );
}

type Range = Omit<NamedDates, 'from'>;

/** "w/c 23 Nov", "w/c 30/11", "w/c 23rd". */
function beginAt(body: string, at: number, words: Words, dates: DateContext): Range | undefined {
  const range = rangeAt(body, at, words, dates);
  if (range) return range;
  const found = dateIn(body.slice(at), words, dates) ?? dayIn(body.slice(at), dates);
  if (!found) return undefined;
  const isEnd = ENDING.test(body.slice(0, at));
  const start = isEnd ? { ...found, day: addDays(found.day, -6) } : found;
  return { start, days: undefined, to: at + found.length };
}

/** "w/e 17 Jan", "Week ending 17 Jan" */
const ENDING = /(?:w\/?e|ending)\b\.?:?\s*(?:the\s+|on\s+)?$/iu;

const DAYS_AROUND = [-7, 35] as const;

/** "23rd": the Monday or Sunday nearest by with that number. */
function dayIn(text: string, { today }: DateContext): FoundDate | undefined {
  const [all, number] = /^(\d{1,2})(?:st|nd|rd|th|er|\.)(?![\p{L}\d])/iu.exec(text) ?? [];
  if (all === undefined || number === undefined) return undefined;
  const days = Array.from({ length: DAYS_AROUND[1] - DAYS_AROUND[0] }, (_, index) =>
    addDays(today, DAYS_AROUND[0] + index),
  ).filter((day) => Number(day.slice(8)) === Number(number));
  const day = days.find((one) => [0, 6].includes(weekdayOfDay(one)));
  return day === undefined
    ? undefined
    : { day, length: all.length, isUnclear: false, isFar: false };
}

/** A date with its month, also between slashes. */
function dateIn(text: string, words: Words, dates: DateContext): FoundDate | undefined {
  return dateAt(text, words, { ...dates, isInRange: true });
}

const LONGEST_WEEK = 31;

function rangeAt(body: string, at: number, words: Words, dates: DateContext): Range | undefined {
  const text = body.slice(at);
  const first = dateIn(text, words, dates);
  if (first) {
    const gap = TO.exec(text.slice(first.length))?.[0];
    if (gap === undefined) return undefined;
    const rest = text.slice(first.length + gap.length);
    const last = dateIn(rest, words, { ...dates, near: first.day });
    if (last) return between(first, last.day, at + first.length + gap.length + last.length);
    // "Nov 23-29"
    const [number, date] = LAST_DAY.exec(rest) ?? [];
    const isAmerican = /\p{L}\W*\d{1,2}(?:st|nd|rd|th)?$/iu.test(text.slice(0, first.length));
    if (number === undefined || date === undefined || !isAmerican) return undefined;
    const day = `${first.day.slice(0, 8)}${date.padStart(2, '0')}`;
    return between(first, day, at + first.length + gap.length + number.length);
  }
  // "23-29 Nov", "Mon 23 to Sun 29 November"
  const weekday = words.dayAt(text);
  const start = weekday
    ? weekday.length + (/^[.,]?\s*/.exec(text.slice(weekday.length))?.[0].length ?? 0)
    : 0;
  const [number, date = ''] = BARE_DAY.exec(text.slice(start)) ?? [];
  const gap = number === undefined ? undefined : TO.exec(text.slice(start + number.length))?.[0];
  if (number === undefined || gap === undefined) return undefined;
  const before = start + number.length + gap.length;
  const last = dateIn(text.slice(before), words, dates);
  if (!last) return undefined;
  const days = Array.from({ length: LONGEST_WEEK }, (_, index) => addDays(last.day, -1 - index));
  const day = days.find((one) => Number(one.slice(8)) === Number(date));
  return day === undefined
    ? undefined
    : between({ ...last, day }, last.day, at + before + last.length);
}

function between(start: FoundDate, last: string, to: number): Range | undefined {
  const days = daysBetween(start.day, last) + 1;
  return days > 1 && days <= MAX_DAYS ? { start, days, to } : undefined;
}

const MAX_DAYS = 400;
