import { backOver } from '@pacewright/script';

import { readDayHead } from './day-heads.ts';
import { readLines, startOfLine, type Line } from './lines.ts';
import { findTitle, OR } from './options.ts';
import { maskQuotes } from './quotes.ts';
import { MAX_WEEKS, readWeeks } from './headings.ts';
import { WEEKDAYS, type Weekday } from './weekdays.ts';

/** A word that fits at the caret. `insert` is written instead of the label, with its space. */
export type PlanWord = { label: string; insert?: string; detail: string };

export type PlanCompletion = {
  /** The start of the word at the caret. */
  from: number;
  words: PlanWord[];
  /** The script before that word, if the word may be a part of one. */
  script: string | undefined;
};

/** The words of the plan language that fit at a position. None in a note or in a title. */
export function completePlan(text: string, position: number): PlanCompletion | undefined {
  const lines = readLines(text);
  const index = lines.findLastIndex(({ whole }) => startOfLine(text, whole.from) <= position);
  const line = lines[index];
  if (!line || isInNote(text, line, position)) return undefined;

  const before = text.slice(startOfLine(text, line.whole.from), position);
  const word = before.slice(backOver(before, before.length, /[\w.:-]/));
  const from = position - word.length;
  const isFirstWord = before.slice(0, -word.length || undefined).trim() === '';
  const open = findOpenDay(lines.slice(0, index + 1));
  if (isFirstWord && !(open && open !== line && /^\d/.test(word)))
    return { from, words: wordsOfLine(text, lines, index), script: undefined };
  if (line.kind === 'heading') return completeHeading(text, lines, index, from);
  if (line.kind === 'week-start')
    return {
      from,
      words: WEEKDAYS.map((label) => ({ label, detail: 'first day' })),
      script: undefined,
    };

  const start = contentStart(text, open, from);
  if (!open || start === undefined) {
    if (line.kind !== 'day') return undefined;
    return { from, words: [...weekdays(), ...halves()], script: undefined };
  }
  const content = withoutNotes(text, lines.slice(lines.indexOf(open), index), start, from);
  const script = scriptAt(content);
  return { from, words: wordsOfContent(content, script, text, lines, line), script };
}

function isInNote(text: string, { content, note }: Line, position: number): boolean {
  return note !== undefined && position > text.indexOf('//', content.to) + 1;
}

/** The day or name whose content the last of these lines may continue (P9). */
function findOpenDay(lines: readonly Line[]): Line | undefined {
  const last = lines.findLast(({ kind }) => kind !== 'continuation' && kind !== 'note');
  return last?.kind === 'day' || last?.kind === 'name' ? last : undefined;
}

/** Where the content of a day or a name begins, if that is before the word at the caret. */
function contentStart(text: string, open: Line | undefined, word: number): number | undefined {
  if (!open) return undefined;
  const { from, to } = open.content;
  const start =
    open.kind === 'day'
      ? readDayHead(text, { from, to: Math.max(to, word) }, () => {}).end
      : text.indexOf('=', from) + 1;
  return start <= word ? start : undefined;
}

/** The content up to the word at the caret, over several lines without the notes of those before. */
function withoutNotes(text: string, above: readonly Line[], from: number, to: number): string {
  const ends = above.map(({ content }) => content).filter((content) => content.to > from);
  const start = above.length === 0 ? from : Math.max(from, startOfLine(text, to));
  return [
    ...ends.map((content) => text.slice(Math.max(from, content.from), content.to)),
    text.slice(start, to),
  ].join('\n');
}

/** The script of the option that the content ends in, with the first value of every closed list. */
function scriptAt(content: string): string {
  const or = [...maskQuotes(content).matchAll(OR)].at(-1);
  const option = or ? content.slice(or.index + or[0].length) : content;
  const script = option
    .slice(findTitle(option)?.length ?? 0)
    .trimStart()
    .replaceAll(/\{\s*([^{},]*)[^{}]*\}/g, '$1');
  const brace = script.lastIndexOf('{');
  const list = script.slice(brace + 1);
  if (brace === -1 || list.includes('}')) return script;
  return script.slice(0, brace) + list.slice(list.lastIndexOf(',') + 1);
}

function wordsOfContent(
  content: string,
  script: string,
  text: string,
  lines: readonly Line[],
  own: Line,
): PlanWord[] {
  const end = backOver(script, script.length, /\s/);
  const [written, space] = [script.slice(0, end), script.slice(end)];
  if (/(?:^|[^\w-])race$/i.test(written)) return RACES;
  const isStep = /^$|[+(,;]$/.test(written) || space.includes('\n');
  if (!isStep)
    return /\w$/.test(written) && space !== ''
      ? [{ label: 'or', insert: 'or ', detail: 'an alternative' }]
      : [];
  const names = lines
    .filter(({ kind, whole }) => kind === 'name' && whole.from < own.whole.from)
    .map(({ content: { from, to } }) => ({
      label: /^[\w-]+/.exec(text.slice(from, to))?.[0] ?? '',
      detail: 'your workout',
    }));
  const race = { label: 'race', insert: 'race ', detail: 'a race on this day' };
  if (script.trim() !== '') return [...names, race];
  if (content.trim() !== '') return [...names, race, REST];
  return [REST, ...names, race, ...(own.kind === 'day' ? halves() : [])];
}

const REST: PlanWord = { label: 'rest', detail: 'rest day' };

const RACES: PlanWord[] = ['5km', '10km', 'HM', 'marathon', 'mile'].map((label) => ({
  label,
  detail: 'distance',
}));

function halves(): PlanWord[] {
  return [
    { label: 'am', insert: 'am ', detail: 'first run of the day' },
    { label: 'pm', insert: 'pm ', detail: 'second run of the day' },
  ];
}

function weekdays(first: Weekday = 0): PlanWord[] {
  return WEEKDAYS.map((_, index) => (first + index) % 7).map((day) => {
    const label = WEEKDAYS[day] ?? '';
    return { label, insert: `${label} `, detail: 'day' };
  });
}

/** Days that the heading does not have yet come first, from the one after the last. */
function wordsOfLine(text: string, lines: readonly Line[], index: number): PlanWord[] {
  const above = lines.slice(0, index);
  const own = above.slice(above.findLastIndex(({ kind }) => kind === 'heading') + 1);
  const isUnderHeading = above.some(({ kind }) => kind === 'heading');
  const used = own
    .filter(({ kind }) => kind === 'day')
    .flatMap(({ content }) => readDayHead(text, content, () => {}).days);
  const first = ((used.at(-1) ?? -1) + 1) % 7;
  const days = weekdays(first).filter((_, at) => !used.includes((first + at) % 7));
  const weeks = wordsOfWeeks(nextWeek(text, above));
  if (isUnderHeading) return [...days, ...weeks];
  const hasTitle = lines.some(({ kind }, at) => kind === 'plan' && at !== index);
  return [
    ...(hasTitle ? [] : [{ label: 'plan', insert: 'plan ', detail: 'title' }]),
    ...weeks,
    { label: 'week starts Sun', detail: 'change the first day of the week' },
  ];
}

function wordsOfWeeks(next: number): PlanWord[] {
  if (next > MAX_WEEKS) return [];
  const last = Math.min(MAX_WEEKS, next + 3);
  return [
    { label: `week ${next}`, detail: 'one week' },
    ...(last > next ? [{ label: `weeks ${next}-${last}`, detail: 'several weeks' }] : []),
  ];
}

function nextWeek(text: string, lines: readonly Line[]): number {
  const weeks = lines
    .filter(({ kind }) => kind === 'heading')
    .flatMap(({ content: { from, to } }) => {
      const word = /^\D*/.exec(text.slice(from, to))?.[0].length ?? 0;
      return readWeeks(text, { from: from + word, to }, () => {}).weeks;
    });
  return Math.max(0, ...weeks) + 1;
}

/** After the weeks of a heading: the weeks they are like. */
function completeHeading(
  text: string,
  lines: readonly Line[],
  index: number,
  from: number,
): PlanCompletion | undefined {
  const line = lines[index];
  if (!line) return undefined;
  const before = text.slice(line.content.from, from);
  if (/^(?:weeks?|wks?)\.?\s+$/i.test(before)) {
    const next = nextWeek(text, lines.slice(0, index));
    const words = wordsOfWeeks(next).map(({ label, detail }) => ({
      label: label.replace(/^weeks? /, ''),
      detail,
    }));
    const isPlural = /^w(?:ee)?ks/i.test(before);
    return { from, words: isPlural ? words.toReversed() : words.slice(0, 1), script: undefined };
  }
  if (!/\d$/.test(before.trimEnd()) || before === before.trimEnd()) return undefined;
  const last = nextWeek(text, lines.slice(0, index)) - 1;
  if (last < 1) return undefined;
  return {
    from,
    words: [{ label: `like week ${last}`, detail: 'the same days' }],
    script: undefined,
  };
}
