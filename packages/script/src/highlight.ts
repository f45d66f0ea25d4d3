import { tokenize } from './tokenize.ts';
import type { Token, TokenKind } from './tokens.ts';

/** A piece of a script and the kind of thing it is. Themes decide how it looks. */
export type Highlight = { from: number; to: number; style: string };

/** The coloured pieces of a script, in order. White space and words without a meaning have none. */
export function highlightScript(text: string): Highlight[] {
  return highlightTokens(tokenize(text));
}

export function highlightTokens(tokens: readonly Token[]): Highlight[] {
  return tokens.flatMap((token) => {
    const style = styleOf(token);
    return style === undefined ? [] : [{ from: token.from, to: token.to, style }];
  });
}

const STYLES: Partial<Record<TokenKind, string>> = {
  time: 'time',
  clock: 'time',
  distance: 'number',
  number: 'number',
  stated: 'number',
  beats: 'number',
  zone: 'zone',
  recovery: 'word',
  label: 'word',
  open: 'word',
  between: 'word',
  strides: 'word',
  vague: 'word',
  note: 'note',
  count: 'repeat',
  times: 'repeat',
  '(': 'paren',
  ')': 'paren',
  unknown: 'invalid',
};

function styleOf({ kind, value }: Token): string | undefined {
  if (kind === 'target') return value === 'HM' ? 'word' : value.toLowerCase();
  if (kind === 'join') return value === '\n' ? undefined : 'plus';
  return STYLES[kind];
}
