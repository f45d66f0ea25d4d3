import type { Column } from './cells.ts';
import type { Piece } from './separators.ts';

/** The names of columns. */
export type RowHead = string[];

const NAMES =
  /^(?:am|pm|morning|evening|vormittag|nachmittag|abend|matin|soir|mañana|tarde|date|day|datum|tag|jour|d[ií]a|fecha|when|type|title|name|workout|session|description|details?|training|activity|run|what|soll|ist|einheit|s[ée]ance|dist\p{L}*|umfang|strecke|miles|km|pace|tempo|allure|ritmo|speed|time|zeit|dauer|dur\p{L}*|intensit\p{L}*|hf|puls|notes?|notiz\p{L}*|notas?|bemerkung\p{L}*|hinweise?|remarques?|comment\p{L}*|kommentar\p{L}*|planned.*|week|wk|woche|kw|semaine|semana|phase|focus|entreno)(?!\p{L})/iu;

export function rowHead(pieces: readonly Piece[]): RowHead | undefined {
  const names = pieces.map(({ text }) => text.trim());
  const known = names.filter((name) => name.length < 30 && NAMES.test(name)).length;
  const isHead = known >= 2 && known * 2 >= names.length && names.every((name) => !/\d/.test(name));
  return isHead ? names : undefined;
}

/** The cells beside the one of the day, with the unit that the name of their column says. */
export function columnsOf(
  pieces: readonly Piece[],
  head: RowHead | undefined,
  at: number,
): Column[] {
  return pieces
    .map(({ text }, index) => ({ name: head?.[index] ?? '', text }))
    .slice(at + 1)
    .map(({ name, text }) => ({ name, text: withUnit(name, text) }))
    .filter(({ text }) => text !== '');
}

function withUnit(name: string, text: string): string {
  const [, unit] = /(?:^|[\s(])(km|kms|mi|miles?|min|mins|minutes)\b\)?$/i.exec(name.trim()) ?? [];
  return unit !== undefined && /^\d+(?:[.,]\d+)?$/.test(text) ? `${text} ${unit}` : text;
}
