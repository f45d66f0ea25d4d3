import type { Token, TokenKind } from './tokens.ts';

/** A text that is split into tokens, as far as it is read. */
export type Scan = { text: string; at: number; tokens: Token[] };

/** A token without its place, and its length if it isn't the whole match. */
export type Found = Partial<Omit<Token, 'kind' | 'from' | 'to'>> & {
  kind: TokenKind;
  length?: number;
};

/** What is meant where a pattern matches. Undefined if it is something else there. */
export type Rule = readonly [
  pattern: RegExp,
  meaning: (match: RegExpExecArray) => Found | undefined,
];

/** Takes the token that the first of some rules finds, and tells whether one did. */
export function takeFirst(scan: Scan, rules: readonly Rule[]): boolean {
  for (const rule of rules) {
    const match = matchHere(scan, rule[0]);
    const found = match && rule[1](match);
    if (!found) continue;
    take(scan, found.length ?? match[0].length, found);
    return true;
  }
  return false;
}

export function take(scan: Scan, length: number, found: Found): void {
  const { kind, isPlain = false, value = '', low = 0, high = low, doubt } = found;
  const from = scan.at;
  scan.at += length;
  scan.tokens.push({ kind, from, to: scan.at, isPlain, value, low, high, doubt });
}

export function matchHere({ text, at }: Scan, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Two ends in either order. */
export function ends(one: number, two: number): { low: number; high: number } {
  return { low: Math.min(one, two), high: Math.max(one, two) };
}

export const DASH = '[-\\u2010-\\u2015\\u2212]';

/** "x 5", but not "x 5 min". */
export const TIMES = new RegExp(
  `[x×✕✖⨯*][ \\t]*(\\d{1,2})(?:\\s*${DASH}\\s*(\\d{1,2}))?(?![\\w:.]|[ \\t]*[x×*'"’”′″]|[ \\t]*(?:k|km|m|mi|min|mins|s|sec|secs|mtr|miles?|metres|meters|hours?|h)(?![a-z]))`,
  'iy',
);

export function timesOf([, low, high = low]: RegExpExecArray): Found {
  return { kind: 'times', low: Number(low), high: Number(high) };
}
