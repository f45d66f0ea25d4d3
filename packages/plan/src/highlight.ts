import { highlightScript, type Highlight, type Span } from '@pacewright/script';

import { readLines, type Line } from './lines.ts';
import { contentOfWeek, listsOf, type Content } from './lists.ts';
import { WHOLE_STEP } from './names.ts';
import { findTitle, OR, REST } from './options.ts';
import { readOutline } from './outline.ts';
import { maskQuotes, matchesOutside } from './quotes.ts';
import { findRaces } from './races.ts';
import { MAX_PLAN_LENGTH } from './read.ts';
import { readCached } from './script-cache.ts';

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

  const { blocks, names } = readOutline(text, () => {}, readCached);
  const known = names.map(({ name }) => name.toLowerCase()).join('\n');
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
function highlightContent(content: Content, weeks: number, names: string, add: Add): void {
  const lists = listsOf(content);
  for (const { place, isClosed } of lists) {
    add({ from: place.from, to: place.from + 1 }, 'list');
    if (isClosed) add({ from: place.to - 1, to: place.to }, 'list');
  }
  for (let week = 0; week < (lists.length === 0 ? 1 : weeks); week++) {
    const { text, pieces } = contentOfWeek(content, week);
    const highlights = highlightCached(text, names);
    let end = 0;
    for (const piece of pieces) {
      const start = end;
      end += piece.text.length;
      // The text between lists is the same in every week, and is coloured in the first.
      if (piece.kind === 'substitute' || (piece.kind === 'source' && week > 0)) continue;
      const move = piece.from - start;
      for (const { from, to, style } of highlights)
        if (from < end && to > start)
          add({ from: Math.max(from, start) + move, to: Math.min(to, end) + move }, style);
    }
  }
}

const cache = new Map<string, Highlight[]>();
const MAX_CACHED = 2000;

/** Each content once: a plan is coloured with every letter typed, and few of its days change. */
function highlightCached(text: string, names: string): Highlight[] {
  const key = `${names}\n\n${text}`;
  const known = cache.get(key);
  if (known) return known;
  const highlights = highlightOptions(text, new Set(names.split('\n')));
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, highlights);
  return highlights;
}

function highlightOptions(text: string, names: ReadonlySet<string>): Highlight[] {
  const highlights: Highlight[] = [];
  let from = 0;
  for (const { index, length } of [
    ...matchesOutside(text, OR),
    { index: text.length, length: 0 },
  ]) {
    const part = text.slice(from, index);
    const title = findTitle(part)?.length ?? 0;
    highlights.push({ from, to: from + title, style: 'title' });
    for (const own of highlightSteps(part.slice(title), names))
      highlights.push({ ...own, from: own.from + from + title, to: own.to + from + title });
    from = index + length;
    highlights.push({ from: index, to: from, style: 'or' });
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
