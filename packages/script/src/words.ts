import { round } from './amounts.ts';
import { MILE, takeNumberOf } from './figures.ts';
import {
  DASH,
  matchHere,
  type Found,
  type Rule,
  type Scan,
  take,
  takeFirst,
  TIMES,
  timesOf,
} from './scan.ts';
import { NUMBER_WORDS, PHRASE_LENGTHS, SPELLINGS } from './spellings.ts';

/** A word, or as many as are spelled together. */
export function takeWord(scan: Scan): boolean {
  if (takeFirst(scan, KNOWN)) return true;
  const [all] = matchHere(scan, WORDS) ?? [];
  if (all === undefined) return false;
  const pieces = all.split(/([ \t]+|-)/);
  const [head = ''] = pieces;
  const first = head.toLowerCase();
  const most = Math.min(PHRASE_LENGTHS.get(first) ?? 1, (pieces.length + 1) / 2);
  for (let count = most; count >= 1; count--) {
    const words = pieces.slice(0, count * 2 - 1).join('');
    const found = spelled(words);
    if (!found) continue;
    take(scan, words.length, found);
    return true;
  }
  const number = NUMBER_WORDS.get(first);
  if (number !== undefined) takeNumberWord(scan, number, head.length);
  else if (takeFirst(scan, MILES)) return true;
  else if (first === 'an' || first === 'hour') return false;
  else take(scan, head.length, { kind: 'unknown' });
  return true;
}

function spelled(words: string): Found | undefined {
  const key = words
    .toLowerCase()
    .replaceAll(/[ \t-]+/g, ' ')
    .replaceAll('’', "'");
  const word = SPELLINGS.get(key);
  return word && { ...word, isPlain: word.isPlain && !/[ -]/.test(words) };
}

/** "two miles", "five by", "three", "three times". */
function takeNumberWord(scan: Scan, low: number, length: number): void {
  const behind = scan.text.slice(scan.at + length);
  const times = /^[ \t]+times(?=[ \t]*(?:[,;.)]|then|$))/i.exec(behind)?.[0];
  const count = COUNT_WORDS.exec(behind.slice(0, 20))?.[0].trimEnd();
  if (times !== undefined) take(scan, length + times.length, { kind: 'times', low });
  else if (count !== undefined) take(scan, length + count.length, { kind: 'count', low });
  else takeNumberOf(scan, low, length);
}

const USUAL_WORD = /[a-z]+(?=[ \n]*(?:[+)]|$))/iy;
const ZONE = new RegExp(
  `z(?:one)?[ \\t-]*(\\d+)(?:\\s*(?:${DASH}|to|/)\\s*(?:z(?:one)?[ \\t]*)?(\\d))?(?![a-z0-9])`,
  'iy',
);
/** "Repeat twice more" is three times in all. */
const MORE_TIMES = /(once|twice)[ \t]+more(?![a-z])/iy;
/** "R=1'", "RI: 400 m". */
const RECOVERY_SIGN = /r(?:i|ec)?[ \t]*[:=][ \t]*(?=\d)/iy;
const SLASHED = /(?:w\/(?:up|u|down|d)|c\/d)(?![a-z])|w\/|w\.(?=\s)/iy;
const WORDS = /\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)?(?:(?:[ \t]+|-)\p{L}[\p{L}\p{M}\d]*){0,3}/iuy;
const COUNT_WORDS =
  /^\s+(?:x(?![a-z])|[×*]|(?:by|times|sets|reps|rounds|lots|repeats)(?:\s+of)?(?=\s+(?:[\d(½]|one|two|three|four|five|six|eight|ten|a\s|miles?(?![a-z]))))/i;
const QUARTER_MILE = /quarter[ \t-]+(?:of[ \t]+)?(?:an?[ \t]+)?mile(?![a-z])/iy;
const A_MILE = /miles?(?![\p{L}\p{M}\d'’])/iuy;

/** In their order. */
const KNOWN: readonly Rule[] = [
  [USUAL_WORD, ([word]) => SPELLINGS.get(word.toLowerCase())],
  [
    ZONE,
    ([all, low, high = low]) => ({
      kind: 'zone',
      isPlain: /^z\d+$/i.test(all),
      low: Number(low),
      high: Number(high),
    }),
  ],
  [TIMES, timesOf],
  [MORE_TIMES, ([, word = '']) => ({ kind: 'times', low: /^twice$/i.test(word) ? 3 : 2 })],
  [RECOVERY_SIGN, () => ({ kind: 'with', value: 'R' })],
  [SLASHED, ([all]) => spelled(all)],
];

const MILES: readonly Rule[] = [
  [QUARTER_MILE, () => ({ kind: 'distance', value: 'mi', low: round(0.25 * MILE, 4) })],
  [A_MILE, () => ({ kind: 'distance', value: 'mi', low: MILE })],
];
