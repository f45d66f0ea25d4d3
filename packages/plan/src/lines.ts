import { backOver, type Span } from '@pacewright/script';

import { maskQuotes } from './quotes.ts';
import { asWeekday, findWeekday } from './weekdays.ts';

/** A line of the text without its bullet, split where its note begins. */
export type Line = {
  kind: LineKind;
  /** From the first character that is not white space to the last. */
  whole: Span;
  /** The line without bullet and note. */
  content: Span;
  /** The words of the note, without the slashes. */
  note: Span | undefined;
};

export type LineKind =
  | 'blank'
  | 'note'
  | 'plan'
  | 'week-start'
  | 'heading'
  | 'day'
  | 'name'
  | 'layout'
  | 'continuation'
  | 'unknown';

/** P1. Splits a text into lines and gives each its kind, by its first word. */
export function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const written of text.split(/\r\n|\n|\r|\u2028|\u2029/)) {
    lines.push(readLine(text, { from, to: from + written.length }));
    from += written.length;
    from += text.startsWith('\r\n', from) ? 2 : 1;
  }
  markTables(text, lines);
  return lines;
}

function readLine(text: string, { from, to }: Span): Line {
  const written = text.slice(from, to);
  const slashes = maskQuotes(written).indexOf('//');
  const end = slashes === -1 ? to : from + slashes;
  const beforeNote = written.slice(0, end - from);
  const isRow = isTableRow(beforeNote);
  const bullet = isRow ? 0 : (BULLET.exec(beforeNote)?.[0].length ?? 0);
  const content = trimSpan(text, { from: from + bullet, to: end });
  const note = slashes === -1 ? undefined : trimSpan(text, { from: end + 2, to });
  const kind = isRow ? 'layout' : kindOf(text.slice(content.from, content.to), note !== undefined);
  return { kind, whole: trimSpan(text, { from, to }), content, note };
}

function kindOf(words: string, hasNote: boolean): LineKind {
  if (words === '') return hasNote ? 'note' : 'blank';
  if (/^plan(?![\w=-])(?!\s*=)/i.test(words)) return 'plan';
  if (/^weeks?\s+starts?\b/i.test(words)) return 'week-start';
  if (/^(?:weeks?|wks?)(?![a-z-])(?!\s*=)/i.test(words)) return 'heading';
  if (COUNTDOWN.test(words)) return 'layout';
  if (findWeekday(words, 0)) return 'day';
  if (/^[a-z][\w-]*\s*=/i.test(words)) return 'name';
  return /^[+(){\d]|^or(?![\w-])/i.test(words) ? 'continuation' : 'unknown';
}

/** "12 weeks to go". */
const COUNTDOWN = /^\d+\s+weeks?\s+(?:to\s+go|out|before|left|to\s+race)(?!\w)/i;

/** Marks of lists, quotes and headings in e-mails and documents. They mean nothing. */
const BULLET = /^[\s>#*•·–—-]*(?:\d+[.)]\s+(?=[a-z]))?/i;

/** Cells between tabs or vertical bars. */
function isTableRow(written: string): boolean {
  const row = written.trim();
  if (row.startsWith('|')) return row.indexOf('|', 1) > 0;
  const tabs = written.match(/\t/g)?.length ?? 0;
  return /\S\t/.test(written) && tabs >= (findWeekday(row, 0) ? 3 : 2);
}

/** Rows of cells between semicolons or commas are a table when their first row names weekdays. */
function markTables(text: string, lines: Line[]): void {
  for (const separator of [';', ',']) {
    let count = 0;
    for (const line of lines) {
      const cells = text.slice(line.whole.from, line.whole.to).split(separator);
      const days = cells.slice(1).filter((cell) => asWeekday(cell.trim()) !== undefined).length;
      if (days > 2 && !findWeekday(cells[0] ?? '', 0)) count = cells.length;
      if (cells.length !== count || count === 0) count = 0;
      else Object.assign(line, { kind: 'layout', content: line.whole, note: undefined });
    }
  }
}

/** Where the line of a character begins. */
export function startOfLine(text: string, at: number): number {
  return backOver(text, at, /[^\r\n\u2028\u2029]/);
}

export function trimSpan(text: string, { from, to }: Span): Span {
  const own = text.slice(from, to);
  const start = from + own.length - own.trimStart().length;
  return { from: Math.min(start, to), to: Math.max(start, from + own.trimEnd().length) };
}
