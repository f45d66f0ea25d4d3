import { METRES_PER_UNIT } from '@pacewright/pace';

import { round } from './amounts.ts';
import {
  DASH,
  ends,
  type Found,
  matchHere,
  type Rule,
  type Scan,
  take,
  takeFirst,
} from './scan.ts';
import { SPELLINGS, TRACK_METRES, UNITS } from './spellings.ts';
import type { Token } from './tokens.ts';

/** A pace, a heart rate, a count, a clock or an amount. */
export function takeFigure(scan: Scan): boolean {
  return takeFirst(scan, FIGURES) || takeAmount(scan);
}

const USUAL_AMOUNT = /(\d{1,4})(m|s|km|mtr|mi|k)(?= (?:[EMTIR][ )+]|Z\d|jog|rest)| ?[+)]|$)/y;
const USUAL_COUNT = /(\d{1,2})x(?=\()/y;
/** More digits than any amount has would make the patterns below slow. */
const MANY_DIGITS = /\d{12,}/y;

const MINUTE = "[:'\\u2019\\u2032]";
const CLOCK_TEXT = `\\d{1,2}${MINUTE}[0-5]\\d["\\u201d\\u2033]?`;
const PACE = new RegExp(
  `(${CLOCK_TEXT})(?:\\s*${DASH}\\s*(${CLOCK_TEXT}))?\\s*(?:mins?)?\\s*(?:/\\s*|per\\s+|a\\s+)(kms?|k|kilomet(?:er|re)|miles?|mi)(?![a-z])`,
  'iy',
);
const PLAIN_PACE = /^[\d:]+(?:-[\d:]+)?\/(?:km|mi)$/i;
const BEATS = new RegExp(`(\\d{2,3})(?:\\s*${DASH}\\s*(\\d{2,3}))?\\s*bpm(?![a-z])`, 'iy');
const SHARE = new RegExp(
  `\\d+(?:\\.\\d+)?(?:\\s*${DASH}\\s*\\d+(?:\\.\\d+)?)?\\s*(?:%|watts?(?![a-z])|w(?![a-z0-9/.]|\\s+\\d)|rpm(?![a-z]))`,
  'iy',
);
const COUNT = new RegExp(
  `(\\d+(?:\\.\\d+)?)(?:\\s*(?:${DASH}|to|or)\\s*(\\d+))?(?:x|\\s+x(?![a-z])|\\s*[×✕✖⨯*]|\\s+(?:by|times|sets|reps|rounds|lots|repeats)(?:\\s+of)?\\s+(?:x\\s*)?(?=[\\d(½]|miles?(?![a-z])))`,
  'iy',
);
const CLOCK = new RegExp(
  `(\\d+:\\d\\d(?::\\d\\d)?)(?![\\d:])(?:\\s*${DASH}\\s*(\\d+:\\d\\d)(?![\\d:]))?(?:[ \\t]*(mins?|minutes|hrs?|h|hours)(?![a-z]))?(?![a-z])`,
  'iy',
);
const PART_OF_CLOCK = /(\d+):(\d)(?![\d:])/y;
const UNIT_TEXT = `(?:[a-z]+|['\\u2019\\u2032"\\u201d\\u2033]+)`;
const RANGE = new RegExp(
  `(\\d+(?:\\.\\d+)?)(?:[ \\t]*(${UNIT_TEXT}))?[ \\t]*(?:${DASH}|to(?![a-z]))[ \\t]*(\\d+(?:\\.\\d+)?)[ \\t]*(?:-[ \\t]*)?(${UNIT_TEXT})(?![a-z0-9:])`,
  'iy',
);
const TIMES_BEHIND = /(\d{1,2})[ \t]+times(?=[ \t]*(?:[,;.)]|then|$))/iy;

/** In their order: the two first are nearly all figures of the short form. */
const FIGURES: readonly Rule[] = [
  [USUAL_AMOUNT, usualAmount],
  [USUAL_COUNT, ([, count]) => ({ kind: 'count', isPlain: true, low: Number(count) })],
  [MANY_DIGITS, ([digits]) => ({ kind: 'number', low: Number(digits) })],
  [PACE, paceOf],
  [BEATS, beatsOf],
  [SHARE, () => ({ kind: 'unknown' })],
  [TIMES_BEHIND, ([, count]) => ({ kind: 'times', low: Number(count) })],
  [COUNT, countOf],
  [CLOCK, clockOf],
  [PART_OF_CLOCK, partOfClock],
  [RANGE, rangeOf],
];

function usualAmount(match: RegExpExecArray): Found | undefined {
  const amount = amountOf(Number(match[1]), match[2] ?? '');
  return amount && { ...amount, isPlain: true };
}

function paceOf([all, one = '', two = one, per = '']: RegExpExecArray): Found {
  const value = /^k/i.test(per) ? 'km' : 'mi';
  const isPlain = PLAIN_PACE.test(all);
  return { kind: 'stated', isPlain, value, ...ends(secondsOf(one), secondsOf(two)) };
}

function beatsOf([all, one, two = one]: RegExpExecArray): Found {
  return { kind: 'beats', isPlain: !/[\s–]/.test(all), ...ends(Number(one), Number(two)) };
}

function countOf({
  0: all,
  1: low,
  2: high = low,
  input,
  index,
}: RegExpExecArray): Found | undefined {
  // "400 x 5"
  const isTimes =
    Number(low) >= 100 && /^\s*\d{1,2}(?![\w:.])/.test(input.slice(index + all.length));
  if (isTimes) return undefined;
  const { length } = all.trimEnd();
  const isPlain = /^[\d.]+\s*x$/i.test(all.trimEnd()) && low === high;
  return { kind: 'count', length, isPlain, low: Number(low), high: Number(high) };
}

function clockOf([all, one = '', two = one, unit = '']: RegExpExecArray): Found {
  const parts = one.split(':');
  const isOut = parts.slice(1).some((part) => Number(part) > 59);
  const size = /^h/i.test(unit) && parts.length === 2 ? 60 : 1;
  const isLong = parts.length > 2 || unit !== '';
  return {
    kind: isLong || isOut ? 'time' : 'clock',
    isPlain: one === all,
    value: 'clock',
    ...ends(secondsOf(one) * size, secondsOf(two) * size),
    doubt: isOut ? 'clock' : undefined,
  };
}

function partOfClock([, minutes, seconds]: RegExpExecArray): Found {
  const low = Number(minutes) * 60 + Number(seconds);
  return { kind: 'time', value: 'clock', low, doubt: 'part' };
}

function rangeOf([, low = '', lowUnit = '', high = '', unit = '']: RegExpExecArray):
  | Found
  | undefined {
  const upper = amountOf(Number(high), unit);
  const lower = amountOf(Number(low), lowUnit || unit);
  // "6x800 - 2min" is no range: its first figure has a unit of its own that is left out.
  const isRange = lowUnit !== '' || Number(low) < Number(high);
  return upper && lower && upper.kind === lower.kind && isRange
    ? { ...lower, high: upper.low }
    : undefined;
}

/** A number and its unit, several of them, or a number alone. */
function takeAmount(scan: Scan): boolean {
  const { text, at } = scan;
  const number = numberAt(text, at);
  if (!number) return false;
  const unit = unitAt(text, number.to);
  if (!unit) {
    takeNumber(scan, number);
    return true;
  }
  const amount = amountOf(number.value, unit.text);
  if (!amount) return false;
  const isPlain = number.isPlain && unit.isPlain && (amount.kind === 'distance' || !unit.isApart);
  const whole = { ...amount, to: unit.to, isPlain };
  if (amount.kind === 'time') addSmallerUnits(scan, whole);
  const low = round(whole.low, amount.kind === 'time' ? 3 : 4);
  take(scan, whole.to - at, { ...whole, low });
  takeGlued(scan, unit.rest);
  return true;
}

/** A number without a unit, or with letters that are none. */
function takeNumber(scan: Scan, { value: low, to, isPlain }: Figure): void {
  const letters = LETTERS.exec(scan.text.slice(to, to + 30))?.[0] ?? '';
  const length = to - scan.at;
  // Daniels' shorthand: 2E is two of something.
  if (/^[emtir]$/i.test(letters)) {
    const value = letters.toUpperCase();
    take(scan, length + 1, { kind: 'number', low, doubt: 'shorthand', value });
  } else if (letters !== '' && !/^x(?![a-z])/i.test(letters))
    take(scan, length + letters.length, { kind: 'unknown' });
  else take(scan, length, { kind: 'number', low, isPlain });
}

/** 1h 30min, 1'30", 1 hr 30, 2m30: smaller units behind larger ones. */
function addSmallerUnits(
  { text, at, tokens }: Scan,
  whole: AmountFields & { to: number; isPlain: boolean },
): void {
  let size = SIZES.indexOf(whole.value);
  while (size < 2) {
    const gap = /^[ \t]*/.exec(text.slice(whole.to))?.[0].length ?? 0;
    const number = numberAt(text, whole.to + gap);
    if (!number || (gap > 0 && (number.value >= 60 || whole.doubt === 'metres'))) return;
    const smaller = unitAt(text, number.to);
    const next = SIZES.indexOf((smaller && UNITS.get(smaller.text.toLowerCase())?.unit) ?? '');
    if (smaller && next > size) {
      whole.low += number.value * (SECONDS[next] ?? 0);
      whole.isPlain &&=
        gap === 0 && smaller.isPlain && !smaller.isApart && WHOLE.test(text.slice(at, smaller.to));
      whole.to = smaller.to;
      whole.doubt = undefined;
      size = next;
      continue;
    }
    const rest = text.slice(number.to);
    const isAside = tokens.at(-1)?.kind === '(' && /^\s*(?:\)|jog|rec|rest|walk)/i.test(rest);
    const isBare =
      !smaller && (gap === 0 || size === 0 || isAside) && !/^[\w:.]|^\s*[x×*–-]/.test(rest);
    if (isBare && /^\d{2}$/.test(text.slice(whole.to + gap, number.to))) {
      whole.low += number.value * (SECONDS[size + 1] ?? 0);
      whole.to = number.to;
      whole.isPlain = false;
    }
    return;
  }
}

/** The word behind a unit without a space: 3mE, 3kmZ2. */
function takeGlued(scan: Scan, length: number): void {
  const last = scan.tokens.at(-1);
  if (length === 0 || !last) return;
  last.isPlain = false;
  if (matchHere(scan, /z/iy)) return;
  const word = SPELLINGS.get(scan.text.slice(scan.at, scan.at + length).toLowerCase());
  if (word) take(scan, length, { kind: word.kind, value: word.value });
}

/** The amount of a number word, "two miles", or the number. */
export function takeNumberOf(scan: Scan, low: number, length: number): void {
  const { text, at } = scan;
  const unit = unitAt(text, at + length);
  const amount = unit?.rest === 0 && unit.isApart ? amountOf(low, unit.text) : undefined;
  if (unit && amount) take(scan, unit.to - at, amount);
  else take(scan, length, { kind: 'number', low });
}

const LETTERS = /^\p{L}[\p{L}\d]*/u;
const WHOLE = /^\d+h(?:\d+m(?:in)?)?(?:\d+s(?:ec)?)?$|^\d+m(?:in)?\d+s(?:ec)?$/i;

/** Hours, minutes, seconds. */
/** Hours, minutes, seconds. */
const SIZES = ['h', 'm', 's'];
const SECONDS = [3600, 60, 1];
export const MILE = METRES_PER_UNIT.imperial;
const METRES: Record<string, number> = { km: 1000, mi: MILE, mtr: 1, lap: 400 };
const FRACTIONS = '½¼¾⅓⅔';
const FRACTION_VALUES = [0.5, 0.25, 0.75, 1 / 3, 2 / 3];

type Figure = { value: number; to: number; isPlain: boolean };

/** 5, 1.5, 1,5, 10,000, .5, ½, 1½, 1/2 before a unit. */
function numberAt(text: string, at: number): Figure | undefined {
  const [all, wholeOf, upper, lower, before, fraction, whole, decimals] =
    NUMBER.exec(text.slice(at, at + 40)) ?? [];
  if (all === undefined) return undefined;
  const to = at + all.length;
  if (upper !== undefined)
    return { value: Number(wholeOf ?? 0) + Number(upper) / Number(lower), to, isPlain: false };
  if (fraction !== undefined) {
    const part = FRACTION_VALUES[FRACTIONS.indexOf(fraction)] ?? 0;
    return { value: Number(before) + part, to, isPlain: false };
  }
  const isThousands = decimals?.length === 4 && decimals.startsWith(',') && whole !== '0';
  const written = isThousands ? all.replace(',', '') : all.replace(',', '.');
  return { value: Number(written), to, isPlain: /^\d+(?:\.\d+)?$/.test(all) };
}

const NUMBER =
  /^(?:(\d+)[ \t]+)?([1-3])\/([234])(?=[ \t]*(?:-[ \t]*)?(?:mi|k|h))|^(\d*)[ \t]*([½¼¾⅓⅔])|^(\d+)([.,]\d+)?|^\.\d+/;

type UnitText = { text: string; to: number; isPlain: boolean; isApart: boolean; rest: number };

/** The unit behind a number. `rest` counts the letters behind it that are a word of their own. */
function unitAt(text: string, at: number): UnitText | undefined {
  const [all, gap = '', word = ''] = UNIT.exec(text.slice(at, at + 24)) ?? [];
  if (all === undefined) return undefined;
  const isApart = gap !== '';
  const known = UNITS.get(word.toLowerCase());
  const start = at + gap.length;
  // A lone m apart from its number is a unit, and only M a pace. A line break can only be before a unit of distance.
  const isBroken = /[\n\r]/.test(gap) && (!known?.isPlain || !(known.unit in METRES));
  // The apostrophe of "90 seconds' rest".
  const apostrophe = word.length > 1 && /^['’](?=\s)/.test(text.slice(start + word.length)) ? 1 : 0;
  // The point of "2 min. recovery"; before a capital it ends a sentence.
  const point = ABBREVIATED.test(text.slice(start, start + 12)) ? 1 : 0;
  // A mark apart from its number begins a note (L10).
  const isMark = isApart && !/^[a-z]/i.test(word);
  if (known && !(isApart && word === 'M') && !isBroken && !isMark)
    return {
      text: word,
      to: start + word.length + apostrophe + point,
      isPlain: known.isPlain,
      isApart,
      rest: 0,
    };
  if (isApart) return undefined;
  for (let length = word.length - 1; length > 0; length--) {
    const [head, tail] = [word.slice(0, length), word.slice(length)];
    const isZone = /^z$/i.test(tail) && /^\d/.test(text.slice(start + word.length));
    if (UNITS.has(head.toLowerCase()) && (SPELLINGS.has(tail.toLowerCase()) || isZone))
      return { text: head, to: start + length, isPlain: false, isApart, rest: tail.length };
  }
  return undefined;
}

const ABBREVIATED = /^(?:mins?|secs?|hrs?)\.(?=[ \t]+[a-z])/;

const UNIT = /^(\s*(?:-[ \t]*)?)([a-z]+|''|’’|['’′"”″])/i;

type AmountFields = Pick<Token, 'value' | 'low' | 'doubt'> & { kind: 'time' | 'distance' };

function amountOf(number: number, text: string): AmountFields | undefined {
  const unit = UNITS.get(text.toLowerCase())?.unit;
  if (unit === undefined) return undefined;
  const metres = METRES[unit];
  if (metres !== undefined) {
    const isUnclear = text === 'mI' || text === 'kM';
    return {
      kind: 'distance',
      value: unit,
      low: round(number * metres, 4),
      doubt: isUnclear ? 'letter' : unit === 'lap' ? 'laps' : undefined,
    };
  }
  const low = round(number * (SECONDS[SIZES.indexOf(unit)] ?? 0), 3);
  const isBareM = /^m$/i.test(text);
  const isPlural = text === 's' && number >= 200 && TRACK_METRES.has(number);
  const doubt =
    isBareM && number >= 100 ? 'metres' : text === 'M' ? 'miles' : isPlural ? 'plural' : undefined;
  return { kind: 'time', value: unit, low, doubt };
}

function secondsOf(clock: string): number {
  return clock
    .replaceAll(/["\u201d\u2033]/g, '')
    .split(/[:'\u2019\u2032]/)
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}
