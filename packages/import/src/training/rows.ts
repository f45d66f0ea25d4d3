import type { Column } from './cells.ts';
import type { Piece } from './separators.ts';

/** The names of columns, without the one of the days. */
export type RowHead = string[];

const NAMES =
  /^(?:date|day|datum|tag|jour|d[ií]a|fecha|when|type|title|name|workout|session|description|details?|training|activity|run|what|soll|ist|einheit|s[ée]ance|distance|dist|miles|km|pace|tempo|speed|time|duration|notes?|comments?|planned.*|week|wk|phase|focus|entreno)\b/i;

export function rowHead(pieces: readonly Piece[]): RowHead | undefined {
  const names = pieces.map(({ text }) => text.trim());
  const known = names.filter((name) => name.length < 30 && NAMES.test(name)).length;
  const isHead = known >= 2 && known * 2 >= names.length && names.every((name) => !/\d/.test(name));
  return isHead ? names.slice(1) : undefined;
}

export function columnsOf(pieces: readonly Piece[], head: RowHead | undefined): Column[] {
  return pieces
    .map(({ text }, index) => ({ name: head?.[index] ?? '', text }))
    .filter(({ text }) => text !== '');
}
