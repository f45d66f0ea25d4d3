import { addDays, dayOf, daysBetween, weekdayOfDay } from '../days.ts';
import type { Words } from './weekdays.ts';

/** A date at the beginning of a text. Without a year it is the next one that fits its weekday. */
export type FoundDate = { day: string; length: number; isUnclear: boolean; isFar: boolean };

export type DateContext = {
  /** The day of the reading, such as "2026-11-17". */
  today: string;
  isMonthFirst: boolean;
  /** The text shows which comes first. */
  isOrderClear: boolean;
  /** Of the whole text. */
  year?: number | undefined;
  /** The date before, which others without a year are near to. */
  near?: string;
  /** Slashes are between a day and a month also without a weekday before them. */
  isInRange?: boolean;
  /** So they are at the beginning of the lines of this text. */
  isListed?: boolean;
  /** The weekdays of this text have the numbers of their days. */
  isNumbered?: boolean;
};

const WRITTEN = /^[^\d\n]{0,12}(\d{1,2})\/(\d{1,2})(?:\/\d{2,4})?(?![\d/])/;

/** Whether months come first in dates such as 4/8, as far as the dates of a text show it. */
export function dateOrderOf(bodies: readonly string[]): 'day' | 'month' | undefined {
  const pairs = bodies.flatMap((body) => {
    const [, one, other] = WRITTEN.exec(body) ?? [];
    return one === undefined || other === undefined ? [] : [[Number(one), Number(other)] as const];
  });
  const firsts = new Set(pairs.map(([one]) => one));
  const seconds = new Set(pairs.map(([, other]) => other));
  const isDate = (some: Set<number>) => [...some].some((value) => value > 12 && value < 32);
  if (isDate(firsts) !== isDate(seconds)) return isDate(firsts) ? 'day' : 'month';
  if (firsts.size < 3 && seconds.size > 3) return 'month';
  if (seconds.size < 3 && firsts.size > 3) return 'day';
  // Days of a plan follow each other closely in one of the orders.
  const areDays = areClose(pairs.map(([date, month]) => [month, date]));
  return areDays === areClose(pairs) ? undefined : areDays ? 'day' : 'month';
}

const MAX_GAP = 21;

/** Months and days, each soon after the one before. */
function areClose(pairs: readonly (readonly [number, number])[]): boolean {
  const days = pairs.flatMap(([month, date]) => dayOf(SOME_YEAR, month, date) ?? []);
  const gaps = days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day));
  const isClose = (gap: number) => gap >= 0 && gap <= MAX_GAP;
  return days.length === pairs.length && gaps.every((gap) => isClose(gap) || isClose(gap + 365));
}

const SOME_YEAR = 2027;

/** Lines that begin with "16/11", "17/11", "18/11". */
export function listsDates(bodies: readonly string[]): boolean {
  const pairs = bodies.flatMap((body) => {
    const [, one, other] =
      /^(\d{1,2})\/(\d{1,2})(?=\s)(?!\s*(?:km?|mi|miles?|min)\b)/.exec(body) ?? [];
    return one === undefined || other === undefined ? [] : [[Number(one), Number(other)] as const];
  });
  const isOrdered = areClose(pairs) || areClose(pairs.map(([one, other]) => [other, one]));
  return pairs.length >= MIN_DATES && new Set(pairs.map(String)).size === pairs.length && isOrdered;
}

/** "M 4/8:", "R 4/11:". T and S are two days each. */
const LETTER_DATE = /^(m|tu?|w|r|th|f|sa?|su|u)\.?,?\s+(?=\d{1,2}\/\d{1,2}\s*[:–-])/i;
const LETTER_DAYS: Readonly<Record<string, number>> = {
  m: 0,
  tu: 1,
  w: 2,
  r: 3,
  th: 3,
  f: 4,
  sa: 5,
  su: 6,
  u: 6,
};

type Parts = {
  year?: string | undefined;
  month: number;
  date: number;
  length: number;
  isUnclear?: boolean;
  /** "13.1 10km": without a dot behind it, which its weekday must confirm. */
  isBare?: boolean;
};

export function dateAt(text: string, words: Words, context: DateContext): FoundDate | undefined {
  const weekday = words.dayAt(text);
  const letter = weekday ? undefined : LETTER_DATE.exec(text);
  const before = weekday ? (/^[.,]?\s*/.exec(text.slice(weekday.length))?.[0].length ?? 0) : 0;
  const start = weekday ? weekday.length + before : (letter?.[0].length ?? 0);
  const isMarked = start > 0 || context.isInRange === true || context.isListed === true;
  const found = partsAt(text.slice(start), words, isMarked, context);
  if (!found) return undefined;
  const parts = withoutFarYear(found, text.slice(start), weekday?.day, context);
  const { month, date, length } = parts;
  const day = parts.year
    ? dayOf(Number(parts.year.length === 2 ? `20${parts.year}` : parts.year), month, date)
    : likelyDay(
        month,
        date,
        weekday?.day ?? LETTER_DAYS[letter?.[1]?.toLowerCase() ?? ''],
        context,
      );
  const isDoubtful =
    parts.isBare === true &&
    day !== undefined &&
    (weekdayOfDay(day) !== weekday?.day || isFar(daysBetween(context.today, day)));
  return day === undefined || isDoubtful
    ? undefined
    : {
        day,
        length: start + length,
        isUnclear: parts.isUnclear ?? false,
        isFar: !parts.year && isFar(daysBetween(context.today, day)),
      };
}

/** Behind an amount, which is no year: "13.01. 10 km", "Jan 13 2000 m". */
const UNIT = String.raw`\s*-?\s*(?:h|std|hrs?|hours?|min\p{L}*|mi(?:les?)?|mn|m|km?s?|sek|secs?|s|x|×|er|['’′"”])(?!\p{L})`;
const YEAR = String.raw`((?:19|20)\d\d)(?![\p{L}\d]|[.:]\d|${UNIT})`;
const NAMED = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?:de\s+)?(\p{L}{3,10})\.?(?:,?\s+(?:de\s+)?${YEAR})?(?![\p{L}\d])`,
  'iu',
);
const AMERICAN = new RegExp(
  String.raw`^(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+${YEAR})?(?![\p{L}\d:.]|${UNIT})`,
  'iu',
);
// A year of two digits is never behind a blank.
const DOTTED = new RegExp(
  String.raw`^(\d{1,2})\.\s?(\d{1,2})\.(?:\s?${YEAR}|(\d\d)(?![\p{L}\d]|[.:]\d|${UNIT}|[-–]\d))?`,
  'iu',
);

const BARE = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})(?=\s+\d+(?:[.,:]\d+)?${UNIT})`, 'iu');

function partsAt(
  text: string,
  { monthOf }: Words,
  hasWeekday: boolean,
  { isMonthFirst, isOrderClear }: DateContext,
): Parts | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text);
  if (iso)
    return { year: iso[1], month: Number(iso[2]), date: Number(iso[3]), length: iso[0].length };
  const named = NAMED.exec(text);
  const month = named && isMonthWord(named[2] ?? '') && monthOf(named[2] ?? '');
  if (named && month)
    return { year: named[3], month, date: Number(named[1]), length: named[0].length };
  const american = AMERICAN.exec(text);
  const first = american && isMonthWord(american[1] ?? '') && monthOf(american[1] ?? '');
  if (american && first)
    return {
      year: american[3],
      month: first,
      date: Number(american[2]),
      length: american[0].length,
    };
  const dotted = DOTTED.exec(text);
  if (dotted)
    return {
      year: dotted[3] ?? dotted[4],
      month: Number(dotted[2]),
      date: Number(dotted[1]),
      length: dotted[0].length,
    };
  const bare = hasWeekday ? BARE.exec(text) : undefined;
  if (bare)
    return {
      month: Number(bare[2]),
      date: Number(bare[1]),
      length: bare[0].length,
      isBare: true,
    };
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?(?![\d/])/.exec(text);
  if (!slashed || (slashed[3] === undefined && !hasWeekday)) return undefined;
  const [one, other] = [Number(slashed[1]), Number(slashed[2])];
  const isEither = one <= 12 && other <= 12 && one !== other;
  const isUnclear = isEither && !isOrderClear;
  const isAmerican = other > 12 || (isEither && isMonthFirst);
  return {
    year: slashed[3],
    month: isAmerican ? one : other,
    date: isAmerican ? other : one,
    length: slashed[0].length,
    isUnclear,
  };
}

const YEARS_NEAR = 2;

/** "13.01. 2010 einlaufen": a number before a word, in no year that anybody plans or that has this weekday. */
function withoutFarYear(
  parts: Parts,
  text: string,
  weekday: number | undefined,
  { today }: DateContext,
): Parts {
  const { year, month, date, length } = parts;
  const [written] = /\s\d{4}$/.exec(text.slice(0, length)) ?? [];
  if (year === undefined || written === undefined || !/^\s+\p{L}/u.test(text.slice(length)))
    return parts;
  const day = dayOf(Number(year), month, date);
  const isOwn = day !== undefined && weekdayOfDay(day) === weekday;
  const isNear = Math.abs(Number(year) - Number(today.slice(0, 4))) <= YEARS_NEAR;
  return isOwn || isNear ? parts : { ...parts, year: undefined, length: length - written.length };
}

/** "Sep" is a month, "Mile" is not, though it begins like one in another language. */
function isMonthWord(word: string): boolean {
  return (
    /^(?:jan|feb|fév|f[eé]v|mar|mär|apr|avr|abr|may|mai|jun|jui|jul|aug|aoû|ago|sep|oct|okt|nov|dec|dez|déc|dic|ene)/i.test(
      word,
    ) && !/^mar(?:athon|k)|^augen|^off/i.test(word)
  );
}

/** A date without a year that is further away is of a text that is old. */
const FAR = 400;
const HALF_YEAR = 183;

export function isFar(days: number): boolean {
  return days > FAR || days < -HALF_YEAR;
}

const YEARS_AROUND = [0, 1, -1, 2, -2];
const NAMED_YEAR = /(?<![\d./-])20[2-4]\d(?![\d./-])/;

/** The year of a text: the one of the months that it names, "May and June 2025", or in which its weekdays fit its dates. */
export function yearOf(
  bodies: readonly string[],
  words: Words,
  dates: DateContext,
): number | undefined {
  const found = bodies.flatMap((body) => {
    const weekday = words.dayAt(body);
    const start = weekday
      ? weekday.length + (/^[.,]?\s*/.exec(body.slice(weekday.length))?.[0].length ?? 0)
      : 0;
    const parts = partsAt(body.slice(start), words, start > 0, dates);
    return parts && !parts.year && !parts.isBare ? [{ ...parts, weekday: weekday?.day }] : [];
  });
  if (found.length < 2) return undefined;
  for (const body of bodies) {
    const year = NAMED_YEAR.exec(body)?.[0];
    const months = monthsOf([body], words);
    const isOfMonths = ({ month }: Parts) =>
      month >= Math.min(...months) && month <= Math.max(...months);
    if (year !== undefined && months.length > 0 && found.every(isOfMonths)) return Number(year);
  }
  const told = new Set(
    found.some(({ weekday }) => weekday !== undefined) ? [] : toldDays(bodies, words),
  );
  const [only] = told.size === 1 && found.length >= MIN_DATES ? told : [];
  const named = found
    .map((one) => ({ ...one, weekday: one.weekday ?? only }))
    .filter(({ weekday }) => weekday !== undefined);
  if (named.length < 2) return undefined;
  return YEARS_AROUND.map((ahead) => Number(dates.today.slice(0, 4)) + ahead).find((year) =>
    named.every(({ month, date, weekday }) => {
      const day = dayOf(year, month, date);
      return day !== undefined && weekdayOfDay(day) === weekday;
    }),
  );
}

const MIN_DATES = 3;

/** The weekdays that a text names, by their whole names: "Tuesday Track". */
function toldDays(bodies: readonly string[], words: Words): number[] {
  return bodies.flatMap((body) =>
    (body.match(/(?<!\p{L})\p{L}{5,12}(?!\p{L})/gu) ?? []).flatMap(
      (word) => words.dayOf(word) ?? [],
    ),
  );
}

/** The months that a text names. */
export function monthsOf(bodies: readonly string[], { monthOf }: Words): number[] {
  const words = bodies.flatMap((body) => body.match(/(?<!\p{L})\p{L}{3,10}(?!\p{L})/gu) ?? []);
  return words.flatMap((word) => (isMonthWord(word) ? (monthOf(word) ?? []) : []));
}

/** The years that a text names, or else those that are near. */
export function yearsOf(bodies: readonly string[], { year, today }: DateContext): number[] {
  const named = bodies.flatMap((body) => NAMED_YEAR.exec(body)?.[0] ?? []).map(Number);
  const own = Number(today.slice(0, 4));
  return year === undefined ? [...named, own, own + 1, own - 1] : [year];
}

const YEARS = [0, 1, 2, 3, 4, 5, 6];

function likelyDay(
  month: number,
  date: number,
  weekday: number | undefined,
  { today, near, year: known }: DateContext,
): string | undefined {
  if (known !== undefined) return dayOf(known, month, date);
  const isNear = (day: string) =>
    near !== undefined && Math.abs(daysBetween(near, day)) < HALF_YEAR;
  const nearYear = Number(near?.slice(0, 4));
  const beside = [-1, 0, 1].flatMap((ahead) => dayOf(nearYear + ahead, month, date) ?? []);
  const own = near === undefined ? undefined : beside.find(isNear);
  if (own !== undefined && (weekday === undefined || weekdayOfDay(own) === weekday)) return own;
  const year = Number(today.slice(0, 4));
  const days = YEARS.map((ahead) => dayOf(year + ahead, month, date)).filter(
    (day) => day !== undefined,
  );
  const fitting = days.filter((day) => weekday === undefined || weekdayOfDay(day) === weekday);
  return fitting.find((day) => day >= addDays(today, -90)) ?? fitting[0] ?? days[0];
}
