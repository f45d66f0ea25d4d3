import { addDays, weekdayOfDay } from '../days.ts';
import { dateAt, type DateContext } from './dates.ts';
import { namesRace } from './evidence.ts';
import type { Words } from './weekdays.ts';
import { NUMBER_WORDS } from './words.ts';

/** The days that are left of a line, and where its session begins. */
export type DaysLeft = { left: number[]; at: number };

/** The last day of a text that counts its days down. */
export type LastDay = {
  day: string;
  /** The text says it, and it is near. */
  isSaid: boolean;
  isBare: boolean;
  /** The greatest number of days that are left. */
  most: number;
};

const DAY = String.raw`(?:days?|sleeps?|tage?n?|jours?|d[ií]as?|giorn[io]|dag(?:en)?)`;
const COUNT = String.raw`(?:\d{1,3}|${NUMBER_WORDS.slice(1, 15).join('|')})`;
const COUNTS = String.raw`(?:(${COUNT})(?:\s*(?:[-–—&+,]|and|to|und|bis|et|y|à|a)\s*(${COUNT}))?)`;
const UNTIL = String.raw`(?:out|to go|left|away|remaining|to race(?:[ -]?day)?|restants?|vorher|(?:before|from|until|till|to|vor|bis|davor|avant|antes)(?:\s+\p{L}[\p{L}’'-]*){0,3}?)`;
const BEFORE = String.raw`(?:nur noch|noch|faltan?|quedan?|plus que|il reste|mancano|nog)`;
const MARK = String.raw`(?:[tjder]|day|tag|jour|d[ií]a|race(?: day)?)`;
const END = String.raw`(?![\p{L}\d])\s*[:.)\]–—-]*\s*`;
const HEADS = [
  String.raw`${COUNTS}\s+${DAY}\s+${UNTIL}`,
  String.raw`${BEFORE}\s+${COUNTS}\s+${DAY}`,
  String.raw`${MARK}\s?(?:[-–—−]|minus|moins|menos)\s?${COUNTS}(?:\s+${DAY})?`,
].map((head) => new RegExp(String.raw`^[([]?${head}${END}`, 'iu'));
const LAST =
  /^(?:[tjd]\s?[-–+±]?\s?0|[tj](?=\s*:)|day 0|0|(?:race|d)[- ]?day|jour j|(?:wettkampf|renn)tag|d[ií]a de (?:la )?carrera)(?![\p{L}\d])\s*(?:[!:.–—-]+\s*|$|(?<=\s{2}))/iu;
const EVE =
  /^(?:the )?(?:day before(?: (?:the )?race)?|race eve|vortag|la veille|v[ií]spera)(?!\p{L})\s*[:.–—-]+\s*/iu;
const BARE =
  /^(\d{1,2})(?:\s*(?:[-–&]|and)\s*(\d{1,2}))?(?:\s*:|\s+[–—-]|\s*days?(?!\p{L})\s*[:–—-]?)\s+(?=\S)/iu;

/** "14 days out", "T-3:", "J-7", "Day -5", "noch 5 Tage"; a number alone only where the text counts so. */
export function daysLeft(body: string, isBare: boolean): DaysLeft | undefined {
  for (const head of HEADS) {
    const [all, count = '', other] = head.exec(body) ?? [];
    if (all !== undefined) return { left: countsOf(count, other), at: all.length };
  }
  const eve = EVE.exec(body)?.[0];
  if (eve !== undefined) return { left: [1], at: eve.length };
  const last = LAST.exec(body)?.[0];
  if (last !== undefined) return { left: [0], at: last.length };
  const [all, count = '', other] = (isBare ? BARE.exec(body) : undefined) ?? [];
  return all === undefined ? undefined : { left: countsOf(count, other), at: all.length };
}

const MAX_SHARED = 7;

/** "10-8 days out" are three days. */
function countsOf(one: string, other: string | undefined): number[] {
  const [first, last] = [numberOf(one), numberOf(other ?? one)];
  const size = Math.abs(first - last) + 1;
  if (size > MAX_SHARED) return [first];
  const step = first > last ? -1 : 1;
  return Array.from({ length: size }, (_, index) => first + step * index);
}

function numberOf(word: string): number {
  return /\d/.test(word) ? Number(word) : NUMBER_WORDS.indexOf(word.toLowerCase());
}

const MIN_CODES = 3;
const MIN_BARE = 5;
/** A Sunday, for days that are counted down to one that the text does not say. */
const SOME_SUNDAY = '2000-12-31';
const DATE_PLACE = /(?<![\p{L}\d])(?=\p{L}{3,9}\.?\s+\d|\d)/gu;
const COUNTS_DOWN =
  /countdown|days? to (?:go|race)|days? (?:out|before|left)|compte à rebours|cuenta atrás/i;

/** The day that a countdown of days ends on: the date of the race, or the only date that the text names. */
export function lastDayOf(
  bodies: readonly string[],
  words: Words,
  dates: DateContext,
): LastDay | undefined {
  const isBare = countsBare(bodies);
  if (!isBare && !isCountdown(bodies.map((body) => daysLeft(body, false)?.left[0] ?? -1)))
    return undefined;
  const named = bodies.flatMap((body) => {
    let end = 0;
    return Array.from(body.matchAll(DATE_PLACE)).flatMap(({ index }) => {
      if (index < end) return [];
      const found = dateAt(body.slice(index), words, dates);
      end = index + (found?.length ?? 0);
      // "26.2." is a distance, too.
      const isWritten = /\p{L}{3}|\d{4}/u.test(body.slice(index, index + (found?.length ?? 0)));
      return found && isWritten
        ? [
            {
              day: found.day,
              isFar: found.isFar,
              isRace: namesRace(body) || /marathon|race|rennen|course/i.test(body),
            },
          ]
        : [];
    });
  });
  const races = named.filter(({ isRace }) => isRace);
  const most = Math.max(0, ...bodies.flatMap((body) => daysLeft(body, isBare)?.left ?? []));
  const near = named.filter(({ isFar }) => !isFar);
  const own = [races, near].find((some) => some.length > 0) ?? named;
  const [only, ...others] = new Set(own.map(({ day }) => day));
  if (only !== undefined && others.length === 0)
    return { day: only, isSaid: own.every(({ isFar }) => !isFar), isBare, most };
  return { day: addDays(SOME_SUNDAY, raceDay(bodies, words) - 6), isSaid: false, isBare, most };
}

/** Each is smaller than the one before, or each greater. */
function isCountdown(counts: readonly number[]): boolean {
  const left = counts.filter((count) => count > 0);
  if (new Set(left).size < MIN_CODES) return false;
  const steps = left.slice(1).map((count, index) => count - (left[index] ?? 0));
  return steps.every((step) => step <= 0) || steps.every((step) => step >= 0);
}

/** "10 - 30 min easy", "9 - rest", each one less, in a text that says so. */
function countsBare(bodies: readonly string[]): boolean {
  const counts = bodies.flatMap((body) => BARE.exec(body)?.[1] ?? []).map(Number);
  return (
    counts.length >= MIN_BARE &&
    counts.every((count, index) => index === 0 || isNext((counts[index - 1] ?? 0) - count)) &&
    bodies.some((body) => COUNTS_DOWN.test(body))
  );
}

const MAX_STEP = 3;

function isNext(step: number): boolean {
  return step > 0 && step <= MAX_STEP;
}

/** "The race is on Saturday" */
function raceDay(bodies: readonly string[], words: Words): number {
  const found = bodies
    .filter((body) => namesRace(body))
    .flatMap((body) =>
      (body.match(/(?<!\p{L})\p{L}{5,12}(?!\p{L})/gu) ?? []).flatMap(
        (word) => words.dayOf(word) ?? [],
      ),
    );
  const [day = 6, ...others] = new Set(found);
  return others.length === 0 ? day : 6;
}

/** The weekday of a day so many days before the last one. */
export function dayLeft({ day }: LastDay, left: number): { day: string; weekday: number } {
  const own = addDays(day, -left);
  return { day: own, weekday: weekdayOfDay(own) };
}
