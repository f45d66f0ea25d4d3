import { plural } from '@pacewright/pace';
import { change, remove, type Fix, type Span } from '@pacewright/script';

import type { Report } from './diagnostics.ts';
import {
  asValue,
  concat,
  EMPTY,
  locate,
  locateAll,
  slice,
  substitute,
  trim,
  type MappedText,
} from './mapped-text.ts';
import { hasOpenQuote, maskQuotes } from './quotes.ts';

/** The content of a day: text that every week has, and lists that give each week its own. */
export type Content = { parts: (MappedText | List)[] };

/** A range, `{50m..65m}`, is a list whose values are not written out. */
export type List = {
  values: MappedText[];
  place: Span;
  isRange: boolean;
  isClosed: boolean;
  isOnOneLine: boolean;
};

/** P13. Finds the lists. A value is any text without braces or commas. */
export function readContent(mapped: MappedText, report: Report): Content {
  const parts: Content['parts'] = [];
  const text = maskQuotes(mapped.text);
  let at = 0;
  for (let open = findBrace(text, 0); open !== -1; open = findBrace(text, at)) {
    if (open > at) parts.push(slice(mapped, at, open));
    if (text[open] === '}') {
      const place = locate(mapped, { from: open, to: open + 1 });
      report('unopened-list', place, 'This } has no opening {', [remove(place, 'Remove }')]);
      at = open + 1;
      continue;
    }
    const end = findListEnd(text, open + 1);
    const isClosed = text[end] === '}';
    at = isClosed ? end + 1 : end;
    const whole = slice(mapped, open, at);
    const place = locateAll(whole);
    // A list over several lines may have a note inside, which an edit of the whole would lose.
    const isOnOneLine = whole.pieces.every(({ kind }) => kind !== 'substitute');
    if (!isClosed)
      report(
        'unclosed-list',
        { from: place.from, to: place.from + 1 },
        'This { isn’t closed',
        isOnOneLine ? [change({ from: place.to, to: place.to }, '}', 'Insert }')] : [],
      );
    const list = readList(slice(mapped, open + 1, end), place, report);
    parts.push({ ...list, isClosed, isOnOneLine });
  }
  if (at < text.length) parts.push(slice(mapped, at, text.length));
  return { parts };
}

function findBrace(text: string, from: number): number {
  const offset = text.slice(from).search(/[{}]/);
  return offset === -1 ? -1 : from + offset;
}

/** At the next brace, or after the word behind the last comma. */
function findListEnd(text: string, from: number): number {
  const brace = findBrace(text, from);
  if (brace !== -1) return brace;
  const last = [...text.slice(from).matchAll(/,\s*[^\s,]+/g)].at(-1);
  return last ? from + last.index + last[0].length : text.length;
}

function readList(
  inside: MappedText,
  place: Span,
  report: Report,
): Pick<List, 'values' | 'place' | 'isRange'> {
  const range = RANGE.exec(inside.text);
  if (range) {
    const [, before = '', first = '', between = '', last = ''] = range;
    const [start, end] = [before.length, before.length + first.length + between.length];
    const ends = [
      slice(inside, start, start + first.length),
      slice(inside, end, end + last.length),
    ];
    return { values: ends.map(asValue), place, isRange: true };
  }

  const values: MappedText[] = [];
  let from = 0;
  for (const written of maskQuotes(inside.text).split(',')) {
    const value = trim(asValue(slice(inside, from, from + written.length)));
    if (value.text === '') report('list-value', place, 'A value is missing from this list');
    else if (!isBalanced(value.text))
      report('list-value', locateAll(value), 'Close the parentheses within the value');
    values.push(value);
    from += written.length + 1;
  }
  return { values, place, isRange: false };
}

const RANGE = /^(\s*)([\w:]+(?:\.\d+\w*)?)(\s*(?:\.{2,}|…)\s*)([\w.:]+)\s*$/;

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const mark of maskQuotes(text)) {
    if (mark === '(') depth++;
    if (mark === ')' && --depth < 0) return false;
  }
  return depth === 0;
}

/** P14. Gives each list one value for each week, as its first fix would. */
export function fitLists(content: Content, weeks: number, report: Report): Content {
  return {
    parts: content.parts.map((part) => (isList(part) ? fitList(part, weeks, report) : part)),
  };
}

function fitList(list: List, weeks: number, report: Report): List {
  const { values, place, isRange, isOnOneLine } = list;
  const count = values.length;
  if (isRange) {
    const steps = evenSteps(values[0]?.text ?? '', values[1]?.text ?? '', weeks);
    const fixes = steps && isOnOneLine ? [rewrite(place, steps, 'Write out the values')] : [];
    report('list-range', place, 'A list needs a value for each week', fixes);
    return { ...list, values: steps?.map((text) => substitute(text, place)) ?? values };
  }
  if (count === weeks) return list;

  const pick = (indexOf: (week: number) => number) =>
    Array.from({ length: weeks }, (_, week) => values[indexOf(week)] ?? EMPTY);
  const texts = (picked: readonly MappedText[]) => picked.map(({ text }) => text);
  const fitted = pick((week) => Math.min(week, count - 1));
  const fixes =
    count > weeks
      ? [rewrite(place, texts(fitted), weeks === 1 ? 'Keep the first' : `Keep the first ${weeks}`)]
      : [
          rewrite(place, texts(fitted), 'Repeat the last'),
          ...(count > 1 ? [rewrite(place, texts(pick((week) => week % count)), 'Start over')] : []),
        ];
  const message = `This list has ${plural(count, 'value')} for ${plural(weeks, 'week')}`;
  const isRepeatable = isOnOneLine && !values.some(({ text }) => hasOpenQuote(text));
  report('list-length', place, message, isRepeatable ? fixes : []);
  return { ...list, values: fitted };
}

function rewrite(place: Span, values: readonly string[], label: string): Fix {
  return change(place, `{${values.join(', ')}}`, label);
}

/** From one value to another in even steps, rounded to fives if both ends are fives, else to whole numbers. */
function evenSteps(first: string, last: string, weeks: number): string[] | undefined {
  const [from, to] = [first, last].map((text) => /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(text));
  if (!from || !to) return undefined;
  const [low, high] = [Number(from[1]), Number(to[1])];
  const unit = from[2] === '' ? to[2] : from[2];
  if (to[2] !== '' && to[2] !== unit) return undefined;
  const step = [5, 1, 0.5].find((size) => low % size === 0 && high % size === 0) ?? 0.1;
  return Array.from({ length: weeks }, (_, week) => {
    const exact = weeks === 1 ? low : low + ((high - low) * week) / (weeks - 1);
    return `${Math.round(Math.round(exact / step) * step * 10) / 10}${unit}`;
  });
}

export function listsOf({ parts }: Content): List[] {
  return parts.filter(isList);
}

export function isList(part: MappedText | List): part is List {
  return 'values' in part;
}

/** The content with the values of one week of its heading, counted from 0. */
export function contentOfWeek({ parts }: Content, index: number): MappedText {
  return concat(...parts.map((part) => (isList(part) ? (part.values[index] ?? EMPTY) : part)));
}
