import { METRES_PER_UNIT } from '@pacewright/pace';

import { knownWord } from './words.ts';

export type StatedAmount = { kind: 'time'; seconds: number } | { kind: 'distance'; metres: number };

/** The longest step: a day, or a distance nobody has run in one. */
export const MAX_SECONDS = 86_400;
export const MAX_METRES = 400_000;

/** What a text that starts with a digit is, by L2 to L4. */
export function kindOfAmount(text: string): 'number' | 'time' | 'distance' | 'bad' {
  if (NUMBER.test(text)) return 'number';
  if (UNITS_TIME.test(text) || DECIMAL_TIME.test(text) || CLOCK.test(text)) return 'time';
  return DISTANCE.test(text) && !UNCLEAR_UNIT.test(text) ? 'distance' : 'bad';
}

export function isDistanceUnit(word: string): boolean {
  return word.toLowerCase() in METRES_IN;
}

/** A unit as people write it elsewhere, or apart from its number. */
export function isUsualUnit(word: string): boolean {
  return USUAL_UNITS.has(word.toLowerCase());
}

/** Reads a time or a distance. Out-of-range clocks are read too: 1:75 is 2:15. */
export function parseAmount(text: string): StatedAmount | undefined {
  const units = UNITS_TIME.exec(text);
  if (units) {
    const [, hours = '0', minutes = '0', seconds = '0'] = units;
    return time(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  }

  const clock = CLOCK.exec(text);
  if (clock) {
    const [, first, second, third] = clock;
    return third === undefined
      ? time(Number(first) * 60 + Number(second))
      : time(Number(first) * 3600 + Number(second) * 60 + Number(third));
  }

  const decimal = DECIMAL_TIME.exec(text);
  if (decimal) return time(Number(decimal[1]) * (SECONDS_IN[initial(decimal[2])] ?? 0));

  const distance = DISTANCE.exec(text);
  const metres = METRES_IN[distance?.[2]?.toLowerCase() ?? ''];
  if (metres !== undefined)
    return { kind: 'distance', metres: round(Number(distance?.[1]) * metres, 4) };
  return undefined;
}

/** Whether the seconds of a clock, or its minutes behind hours, exceed 59. */
export function isClockOutOfRange(text: string): boolean {
  const [, , second, third] = CLOCK.exec(text) ?? [];
  return Number(second ?? 0) > 59 || Number(third ?? 0) > 59;
}

/** The minutes of a time in `m` alone so long that metres may be meant. */
export function suspectMinutes(text: string): string | undefined {
  const minutes = /^(\d+(?:\.\d+)?)m$/i.exec(text)?.[1];
  return minutes !== undefined && Number(minutes) >= 100 ? minutes : undefined;
}

/** F1: `1h05m20s`, the one spelling of a time. Parts of a second need the one unit that may have decimals. */
export function writeTime(seconds: number): string {
  if (!Number.isInteger(seconds)) return `${seconds}s`;

  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (hours === 0 && minutes === 0) return `${rest}s`;

  const tail = rest > 0 ? `${pad(rest)}s` : '';
  if (hours === 0) return `${minutes}m${tail}`;
  return minutes === 0 && tail === '' ? `${hours}h` : `${hours}h${pad(minutes)}m${tail}`;
}

/** F1: whole kilometres, then hundredths of a mile, then metres below 2 km and kilometres above. */
export function writeDistance(metres: number): string {
  const { value, unit } = measureOf(metres);
  return `${value}${unit}`;
}

/** The same choice of unit for people: "5 km", "1 mi", "400 m". */
export function formatDistance(metres: number): string {
  const { value, unit } = measureOf(metres);
  return `${value} ${unit === 'mtr' ? 'm' : unit}`;
}

/** The amounts someone may have meant by a text that is none, likeliest first. A word may follow one. */
export function suggestAmounts(text: string): string[] {
  if (text.length > 20) return [];
  if (UNCLEAR_UNIT.test(text))
    return [text.toLowerCase(), `${text.slice(0, -1)} ${text.slice(-1)}`];

  const single = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text);
  const unit = USUAL_UNITS.get(single?.[2]?.toLowerCase() ?? '');
  if (single?.[1] && unit) {
    if (unit === 'm' && /m$/i.test(text) && Number(single[1]) >= 100)
      return [`${single[1]}mtr`, writeTime(round(Number(single[1]) * 60, 3))];
    return [`${single[1]}${unit}`];
  }
  return [
    ...endedWithUnit(text),
    ...clockMended(text),
    ...splitBeforeWord(text),
    ...summed(text),
  ].slice(0, 2);
}

const NUMBER = /^\d+(?:\.\d+)?$/;
const UNITS_TIME = /^(?=\d)(?:(\d+)h)?(?:(\d+)m(?:in)?)?(?:(\d+)s(?:ec)?)?$/i;
const DECIMAL_TIME = /^(\d+\.\d+)(h|m|min|s|sec)$/i;
const CLOCK = /^(\d+):(\d\d)(?::(\d\d))?$/;
const DISTANCE = /^(\d+(?:\.\d+)?)\s*(km|k|mi|mtr|meters|metres)$/i;

/** 3mI may be three miles or three minutes at I, 5kM five kilometres or 5 k at M: nobody should guess. */
const UNCLEAR_UNIT = /\d(?:mI|kM)$/;

const SECONDS_IN: Record<string, number> = { h: 3600, m: 60, s: 1 };

const METRES_IN: Record<string, number> = {
  km: 1000,
  k: 1000,
  mi: METRES_PER_UNIT.imperial,
  mtr: 1,
  meters: 1,
  metres: 1,
};

/** How units are written elsewhere, or with a space where a time has none. */
const USUAL_UNITS = new Map([
  ['h', 'h'],
  ['hr', 'h'],
  ['hrs', 'h'],
  ['hour', 'h'],
  ['hours', 'h'],
  ['m', 'm'],
  ['min', 'm'],
  ['mins', 'm'],
  ['minute', 'm'],
  ['minutes', 'm'],
  ['s', 's'],
  ['sec', 's'],
  ['secs', 's'],
  ['second', 's'],
  ['seconds', 's'],
  ['meter', 'mtr'],
  ['metre', 'mtr'],
  ['mtrs', 'mtr'],
  ['kms', 'km'],
  ['kilometer', 'km'],
  ['kilometers', 'km'],
  ['kilometre', 'km'],
  ['kilometres', 'km'],
  ['mile', 'mi'],
  ['miles', 'mi'],
]);

function time(seconds: number): StatedAmount {
  return { kind: 'time', seconds: round(seconds, 3) };
}

/** Rounded to a decimal place and no further, so that what is written is read as the same number. */
function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

function initial(unit = ''): string {
  return unit.charAt(0).toLowerCase();
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function measureOf(metres: number): { value: number; unit: 'km' | 'mi' | 'mtr' } {
  if (metres >= 1000 && metres % 1000 === 0) return { value: metres / 1000, unit: 'km' };

  const miles = round(metres / METRES_PER_UNIT.imperial, 2);
  if (miles > 0 && round(miles * METRES_PER_UNIT.imperial, 4) === metres)
    return { value: miles, unit: 'mi' };
  if (metres < 2000) return { value: metres, unit: 'mtr' };
  return { value: round(metres / 1000, 7), unit: 'km' };
}

/** 1h30 is 1h30m, and 2m30 is 2m30s. */
function endedWithUnit(text: string): string[] {
  const missing = /h\d+$/i.test(text) ? 'm' : /m(?:in)?\d+$/i.test(text) ? 's' : undefined;
  return missing && UNITS_TIME.test(text + missing) ? [text + missing] : [];
}

/** 1:30min is 1:30, and 1:5 is 1:05. */
function clockMended(text: string): string[] {
  const bare = text.replace(/(?:h|m|min|s|sec)$/i, '').replace(/:(\d)$/, ':0$1');
  return bare !== text && CLOCK.test(bare) ? [bare] : [];
}

/** 3mE is 3m E. */
function splitBeforeWord(text: string): string[] {
  for (let split = 1; split < text.length; split++) {
    const [head, tail] = [text.slice(0, split), text.slice(split)];
    const isTarget = knownWord(tail) !== undefined || /^z[1-5]$/i.test(tail);
    if (isTarget && parseAmount(head)) return [`${head} ${tail}`];
  }
  return [];
}

/** Units in a wrong order, or decimals among them: 1.5h30m is 2h. */
function summed(text: string): string[] {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|min|m|sec|s)/gi)];
  if (parts.length < 2 || parts.map(([part]) => part).join('') !== text) return [];

  const seconds = parts.reduce(
    (sum, [, value, unit]) => sum + Number(value) * (SECONDS_IN[initial(unit)] ?? 0),
    0,
  );
  return [writeTime(round(seconds, 3))];
}
