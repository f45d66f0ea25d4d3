import { METRES_PER_UNIT } from '@pacewright/pace';

import {
  NUMBER_WORDS,
  PHRASE_LENGTHS,
  SPELLINGS,
  TRACK_METRES,
  UNITS,
  type WordKind,
} from './spellings.ts';

/**
 * A piece of a script with one meaning, however it is spelled. Times are in seconds, distances in metres, paces in
 * seconds for a kilometre or a mile.
 */
export type Token = {
  kind: TokenKind;
  from: number;
  to: number;
  /** Whether the short form of the language spells it so. */
  isPlain: boolean;
  /** The word that is meant (E, jog, WU), the unit of an amount, or the character of a mark. */
  value: string;
  low: number;
  /** Differs from `low` only in a range. */
  high: number;
  /** The spelling has two meanings, or its value is out of bounds. */
  doubt: Doubt | undefined;
};

export type TokenKind =
  | WordKind
  | 'time'
  | 'distance'
  | 'number'
  | 'count'
  | 'times'
  | 'clock'
  | 'stated'
  | 'beats'
  | 'zone'
  | 'note'
  | 'colon'
  | '('
  | ')'
  | 'unknown';

/**
 * miles: 2M. letter: 3mI, 5kM. metres: 400m. clock: 1:75. part: 1:5, which is not finished. shorthand: 2E. plural: 400s,
 * which may be several 400s.
 */
export type Doubt =
  | 'miles'
  | 'letter'
  | 'metres'
  | 'clock'
  | 'part'
  | 'shorthand'
  | 'plural'
  | 'laps';

/** Splits a text into tokens. White space is left out, and nothing else. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;

  function push(kind: TokenKind, to: number, rest: Partial<Token> = {}): void {
    const { isPlain = false, value = '', low = 0, high = low, doubt } = rest;
    tokens.push({ kind, from: at, to, isPlain, value, low, high, doubt });
    at = to;
  }

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };

  /** A pace, a heart rate, a count, a clock or an amount. */
  function pushFigure(): boolean {
    // Nearly all figures of the short form are these two, and the patterns below are many.
    const usual = match(USUAL_AMOUNT);
    const amount = usual && amountOf(Number(usual[1]), usual[2] ?? '');
    if (usual && amount) {
      push(amount.kind, at + usual[0].length, { ...amount, isPlain: true });
      return true;
    }
    const repeat = match(USUAL_COUNT);
    if (repeat) {
      push('count', at + repeat[0].length, { isPlain: true, low: Number(repeat[1]) });
      return true;
    }
    const digits = match(MANY_DIGITS);
    if (digits) {
      push('number', at + digits[0].length, { low: Number(digits[0]) });
      return true;
    }
    const pace = match(PACE);
    if (pace) {
      const [all, one = '', two = one, per = ''] = pace;
      const ends = [secondsOf(one), secondsOf(two)];
      const value = /^k/i.test(per) ? 'km' : 'mi';
      push('stated', at + all.length, {
        isPlain: PLAIN_PACE.test(all),
        value,
        low: Math.min(...ends),
        high: Math.max(...ends),
      });
      return true;
    }
    const beats = match(BEATS);
    if (beats) {
      const [all, one, two = one] = beats;
      const ends = [Number(one), Number(two)];
      push('beats', at + all.length, {
        isPlain: !/[\s–]/.test(all),
        low: Math.min(...ends),
        high: Math.max(...ends),
      });
      return true;
    }
    const other = match(SHARE);
    if (other) {
      push('unknown', at + other[0].length);
      return true;
    }
    const count = match(COUNT);
    const isTimes =
      count &&
      Number(count[1]) >= 100 &&
      /^\s*\d{1,2}(?![\w:.])/.test(text.slice(at + count[0].length));
    const times = match(TIMES_BEHIND);
    if (times) {
      push('times', at + times[0].length, { low: Number(times[1]) });
      return true;
    }
    if (count && !isTimes) {
      const [all, low, high = low] = count;
      const isPlain = /^[\d.]+\s*x$/i.test(all.trimEnd()) && low === high;
      push('count', at + all.trimEnd().length, { isPlain, low: Number(low), high: Number(high) });
      return true;
    }
    const clock = match(CLOCK);
    if (clock) {
      const [all, one = '', two = one, unit = ''] = clock;
      const parts = one.split(':');
      const isOut = parts.slice(1).some((part) => Number(part) > 59);
      const size = /^h/i.test(unit) && parts.length === 2 ? 60 : 1;
      const [first, second] = [secondsOf(one) * size, secondsOf(two) * size];
      const isLong = parts.length > 2 || unit !== '';
      push(isLong || isOut ? 'time' : 'clock', at + all.length, {
        isPlain: one === all,
        value: 'clock',
        low: Math.min(first, second),
        high: Math.max(first, second),
        doubt: isOut ? 'clock' : undefined,
      });
      return true;
    }
    const part = match(PART_OF_CLOCK);
    if (part) {
      const [all, minutes, seconds] = part;
      const low = Number(minutes) * 60 + Number(seconds);
      push('time', at + all.length, { value: 'clock', low, doubt: 'part' });
      return true;
    }
    return pushAmount();
  }

  /** A number and its unit, several of them, a range of them, or a number alone. */
  function pushAmount(): boolean {
    const first = numberAt(text, at);
    if (!first) return false;

    const range = match(RANGE);
    if (range) {
      const [all, low = '', lowUnit = '', high = '', unit = ''] = range;
      const upper = amountOf(Number(high), unit);
      const lower = amountOf(Number(low), lowUnit || unit);
      // "6x800 - 2min" is no range: its first figure has a unit of its own that is left out.
      const isRange = lowUnit !== '' || Number(low) < Number(high);
      if (upper && lower && upper.kind === lower.kind && isRange) {
        push(upper.kind, at + all.length, { ...lower, high: upper.low, isPlain: false });
        return true;
      }
    }

    const unit = unitAt(text, first.to);
    if (!unit) {
      const letters = LETTERS.exec(text.slice(first.to, first.to + 30))?.[0] ?? '';
      // Daniels' shorthand: 2E is two of something.
      if (/^[emtir]$/i.test(letters)) {
        push('number', first.to + 1, {
          low: first.value,
          doubt: 'shorthand',
          value: letters.toUpperCase(),
        });
      } else if (letters !== '' && !/^x(?![a-z])/i.test(letters))
        push('unknown', first.to + letters.length);
      else push('number', first.to, { low: first.value, isPlain: first.isPlain });
      return true;
    }

    const amount = amountOf(first.value, unit.text);
    if (!amount) return false;
    let { low } = amount;
    let { to } = unit;
    let isPlain = first.isPlain && unit.isPlain && (amount.kind === 'distance' || !unit.isApart);
    let size = SIZES.indexOf(amount.value);
    // 1h 30min, 1'30", 1 hr 30, 2m30: smaller units behind larger ones.
    for (;;) {
      if (amount.kind !== 'time' || size < 0 || size > 1) break;
      const gap = /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
      const number = numberAt(text, to + gap);
      if (!number || (gap > 0 && (number.value >= 60 || amount.doubt === 'metres'))) break;
      const smaller = unitAt(text, number.to);
      const next = smaller && SIZES.indexOf(UNITS.get(smaller.text.toLowerCase())?.unit ?? '');
      if (next !== undefined && next > size && next <= 2 && smaller) {
        low += number.value * (SECONDS[next] ?? 0);
        isPlain &&=
          gap === 0 &&
          smaller.isPlain &&
          !smaller.isApart &&
          WHOLE.test(text.slice(at, smaller.to));
        size = next;
        to = smaller.to;
        amount.doubt = undefined;
        continue;
      }
      const isAside =
        tokens.at(-1)?.kind === '(' && /^\s*(?:\)|jog|rec|rest|walk)/i.test(text.slice(number.to));
      const isBare =
        !smaller &&
        (gap === 0 || size === 0 || isAside) &&
        !/^[\w:.]|^\s*[x×*–-]/.test(text.slice(number.to));
      if (isBare && /^\d{2}$/.test(text.slice(to + gap, number.to))) {
        low += number.value * (SECONDS[size + 1] ?? 0);
        to = number.to;
        isPlain = false;
      }
      break;
    }
    low = round(low, amount.kind === 'time' ? 3 : 4);
    push(amount.kind, to, { ...amount, low, high: low, isPlain });
    pushGlued(unit.rest);
    return true;
  }

  /** The word behind a unit without a space: 3mE, 3kmZ2. */
  function pushGlued(length: number): void {
    const last = tokens.at(-1);
    if (length === 0 || !last) return;
    last.isPlain = false;
    if (/^z/i.test(text.slice(at))) return;
    const word = SPELLINGS.get(text.slice(at, at + length).toLowerCase());
    if (word) push(word.kind, at + length, { value: word.value });
  }

  function pushWord(): boolean {
    const usual = match(USUAL_WORD);
    const known = usual && SPELLINGS.get(usual[0].toLowerCase());
    if (usual && known) {
      push(known.kind, at + usual[0].length, known);
      return true;
    }
    const zone = match(ZONE);
    if (zone) {
      const [all, low, high = low] = zone;
      const isPlain = /^z\d+$/i.test(all);
      push('zone', at + all.length, { isPlain, low: Number(low), high: Number(high) });
      return true;
    }
    const times = match(TIMES);
    if (times) {
      const [all, low, high = low] = times;
      push('times', at + all.length, { low: Number(low), high: Number(high) });
      return true;
    }
    const more = match(MORE_TIMES);
    if (more) {
      const [all, word = ''] = more;
      push('times', at + all.length, { low: /^twice$/i.test(word) ? 3 : 2 });
      return true;
    }
    const recovery = match(RECOVERY_SIGN);
    if (recovery) {
      push('with', at + recovery[0].length, { value: 'R' });
      return true;
    }
    const slashed = match(SLASHED);
    const words = slashed ?? match(WORDS);
    if (!words) return false;
    const [all] = words;
    const pieces = all.split(/([ \t]+|-)/);
    const first = pieces[0]?.toLowerCase() ?? '';
    const most = slashed ? 1 : Math.min(PHRASE_LENGTHS.get(first) ?? 1, (pieces.length + 1) / 2);
    for (let count = most; count >= 1; count--) {
      const taken = slashed ? all : pieces.slice(0, count * 2 - 1).join('');
      const key = taken
        .toLowerCase()
        .replaceAll(/[ \t-]+/g, ' ')
        .replaceAll('’', "'");
      const word = SPELLINGS.get(key);
      if (word) {
        push(word.kind, at + taken.length, {
          value: word.value,
          isPlain: word.isPlain && !/[ -]/.test(taken),
        });
        return true;
      }
    }
    const number = NUMBER_WORDS.get(first);
    const length = pieces[0]?.length ?? 0;
    const timesWord =
      number === undefined
        ? null
        : /^[ \t]+times(?=[ \t]*(?:[,;.)]|then|$))/i.exec(text.slice(at + length));
    if (number !== undefined && timesWord) {
      push('times', at + length + timesWord[0].length, { low: number });
      return true;
    }
    if (number !== undefined) return pushNumberWord(number, length);
    const half = match(HALF_MILE);
    if (half) {
      const low = round((/^q/i.test(half[0]) ? 0.25 : 0.5) * MILE, 4);
      push('distance', at + half[0].length, { value: 'mi', low });
      return true;
    }
    if (/^miles?$/.test(first)) {
      push('distance', at + length, { value: 'mi', low: MILE });
      return true;
    }
    if (first === 'an' || first === 'hour') return false;
    push('unknown', at + length);
    return true;
  }

  /** "two miles", "five by", "three". */
  function pushNumberWord(number: number, length: number): boolean {
    const count = COUNT_WORDS.exec(text.slice(at + length, at + length + 20));
    if (count) {
      push('count', at + length + count[0].trimEnd().length, { low: number });
      return true;
    }
    const unit = unitAt(text, at + length);
    const amount =
      unit && unit.rest === 0 && unit.isApart ? amountOf(number, unit.text) : undefined;
    if (amount && unit) push(amount.kind, unit.to, { ...amount, isPlain: false });
    else push('number', at + length, { low: number });
    return true;
  }

  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9) at++;
    else if (code === PLUS) push('join', at + 1, { isPlain: true, value: '+' });
    else if (code === OPENING) push('(', at + 1, { isPlain: true });
    else if (code === CLOSING) push(')', at + 1, { isPlain: true });
    else if (isLineBreak(code) || (tokens.length === 0 && BULLET.test(text.slice(at, at + 12)))) {
      const to = at + (LINE_BREAKS.exec(text.slice(at))?.[0].length ?? 0);
      const bullet = BULLET.exec(text.slice(to, to + 12))?.[0].length ?? 0;
      push('join', to + bullet, { value: '\n', isPlain: bullet === 0 });
    } else if (isDigit(code) || FIGURE.test(text.slice(at, at + 2))) {
      if (!pushFigure()) push('unknown', at + 1);
    } else if (isLetter(code)) {
      const hour = match(AN_HOUR);
      if (hour) push('time', at + hour[0].length, { value: 'h', low: 3600 });
      else if (!pushWord()) push('unknown', at + 1);
    } else {
      const note = match(NOTE);
      const space = match(SPACE);
      const mark = match(MARK)?.[0] ?? '';
      const character = text.charAt(at);
      const sign = SPELLINGS.get(character);
      if (note) {
        push('note', at + note[0].length, {
          isPlain: true,
          value: note[1]?.replaceAll(/\s+/g, ' ').trim() ?? '',
        });
      } else if (space) at += space[0].length;
      else if ('([{'.includes(character)) push('(', at + 1, { isPlain: character === '(' });
      else if (')]}'.includes(character)) push(')', at + 1, { isPlain: character === ')' });
      else if (sign) push(sign.kind, at + 1, sign);
      else if (character === ':' && /^\s|^$/.test(text.slice(at + 1, at + 2)))
        push('colon', at + 1);
      else if (mark === '-' && isInsideWord(text, at)) at++;
      else if (mark !== '') pushMark(mark);
      else {
        const times = match(TIMES);
        if (times)
          push('times', at + times[0].length, {
            low: Number(times[1]),
            high: Number(times[2] ?? times[1]),
          });
        else push('unknown', at + (match(UNKNOWN)?.[0].length ?? 1));
      }
    }
  }
  return tokens;

  function pushMark(mark: string): void {
    const value = mark === '+' ? '+' : '/-–—−'.includes(mark) ? (mark === '/' ? '/' : '-') : mark;
    const join = {
      '|': ',',
      '&': ',',
      '·': ',',
      '•': ';',
      '→': '+',
      '⟶': '+',
      '->': '+',
      '=>': '+',
      '>': '+',
    }[mark];
    push('join', at + mark.length, { isPlain: mark === '+', value: join ?? value });
  }
}

/** "6 x 400 (200m jog)": no repeat of four hundred, which the short form has none of. */
export const REPEATED_METRES = /\d ?[x×*] ?\d{3,4} ?\(/i;

/** A script in the short form has only plain tokens, and words that are not finished. */
export function isPlainText(tokens: readonly Token[]): boolean {
  return tokens.every(({ isPlain, kind }) => isPlain || kind === 'unknown');
}

export function isTrackDistance({ kind, low }: Token): boolean {
  return kind === 'number' && TRACK_METRES.has(low);
}

const [PLUS, OPENING, CLOSING] = [43, 40, 41];
const MILE = METRES_PER_UNIT.imperial;
const FRACTIONS = '½¼¾⅓⅔';
const FRACTION_VALUES = [0.5, 0.25, 0.75, 1 / 3, 2 / 3];

const USUAL_AMOUNT = /(\d{1,4})(m|s|km|mtr|mi|k)(?= (?:[EMTIR][ )+]|Z\d|jog|rest)| ?[+)]|$)/y;
const USUAL_COUNT = /(\d{1,2})x(?=\()/y;
const USUAL_WORD = /[a-z]+(?=[ \n]*(?:[+)]|$))/iy;
/** More digits than any amount has would make the patterns below slow. */
const MANY_DIGITS = /\d{12,}/y;
const FIGURE = /^[½¼¾⅓⅔]|^\.\d/;

const DASH = '[-\\u2010-\\u2015\\u2212]';
const MINUTE = "[:'\\u2019\\u2032]";
const CLOCK_TEXT = `\\d{1,2}${MINUTE}[0-5]\\d["\\u201d\\u2033]?`;
const PACE = new RegExp(
  `(${CLOCK_TEXT})(?:\\s*${DASH}\\s*(${CLOCK_TEXT}))?\\s*(?:mins?)?\\s*(?:/\\s*|per\\s+|a\\s+)(kms?|k|kilomet(?:er|re)|miles?|mi)(?![a-z])`,
  'iy',
);
const PLAIN_PACE = /^[\d:]+(?:-[\d:]+)?\/(?:km|mi)$/i;
const BEATS = new RegExp(`(\\d{2,3})(?:\\s*${DASH}\\s*(\\d{2,3}))?\\s*bpm(?![a-z])`, 'iy');
const SHARE = new RegExp(
  `\\d+(?:\\.\\d+)?(?:\\s*${DASH}\\s*\\d+(?:\\.\\d+)?)?\\s*(?:%|watts?(?![a-z])|w(?![a-z0-9/.])|rpm(?![a-z]))`,
  'iy',
);
const COUNT = new RegExp(
  `(\\d+(?:\\.\\d+)?)(?:\\s*(?:${DASH}|to|or)\\s*(\\d+))?(?:x|\\s+x(?![a-z])|\\s*[×✕✖⨯*]|\\s+(?:by|times|sets|reps|rounds|lots|repeats)(?:\\s+of)?\\s+(?:x\\s*)?(?=[\\d(½]|miles?(?![a-z])))`,
  'iy',
);
const COUNT_WORDS =
  /^\s+(?:x(?![a-z])|[×*]|(?:by|times|sets|reps|rounds|lots|repeats)(?:\s+of)?(?=\s+(?:[\d(½]|one|two|three|four|five|six|eight|ten|a\s|miles?(?![a-z]))))/i;
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
const ZONE = new RegExp(
  `z(?:one)?[ \\t-]*(\\d+)(?:\\s*(?:${DASH}|to|/)\\s*(?:z(?:one)?[ \\t]*)?(\\d))?(?![a-z0-9])`,
  'iy',
);
const TIMES = new RegExp(
  `[x×✕✖⨯*][ \\t]*(\\d{1,2})(?:\\s*${DASH}\\s*(\\d{1,2}))?(?![\\w:.]|[ \\t]*[x×*'"’”′″]|[ \\t]*(?:k|km|m|mi|min|mins|s|sec|secs|mtr|miles?|metres|meters|hours?|h)(?![a-z]))`,
  'iy',
);
const TIMES_BEHIND = /(\d{1,2})[ \t]+times(?=[ \t]*(?:[,;.)]|then|$))/iy;
/** "Repeat twice more" is three times in all. */
const MORE_TIMES = /(once|twice)[ \t]+more(?![a-z])/iy;
const SLASHED = /(?:w\/(?:up|u|down|d)|c\/d)(?![a-z])|w\/|w\.(?=\s)/iy;
const WORDS = /\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)?(?:(?:[ \t]+|-)\p{L}[\p{L}\p{M}\d]*){0,3}/iuy;
/** "R=1'", "RI: 400 m". */
const RECOVERY_SIGN = /r(?:i|ec)?[ \t]*[:=][ \t]*(?=\d)/iy;
const HALF_MILE = /(?:half|quarter)[ \t-]+(?:of[ \t]+)?(?:an?[ \t]+)?mile(?![a-z])/iy;
const AN_HOUR = /an[ \t]+hour(?![a-z])/iy;
const LETTERS = /^\p{L}[\p{L}\d]*/u;
const NOTE = /["\u201c\u201d]([^"\u201c\u201d\n\r\u2028\u2029]{0,200})["\u201c\u201d]/y;
const SPACE = /\s+/y;
const MARK = /->|=>|[+,;|/&·•→⟶>\u2010-\u2015\u2212-]|\.(?=\s|$)/y;
const UNKNOWN = /[^\s\w()[\]{}+,;|/&·•→>@"\u201c\u201d-]+/y;
const LINE_BREAKS = /^\s*[\n\r\u2028\u2029\v\f]\s*/;
/** A number with nothing behind it numbers no line: its parenthesis closes a repeat. */
const BULLET = /^(?:[-•*–·][ \t]+|\d{1,2}[.)][ \t]+(?=\S))/;
const WHOLE = /^\d+h(?:\d+m(?:in)?)?(?:\d+s(?:ec)?)?$|^\d+m(?:in)?\d+s(?:ec)?$/i;

/** Hours, minutes, seconds. */
const SIZES = ['h', 'm', 's'];
const SECONDS = [3600, 60, 1];
const METRES: Record<string, number> = { km: 1000, mi: MILE, mtr: 1, lap: 400 };

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

/** Rounded to a decimal place and no further, so that what is written is read as the same number. */
function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (
    ((code | 32) >= 97 && (code | 32) <= 122) ||
    (code > 191 && /\p{L}/u.test(String.fromCharCode(code)))
  );
}

/** The hyphen of M-pace. */
function isInsideWord(text: string, at: number): boolean {
  return /^[a-z]-[a-z]/i.test(text.slice(Math.max(0, at - 1), at + 2));
}

function isLineBreak(code: number): boolean {
  return (
    code === 10 || code === 13 || code === 11 || code === 12 || code === 0x2028 || code === 0x2029
  );
}

/** The index of the first token that begins at a character or behind it. */
export function firstFrom(tokens: readonly Token[], from: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
