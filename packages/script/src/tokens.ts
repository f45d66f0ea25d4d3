import { ExternalTokenizer, type InputStream } from '@lezer/lr';

import { isDistanceUnit, kindOfAmount } from './amounts.ts';
import * as terms from './parser.terms.ts';
import { knownWord, type KnownWord } from './words.ts';

/**
 * Reads what starts with a digit, whole: "5mi" is miles, never "5m" and "i". Only a look further
 * tells a count (an x follows) and a distance whose unit stands apart ("5 km").
 */
export const amountTokens = new ExternalTokenizer((input) => {
  if (!isDigit(input.next)) return;

  const text = takeRun(input);
  const kind = kindOfAmount(text);
  if (kind !== 'number') return input.acceptToken(KIND_TOKENS[kind], text.length);

  const gap = spacesAt(input, text.length);
  const word = takeLetters(input, text.length + gap);
  if (isX(word.charCodeAt(0)) && (gap === 0 || word.length === 1))
    return input.acceptToken(terms.Count, text.length);
  if (gap > 0 && isDistanceUnit(word))
    return input.acceptToken(terms.Distance, text.length + gap + word.length);
  return input.acceptToken(terms.Number, text.length);
});

/** L9. Not a token of the grammar, because those leave half a surrogate pair out. */
export const invalidTokens = new ExternalTokenizer((input) => {
  let length = 0;
  while (isInvalid(input.peek(length))) length++;
  if (length > 0) input.acceptToken(terms.Invalid, length);
});

/** Tells the words of the language from all others. */
export function specializeWord(text: string, _stack?: unknown): number {
  const word = knownWord(text);
  if (word) return WORD_TOKENS[word];
  return text.length === 1 && isX(text.charCodeAt(0)) ? terms.StrayMark : -1;
}

const KIND_TOKENS = { time: terms.Time, distance: terms.Distance, bad: terms.BadAmount };

const WORD_TOKENS: Record<KnownWord, number> = {
  E: terms.Easy,
  M: terms.Marathon,
  T: terms.Threshold,
  I: terms.Interval,
  R: terms.Repetition,
  jog: terms.Jog,
  rest: terms.Rest,
  HM: terms.HalfMarathon,
  open: terms.Open,
};

/** Digits and letters, and a point or colon before a digit. An x after a bare number is not of it. */
function takeRun(input: InputStream): string {
  let text = '';
  let isNumber = true;
  for (;;) {
    const next = input.peek(text.length);
    if (isLetter(next)) {
      if (isNumber && isX(next)) return text;
      isNumber = false;
    } else if (isPointOrColon(next)) {
      if (!isDigit(input.peek(text.length + 1))) return text;
      if (next === COLON) isNumber = false;
    } else if (!isDigit(next)) return text;
    text += String.fromCharCode(next);
  }
}

function spacesAt(input: InputStream, start: number): number {
  let length = 0;
  while (isSpace(input.peek(start + length))) length++;
  return length;
}

function takeLetters(input: InputStream, start: number): string {
  let text = '';
  for (;;) {
    const next = input.peek(start + text.length);
    if (!isLetter(next)) return text;
    text += String.fromCharCode(next);
  }
}

const COLON = 58;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isX(code: number): boolean {
  return code === 88 || code === 120;
}

function isPointOrColon(code: number): boolean {
  return code === 46 || code === COLON;
}

function isInvalid(code: number): boolean {
  const isEnd = code < 0;
  const isPlusOrParenthesis = code === 43 || code === 40 || code === 41;
  return !isEnd && !isPlusOrParenthesis && !isDigit(code) && !isLetter(code) && !isSpace(code);
}

function isSpace(code: number): boolean {
  return code >= 0 && /\s/.test(String.fromCharCode(code));
}
