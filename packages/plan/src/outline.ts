import { change, type Fix, type Span } from '@pacewright/script';

import { findDayAfterBut, findSecondDay, readDayHead, type DayHead } from './day-heads.ts';
import { keepAsNote, type Report } from './diagnostics.ts';
import { areOtherWeeks, findLike, findTitledLike, MAX_WEEKS, readWeeks } from './headings.ts';
import { readLines, trimSpan, type Line } from './lines.ts';
import { fitLists, readContent, type Content } from './lists.ts';
import { concat, mapSource, substitute, trim, type MappedText } from './mapped-text.ts';
import { isScript } from './options.ts';
import type { ReadScript } from './script-cache.ts';
import type { NoteSlot } from './script-mistakes.ts';
import { findWeekday, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from './weekdays.ts';

/** A heading and the lines under it. */
export type Block = {
  weeks: number[];
  place: Span;
  /** The weeks whose days are copied (P15). */
  like: number[] | undefined;
  title: string;
  notes: string[];
  lines: DayLine[];
};

export type DayLine = Pick<DayHead, 'days' | 'run' | 'half'> & {
  head: Span;
  whole: Span;
  content: Content;
  notes: string[];
  noteSlot: NoteSlot;
  /** How many names are defined above it. */
  namesAbove: number;
};

export type NameLine = {
  name: string;
  place: Span;
  whole: Span;
  content: Content;
  notes: string[];
  noteSlot: NoteSlot;
};

/** The lines in their order, for the writer. */
export type PlanLine = { note: string | undefined } & (
  | { kind: 'note'; under: 'plan' | 'heading' | 'day' | 'name' }
  | { kind: 'plan'; title: string }
  | { kind: 'week-start'; weekday: Weekday }
  | { kind: 'heading'; block: Block }
  | { kind: 'name'; line: NameLine }
  | { kind: 'day'; line: DayLine; block: Block }
);

export type Outline = {
  title: string;
  notes: string[];
  weekStart: Weekday;
  blocks: Block[];
  names: NameLine[];
  lines: PlanLine[];
  /** Every range that has a meaning; the rest is in a diagnostic. */
  understood: Span[];
};

/** A day or a name whose lines are not all read yet. */
type OpenLine = {
  kind: 'day' | 'name';
  parts: MappedText[];
  notes: string[];
  isEmpty: boolean;
  end: number;
  close: () => void;
};

/** The content of a day or a name, once all of its lines are read. */
type Gathered = Pick<NameLine, 'content' | 'notes' | 'noteSlot' | 'whole'>;

/** P1 to P9. Puts the lines together to headings, days and names. Reads no script of a day. */
export function readOutline(text: string, report: Report, readScript: ReadScript): Outline {
  const sheet: Sheet = {
    text,
    report,
    readScript,
    title: '',
    notes: [],
    weekStart: 0,
    blocks: [],
    names: [],
    lines: [],
    understood: [],
    open: undefined,
    hasTitle: false,
    hasWords: false,
  };
  const { understood } = sheet;
  let layoutFrom: number | undefined;
  const all = readLines(text);
  for (const [index, line] of all.entries()) {
    understood.push({ from: line.whole.from, to: line.content.from });
    if (line.note) understood.push({ from: line.content.to, to: line.note.to });
    if (line.kind === 'layout') {
      closeLine(sheet);
      layoutFrom ??= line.whole.from;
      if (all[index + 1]?.kind !== 'layout') {
        const place = { from: layoutFrom, to: line.whole.to };
        report('other-layout', place, 'Write weeks from 1, with a line for each day');
        layoutFrom = undefined;
      }
    } else readLine(sheet, line);
    sheet.hasWords ||= line.kind !== 'blank';
  }
  closeLine(sheet);
  return sheet;
}

/** A plan while its lines are put together. */
type Sheet = Outline & {
  text: string;
  report: Report;
  readScript: ReadScript;
  /** The day or name whose lines are being read. */
  open: OpenLine | undefined;
  hasTitle: boolean;
  hasWords: boolean;
};

function readLine(sheet: Sheet, line: Line): void {
  if (line.kind === 'continuation' || (line.kind === 'unknown' && sheet.open?.isEmpty))
    return readContinuation(sheet, line);
  if (line.kind === 'note') return readNote(sheet, line);
  closeLine(sheet);
  if (line.kind === 'plan') readTitle(sheet, line);
  else if (line.kind === 'week-start') readWeekStart(sheet, line);
  else if (line.kind === 'heading') readHeading(sheet, line);
  else if (line.kind === 'day') readDay(sheet, line);
  else if (line.kind === 'name') readName(sheet, line);
  else if (line.kind === 'unknown') readUnknown(sheet, line);
}

function closeLine(sheet: Sheet): void {
  sheet.open?.close();
  sheet.open = undefined;
}

function textOf(sheet: Sheet, { from, to }: Span): string {
  return sheet.text.slice(from, to);
}

function noteOf(sheet: Sheet, { note }: Line): string | undefined {
  return note && textOf(sheet, note);
}

function readTitle(sheet: Sheet, line: Line): void {
  const { report, blocks, lines, understood } = sheet;
  if (sheet.hasTitle || blocks.length > 0) {
    const message = sheet.hasTitle
      ? 'A plan can have only one title'
      : 'Put the title on the first line';
    return report('plan-twice', line.content, message, [keepAsNote(line.content)]);
  }
  sheet.hasTitle = true;
  const note = noteOf(sheet, line);
  sheet.title = textOf(sheet, line.content)
    .replace(/^plan[\s:–—-]*/i, '')
    .replaceAll(/\s+/g, ' ');
  if (note !== undefined) sheet.notes.push(note);
  understood.push(line.content);
  lines.push({ kind: 'plan', title: sheet.title, note });
}

function readWeekStart(sheet: Sheet, line: Line): void {
  const { text, report, blocks, lines, understood } = sheet;
  const { from, to } = line.content;
  if (blocks.length > 0)
    return report('weeks-unclear', line.content, 'Put this above the first week', [
      keepAsNote(line.content),
    ]);
  const words = /^weeks?\s+starts?\s*(?:on\s+|:\s*)?/i.exec(textOf(sheet, line.content))?.[0] ?? '';
  const end = from + words.length;
  const day = findWeekday(text, end);
  if (!day || end + day.length !== to) {
    const insert = end === to ? ' Sun' : `${words.trimEnd() === words ? ' ' : ''}Sun // `;
    return report('weeks-unclear', line.content, 'Which day do weeks start on?', [
      change({ from: end, to: end }, insert, 'Change to week starts Sun'),
    ]);
  }
  const note = noteOf(sheet, line);
  if (note !== undefined) sheet.notes.push(note);
  sheet.weekStart = day.weekday;
  understood.push(line.content);
  lines.push({ kind: 'week-start', weekday: day.weekday, note });
}

function readHeading(sheet: Sheet, line: Line): void {
  const { text, report, blocks, understood } = sheet;
  const { from, to } = line.content;
  const start = from + (/^(?:weeks?|wks?)\.?/i.exec(textOf(sheet, line.content))?.[0].length ?? 0);
  const { weeks, place, end } = readWeeks(text, { from: start, to }, report);
  if (weeks.length === 0) {
    const next = Math.min(MAX_WEEKS, (blocks.at(-1)?.weeks.at(-1) ?? 0) + 1);
    return report('weeks-unclear', line.content, 'Which week?', [
      change({ from: start, to: start }, ` ${next}`, `Change to week ${next}`),
      keepAsNote(line.content),
    ]);
  }
  const titled = findTitledLike(text, { from: end, to });
  const likeEnd = titled?.likeEnd ?? findLike(text, { from: end, to });
  const like = likeEnd === undefined ? undefined : readWeeks(text, { from: likeEnd, to }, report);
  if (like?.weeks.length === 0)
    report('like-unclear', { from: end, to: likeEnd ?? end }, 'Like which week?');
  startBlock(sheet, weeks, place, like?.weeks, line);
  if (titled) {
    understood.push({ from, to: end }, { from: titled.titleEnd, to });
    return readHeadingTitle(sheet, { from: end, to: titled.titleEnd }, undefined);
  }
  understood.push({ from, to: like?.end ?? end });
  readHeadingTitle(sheet, { from: like?.end ?? end, to }, like?.end);
}

function startBlock(
  sheet: Sheet,
  weeks: number[],
  place: Span,
  like: number[] | undefined,
  line: Line | undefined,
): void {
  const { blocks, lines } = sheet;
  const note = line && noteOf(sheet, line);
  const notes = note === undefined ? [] : [note];
  const block: Block = { weeks, place, like, title: '', notes, lines: [] };
  blocks.push(block);
  lines.push({ kind: 'heading', block, note });
}

function readHeadingTitle(sheet: Sheet, behind: Span, likeEnd: number | undefined): void {
  const { text, report, readScript, blocks, understood } = sheet;
  const rest = trimSpan(text, behind);
  const mark = /^[:–—.,-]+\s*/.exec(textOf(sheet, rest))?.[0].length ?? 0;
  const title = { from: rest.from + mark, to: rest.to };
  const gap = { from: behind.from, to: title.from };
  const block = blocks.at(-1);
  understood.push({ from: rest.from, to: title.from });
  if (!block || title.from >= title.to) return;

  const words = textOf(sheet, title);
  const day = findWeekday(text, title.from);
  if (day && title.from + day.length < title.to) {
    reportDayInLine(sheet, gap, title.from);
    return readDay(sheet, { kind: 'day', whole: title, content: title, note: undefined });
  }
  const dayAt = likeEnd === undefined ? undefined : findDayAfterBut(text, title);
  const isTitle = textOf(sheet, gap).includes(':') && dayAt === undefined;
  if (likeEnd !== undefined && !isTitle) {
    const newLine = { from: likeEnd, to: dayAt ?? likeEnd };
    return report('unknown-line', title, 'Put a colon before a title', [
      ...(dayAt === undefined ? [] : [change(newLine, '\n  ', 'Start a new line')]),
      keepAsNote(title),
    ]);
  }
  if (mark === 0 && /^[\d%&+]/.test(words))
    report('weeks-unclear', title, 'Put a comma between weeks, and a colon before a title', [
      ...(areOtherWeeks(text, title, block.weeks) ? [change(gap, ', ', 'Add a comma')] : []),
      change(gap, ': ', 'Add a colon'),
    ]);
  else if (isScript(words, readScript))
    report('title-is-script', title, 'Which day is this on?', [
      change(gap, '\n  Mon ', 'Put it on Mon'),
    ]);
  block.title = words.replaceAll(/\s+/g, ' ');
  understood.push(title);
}

function readDay(sheet: Sheet, line: Line): void {
  const { text, report, blocks, names, understood } = sheet;
  const head = readDayHead(text, line.content, report);
  const second = findSecondDay(text, head.place.to, { from: head.end, to: line.content.to });
  if (second) {
    const first = trimSpan(text, { from: line.content.from, to: second.gap.from });
    readDay(sheet, { kind: 'day', whole: first, content: first, note: undefined });
    closeLine(sheet);
    reportDayInLine(sheet, second.gap, second.at);
    const rest = { from: second.at, to: line.content.to };
    return readDay(sheet, { kind: 'day', whole: rest, content: rest, note: line.note });
  }

  if (blocks.length === 0) {
    const at = { from: line.whole.from, to: line.whole.from };
    report('day-outside-week', line.content, 'Which week is this in?', [
      change(at, 'week 1\n  ', 'Put it in week 1'),
    ]);
    startBlock(sheet, [1], head.place, undefined, undefined);
  }
  understood.push({ from: line.content.from, to: head.end });
  const block = blocks.at(-1);
  const namesAbove = names.length;
  openLine(sheet, 'day', line, head.end, (gathered) => {
    if (!block) return undefined;
    const { days, run, place, half } = head;
    const content = fitLists(gathered.content, block.weeks.length, report);
    const own: DayLine = { ...gathered, days, run, half, head: place, content, namesAbove };
    block.lines.push(own);
    return { kind: 'day', line: own, block, note: noteOf(sheet, line) };
  });
}

function reportDayInLine(sheet: Sheet, gap: Span, at: number): void {
  const { text, report, understood } = sheet;
  const length = findWeekday(text, at)?.length ?? 1;
  understood.push(gap);
  report('day-in-line', { from: at, to: at + length }, 'Put each day on its own line', [
    change(gap, '\n  ', 'Start a new line'),
  ]);
}

function readName(sheet: Sheet, line: Line): void {
  const { names, understood } = sheet;
  const [head = '', name = ''] = /^([a-z][\w-]*)\s*=\s*/i.exec(textOf(sheet, line.content)) ?? [];
  const { from } = line.content;
  const place = { from, to: from + name.length };
  understood.push({ from, to: from + head.length });
  openLine(sheet, 'name', line, from + head.length, (gathered) => {
    const own: NameLine = { ...gathered, name, place };
    names.push(own);
    return { kind: 'name', line: own, note: noteOf(sheet, line) };
  });
}

/** Gathers a day or a name until a line follows that does not belong to it. */
function openLine(
  sheet: Sheet,
  kind: OpenLine['kind'],
  line: Line,
  from: number,
  finish: (gathered: Gathered) => PlanLine | undefined,
): void {
  const { text, report, lines, understood } = sheet;
  const { to } = line.content;
  const first = mapSource(text, { from: Math.min(from, to), to });
  const note = noteOf(sheet, line);
  const notes = note === undefined ? [] : [note];
  const index = lines.length;
  understood.push({ from, to });
  const own: OpenLine = {
    kind,
    parts: [first],
    notes,
    isEmpty: first.text.trim() === '' && note === undefined,
    end: to,
    close() {
      const noteSlot = line.note
        ? { at: line.note.from, hasNote: true, hasText: line.note.from < line.note.to }
        : { at: to, hasNote: false, hasText: false };
      const content = readContent(trim(concat(...own.parts)), report);
      const whole = { from: line.whole.from, to: own.end };
      const finished = finish({ content, notes, noteSlot, whole });
      if (finished) lines.splice(index, 0, finished);
    },
  };
  sheet.open = own;
}

function readContinuation(sheet: Sheet, line: Line): void {
  const { text, understood } = sheet;
  if (!sheet.open) return readUnknown(sheet, line);
  const { from, to } = line.content;
  sheet.open.parts.push(
    substitute('\n', { from: sheet.open.end, to: from }),
    mapSource(text, { from, to }),
  );
  sheet.open.isEmpty = false;
  sheet.open.end = to;
  understood.push(line.content);
  if (line.note) readNote(sheet, line);
}

/** P4. A note belongs to the line above it. */
function readNote(sheet: Sheet, line: Line): void {
  const { blocks, lines } = sheet;
  const note = noteOf(sheet, line) ?? '';
  const under = sheet.open?.kind ?? (blocks.length > 0 ? 'heading' : 'plan');
  const notes = sheet.open?.notes ?? blocks.at(-1)?.notes ?? sheet.notes;
  notes.push(note);
  lines.push({ kind: 'note', under, note });
}

function readUnknown(sheet: Sheet, line: Line): void {
  const { report } = sheet;
  const words = textOf(sheet, line.content);
  const { from } = line.content;
  const shown = words.length > 30 ? `${words.slice(0, 30)}…` : words;
  const title = change({ from, to: from }, 'plan ', 'Make it the title');
  report('unknown-line', line.content, `“${shown}” isn’t a day, week or name`, [
    ...(sheet.hasWords ? [] : [title]),
    ...intendedWeekday(words, from),
    keepAsNote(line.content),
  ]);
}

/** "Tuseday" is Tuesday. */
function intendedWeekday(words: string, from: number): Fix[] {
  const word = /^[a-z]{6,9}(?![a-z])/i.exec(words)?.[0].toLowerCase();
  if (word === undefined) return [];
  const sorted = (letters: string) => letters.split('').sort().join('');
  const day = WEEKDAY_NAMES.findIndex((name) => {
    const letters = name.toLowerCase();
    return letters[0] === word[0] && sorted(letters) === sorted(word);
  });
  return day === -1 ? [] : [change({ from, to: from + word.length }, WEEKDAYS[day] ?? '')];
}
