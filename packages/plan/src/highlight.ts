import { highlightScript, type Highlight, type Span } from '@pacewright/script';

import { readLines, type Line } from './lines.ts';
import { contentOfWeek, listsOf, type Content } from './lists.ts';
import { slice, type MappedText } from './mapped-text.ts';
import { WHOLE_STEP } from './names.ts';
import { findTitle, REST, splitAtOr } from './options.ts';
import { readOutline } from './outline.ts';
import { maskQuotes } from './quotes.ts';
import { findRaces } from './races.ts';
import { MAX_PLAN_LENGTH } from './read.ts';

/**
 * The coloured pieces of a plan, in order. The styles of scripts, and `heading`, `day`, `title`, `name`, `list`, `or` and
 * `comment`.
 */
export function highlightPlan(text: string): Highlight[] {
  if (text.length > MAX_PLAN_LENGTH) return [];
  const found = new Map<number, Highlight>();
  const add = ({ from, to }: Span, style: string) => {
    if (from < to && !found.has(from)) found.set(from, { from, to, style });
  };
  for (const line of readLines(text)) highlightLine(text, line, add);

  const { blocks, names } = readOutline(text, () => {});
  const known = new Set(names.map(({ name }) => name.toLowerCase()));
  for (const { place, content } of names) {
    add(place, 'name');
    highlightContent(content, 1, known, add);
  }
  for (const { weeks, lines } of blocks)
    for (const { head, content } of lines) {
      add(head, 'day');
      highlightContent(content, weeks.length, known, add);
    }
  return withoutOverlaps([...found.values()].sort((a, b) => a.from - b.from));
}

/** A day in the line of a heading, or a value that two weeks share, is found twice. */
function withoutOverlaps(highlights: readonly Highlight[]): Highlight[] {
  let end = 0;
  return highlights.filter(({ from, to }) => {
    const isFirst = from >= end;
    if (isFirst) end = to;
    return isFirst;
  });
}

type Add = (span: Span, style: string) => void;

function highlightLine(text: string, { kind, content, note }: Line, add: Add): void {
  if (note) add({ from: text.indexOf('//', content.to), to: note.to }, 'comment');
  if (kind === 'plan' || kind === 'week-start' || kind === 'heading') add(content, 'heading');
}

/** Each week has its own values, and the words between them may mean something else in another week. */
function highlightContent(
  content: Content,
  weeks: number,
  names: ReadonlySet<string>,
  add: Add,
): void {
  const lists = listsOf(content);
  for (const { place, isClosed } of lists) {
    add({ from: place.from, to: place.from + 1 }, 'list');
    if (isClosed) add({ from: place.to - 1, to: place.to }, 'list');
  }
  for (let week = 0; week < (lists.length === 0 ? 1 : weeks); week++) {
    const mapped = contentOfWeek(content, week);
    for (const { from, to, style } of highlightOptions(mapped, names))
      for (const piece of slice(mapped, from, to).pieces)
        if (piece.kind === 'value' || (piece.kind === 'source' && week === 0)) add(piece, style);
  }
}

function highlightOptions(content: MappedText, names: ReadonlySet<string>): Highlight[] {
  const highlights: Highlight[] = [];
  let from = 0;
  for (const { part } of splitAtOr(content)) {
    if (from > 0) highlights.push({ from: from - 2, to: from, style: 'or' });
    const title = findTitle(part.text)?.length ?? 0;
    highlights.push({ from, to: from + title, style: 'title' });
    for (const own of highlightSteps(part.text.slice(title), names))
      highlights.push({ ...own, from: own.from + from + title, to: own.to + from + title });
    from += part.text.length + 'or'.length;
  }
  return highlights;
}

function highlightSteps(text: string, names: ReadonlySet<string>): Highlight[] {
  const rest = text.trim();
  if (REST.test(rest)) {
    const from = text.indexOf(rest);
    return [{ from, to: from + rest.length, style: 'word' }];
  }
  const own = [
    ...findRaces(text).map(({ word }) => ({ ...word, style: 'word' })),
    ...[...maskQuotes(text).matchAll(WHOLE_STEP)]
      .filter(([, , word = '']) => names.has(word.toLowerCase()))
      .map(({ 0: { length }, 1: before = '', index }) => ({
        from: index + before.length,
        to: index + length,
        style: 'name',
      })),
  ];
  const isOwn = ({ from, to }: Span) => own.some((other) => from < other.to && to > other.from);
  return [...own, ...highlightScript(text).filter((token) => !isOwn(token))];
}
