import { takeFigure } from './figures.ts';
import { matchHere, type Rule, type Scan, take, takeFirst, TIMES, timesOf } from './scan.ts';
import { SPELLINGS } from './spellings.ts';
import type { Token } from './tokens.ts';
import { takeWord } from './words.ts';

/** Splits a text into tokens. White space is left out, and nothing else. */
export function tokenize(text: string): Token[] {
  const scan: Scan = { text, at: 0, tokens: [] };
  while (scan.at < text.length) takeNext(scan);
  return scan.tokens;
}

/** The next token, or white space. */
function takeNext(scan: Scan): void {
  const { text, at, tokens } = scan;
  const code = text.charCodeAt(at);
  if (code === 32 || code === 9) scan.at++;
  else if (code === PLUS) take(scan, 1, { kind: 'join', isPlain: true, value: '+' });
  else if (code === OPENING) take(scan, 1, { kind: '(', isPlain: true });
  else if (code === CLOSING) take(scan, 1, { kind: ')', isPlain: true });
  else if (isLineBreak(code) || (tokens.length === 0 && BULLET.test(text.slice(at, at + 12)))) {
    const breaks = LINE_BREAKS.exec(text.slice(at))?.[0].length ?? 0;
    const bullet = BULLET.exec(text.slice(at + breaks, at + breaks + 12))?.[0].length ?? 0;
    take(scan, breaks + bullet, { kind: 'join', value: '\n', isPlain: bullet === 0 });
  } else if (!takeAny(scan, code)) take(scan, 1, { kind: 'unknown' });
}

function takeAny(scan: Scan, code: number): boolean {
  const { text, at } = scan;
  if (isDigit(code) || FIGURE.test(text.slice(at, at + 2))) return takeFigure(scan);
  if (isLetter(code)) return takeFirst(scan, HOURS) || takeWord(scan);
  if (takeFirst(scan, NOTES)) return true;
  const space = matchHere(scan, SPACE)?.[0].length;
  if (space === undefined) return takeSign(scan);
  scan.at += space;
  return true;
}

/** A bracket, a mark, or another character that is no letter or digit. */
function takeSign(scan: Scan): boolean {
  const { text, at } = scan;
  const character = text.charAt(at);
  const sign = SPELLINGS.get(character);
  const isHyphen = /^[a-z]-[a-z]/i.test(text.slice(Math.max(0, at - 1), at + 2));
  if ('[{'.includes(character)) take(scan, 1, { kind: '(' });
  else if (']}'.includes(character)) take(scan, 1, { kind: ')' });
  else if (sign) take(scan, 1, sign);
  else if (character === ':' && /^(?:\s|$)/.test(text.slice(at + 1, at + 2)))
    take(scan, 1, { kind: 'colon' });
  // The hyphen of M-pace.
  else if (isHyphen) scan.at++;
  else return takeFirst(scan, MARKS);
  return true;
}

const [PLUS, OPENING, CLOSING] = [43, 40, 41];
const FIGURE = /^[½¼¾⅓⅔]|^\.\d/;
const AN_HOUR = /an[ \t]+hour(?![a-z])/iy;
const NOTE = /["\u201c\u201d]([^"\u201c\u201d\n\r\u2028\u2029]{0,200})["\u201c\u201d]/y;
const SPACE = /\s+/y;
const MARK = /->|=>|[+,;|/&·•→⟶>\u2010-\u2015\u2212-]|\.(?=\s|$)/y;
const UNKNOWN = /[^\s\w()[\]{}+,;|/&·•→>@"\u201c\u201d-]+/y;
const LINE_BREAKS = /^\s*[\n\r\u2028\u2029\v\f]\s*/;
/** A number with nothing behind it numbers no line: its parenthesis closes a repeat. */
const BULLET = /^(?:[-•*–·][ \t]+|\d{1,2}[.)][ \t]+(?=\S))/;

const HOURS: readonly Rule[] = [[AN_HOUR, () => ({ kind: 'time', value: 'h', low: 3600 })]];

const NOTES: readonly Rule[] = [
  [
    NOTE,
    ([, words = '']) => ({
      kind: 'note',
      isPlain: true,
      value: words.replaceAll(/\s+/g, ' ').trim(),
    }),
  ],
];

const MARKS: readonly Rule[] = [
  [MARK, ([mark]) => ({ kind: 'join', value: JOINS[mark] ?? mark })],
  [TIMES, timesOf],
  [UNKNOWN, () => ({ kind: 'unknown' })],
];

/** The marks that join as another one does. */
const JOINS: Record<string, string> = {
  '–': '-',
  '—': '-',
  '−': '-',
  '|': ',',
  '·': ',',
  '•': ';',
  '→': '+',
  '⟶': '+',
  '->': '+',
  '=>': '+',
  '>': '+',
};

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (
    ((code | 32) >= 97 && (code | 32) <= 122) ||
    (code > 191 && /\p{L}/u.test(String.fromCharCode(code)))
  );
}

function isLineBreak(code: number): boolean {
  return (code >= 10 && code <= 13) || code === 0x2028 || code === 0x2029;
}
