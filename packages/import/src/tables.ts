import { plural } from '@pacewright/pace';
import { readDate, weekdayOf, type DateOrder } from './days.ts';
import { isRestDay, judgeText } from './judge-text.ts';
import {
  addWorkout,
  emptyFound,
  oneLine,
  refusal,
  storable,
  workoutOf,
  type Found,
  type ImportOptions,
  type Reading,
} from './result.ts';
import { guess } from './training/guess.ts';
import { readText } from './text.ts';

const MAX_CHARACTERS = 500_000;
const MAX_ROWS = 2500;
const MAX_COLUMNS = 60;

/** A plan as a table: weeks down and days across, or a workout in each row. */
export function readTable(source: string, options: ImportOptions): Reading {
  if (source.length > MAX_CHARACTERS)
    return refusal(`This table is too large. Paste up to ${MAX_CHARACTERS / 1000} kB at a time.`);
  const rows = readRows(source);
  if (!rows || rows.length < 2)
    return refusal('This isn’t a table. Copy the cells with their headings.');
  if (rows.length > MAX_ROWS || rows.some((row) => row.length > MAX_COLUMNS))
    return refusal(`Tables can have up to ${MAX_ROWS} rows and ${MAX_COLUMNS} columns.`);

  // Days as headings are found by the reader of texts, whatever separates them.
  if (rows.some(isHead) || isCorrected(options)) return readText(source, options);
  const found = emptyFound();
  const restDays = { count: 0 };
  readList(rows, options, found, restDays);
  if (restDays.count > 0)
    found.skipped.push({ what: plural(restDays.count, 'day'), why: 'nothing to run' });
  const read = readText(source, options);
  // Days down and weeks across are no list.
  if (read.ok && (read.workouts.length > found.workouts.length || !hasRuns(found))) return read;
  return hasRuns(found) ? { ok: true, ...found } : refusal(NO_WORKOUTS);
}

/** Corrections are about the reading of texts. */
function isCorrected({ answers = {}, cuts = [] }: ImportOptions): boolean {
  return cuts.length > 0 || ['axes', 'shift', 'start'].some((id) => id in answers);
}

function hasRuns({ workouts }: Found): boolean {
  return !workouts.every(({ isUnclear }) => isUnclear);
}

const NO_WORKOUTS =
  'We found no workouts in this table. It needs days as headings or a column of workouts.';

/** Rows of cells, from CSV, TSV or a table of Markdown. Undefined for a text without columns. */
function readRows(source: string): string[][] | undefined {
  const text = storable(source.replace(/^\ufeff/, ''));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.some(isMarkdownRule)) return lines.filter(isMarkdownRow).map(markdownCells);
  const [first = ''] = lines;
  const delimiter = ['\t', ';', ','].find((mark) => first.includes(mark));
  return delimiter === undefined ? undefined : separated(text, delimiter);
}

/** The line of dashes below the head of a table. */
function isMarkdownRule(line: string): boolean {
  return /^[\s|:-]{3,}$/.test(line) && line.includes('|') && line.includes('--');
}

function isMarkdownRow(line: string): boolean {
  return line.includes('|') && !isMarkdownRule(line);
}

function markdownCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) =>
      cell
        .replaceAll(/<br ?\/?>/gi, '\n')
        .replaceAll(/[`*]|&nbsp;/g, ' ')
        .trim(),
    );
}

/** RFC 4180 with any delimiter and line break; a quoted cell may have both. */
function separated(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at++;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === delimiter) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((one) => one.trim() !== ''));
}

function isHead(row: readonly string[]): boolean {
  return row.filter((cell) => weekdayOf(cell) !== undefined).length >= 4;
}

type Counter = { count: number };

const COLUMNS = {
  date: /^(?:date|day|when|datum)$/i,
  week: /^(?:week|wk|w)$/i,
  title: /^(?:title|name)$/i,
  text: /^(?:workout|session|script|description|activity|details?|training|plan|run|what)$/i,
  notes: /^(?:notes?|comments?)$/i,
  distance: /^(?:distance|dist|km|mi|miles)(?:[ _(]*(?:km|mi|miles)\)?)?$/i,
  pace: /^(?:target[ _])?(?:pace|speed|time)\b/i,
  kind: /^(?:type|kind|run[ _]type)$/i,
};

/** A workout in each row. Cells of other columns are its notes. */
function readList(
  rows: string[][],
  { answers, units }: ImportOptions,
  found: Found,
  restDays: Counter,
): void {
  const [head = [], ...body] = rows;
  const find = (name: RegExp) => head.findIndex((cell) => name.test(cell.trim()));
  const [date, week, titled] = [find(COLUMNS.date), find(COLUMNS.week), find(COLUMNS.title)];
  const named = [...head.keys()].filter((column) => COLUMNS.text.test(head[column]?.trim() ?? ''));
  const best = bestColumn(body, [date, week, titled, find(COLUMNS.pace)]);
  const text = named.includes(best) ? best : (named[0] ?? best);
  // "Workout, Description" has the name of the workout beside its steps.
  const title = titled >= 0 ? titled : (named.find((column) => column < text) ?? -1);
  if (named.length === 0 && ![date, week, title].some((column) => column >= 0)) body.unshift(head);
  const order = ([undefined, 'day-first', 'month-first'] as const)[answers?.dates ?? 0];
  // Without a column of workouts, a row is its distance, unless another cell has more.
  const far = named.length === 0 ? find(COLUMNS.distance) : -1;
  const kind = far >= 0 ? find(COLUMNS.kind) : -1;
  const unit =
    /mi/i.test(head[far] ?? '') || (!/km/i.test(head[far] ?? '') && units !== 'metric')
      ? 'mi'
      : 'km';
  const isByDistance = (row: readonly string[]) =>
    Number(row[far]) > 0 && judgeText(row[text] ?? '').steps < 2;
  let previousWeek = 1;
  for (const row of body) {
    const written = oneLine(row[week] ?? '').match(/\d{1,3}/)?.[0];
    if (written !== undefined) previousWeek = Number(written);
    const others = row.flatMap((cell, column) => {
      const used = isByDistance(row) ? [far, kind] : [text];
      if ([date, week, title, ...used].includes(column) || cell.trim() === '') return [];
      const name = oneLine(head[column] ?? '');
      return [name === '' || COLUMNS.notes.test(name) ? cell.trim() : `${name}: ${cell.trim()}`];
    });
    const day = readDay(row[date] ?? '', previousWeek, order, answers?.dates ?? 0, found);
    const notes = [day.notes, ...others].filter(Boolean).join('\n');
    const cell = isByDistance(row)
      ? [row[far]?.trim(), unit, row[kind]?.trim()].filter(Boolean).join(' ')
      : (row[text] ?? '');
    addCell(cell, { ...day, title: row[title] ?? '', notes }, found, restDays);
  }
}

/** The column with the most workouts. */
function bestColumn(body: readonly string[][], except: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const row of body.slice(0, 50))
    for (const [column, cell] of row.entries())
      if (!except.includes(column) && judgeText(cell).isSession)
        counts.set(column, (counts.get(column) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
  return best?.[0] ?? -1;
}

type CellContext = {
  title?: string;
  notes?: string;
  day?: string;
  planDay?: { week: number; weekday: number };
};

function readDay(
  cell: string,
  week: number,
  order: DateOrder | undefined,
  chosen: number,
  { questions }: Found,
): CellContext {
  const weekday = weekdayOf(cell);
  if (weekday !== undefined) return { planDay: { week, weekday } };
  const date = readDate(cell, order);
  const isSlashed = readDate(cell).kind === 'unclear';
  if (isSlashed && !questions.some(({ id }) => id === 'dates'))
    questions.push({
      id: 'dates',
      text: `Which comes first in ${cell.trim()}, the day or the month?`,
      choices: ['Skip these dates', 'Day first', 'Month first'],
      chosen,
    });
  if (date.kind === 'day') return { day: date.day };
  return cell.trim() === '' ? {} : { notes: cell.trim() };
}

function addCell(cell: string, context: CellContext, found: Found, restDays: Counter): void {
  const source = cell.trim();
  if (isRestDay(source)) {
    restDays.count++;
    if (context.notes) skipText(context.notes, 'next to a day without a run', found);
    return;
  }
  if (judgeText(source).isSession)
    addWorkout(found, workoutOf({ title: '', ...context, ...guess(source), source }));
  else {
    // A long cell is no name.
    const title = context.title?.trim() || oneLine(source).slice(0, MAX_QUOTED);
    addWorkout(found, workoutOf({ ...context, title, script: source, source, isUnclear: true }));
  }
}

const MAX_QUOTED = 80;

function skipText(text: string, why: string, { skipped }: Found): void {
  const line = oneLine(text);
  const short = line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED).toWellFormed()}…` : line;
  if (short !== '') skipped.push({ what: `“${short}”`, why });
}
