import { TRACK_METRES, type WordKind } from './spellings.ts';

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

/** "6 x 400 (200m jog)": no repeat of four hundred, which the short form has none of. */
export const REPEATED_METRES = /\d ?[x×*] ?\d{3,4} ?\(/i;

/** A script in the short form has only plain tokens, and words that are not finished. */
export function isPlainText(tokens: readonly Token[]): boolean {
  return tokens.every(({ isPlain, kind }) => isPlain || kind === 'unknown');
}

export function isTrackDistance({ kind, low }: Token): boolean {
  return kind === 'number' && TRACK_METRES.has(low);
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
