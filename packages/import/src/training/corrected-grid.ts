import type { Line } from './clean.ts';
import { look } from './evidence.ts';
import type { Grid, GridCell, GridWeek } from './grid.ts';
import type { TrainingAnswers } from './questions.ts';
import { isRule, SEPARATORS, type Piece } from './separators.ts';
import type { Words } from './weekdays.ts';

/** Rows of cells below each other. */
type Table = { first: number; last: number; rows: Piece[][] };

const MIN_ROWS = 2;
const MIN_COLUMNS = 3;
const MAX_COLUMNS = 60;
/** Blank lines and rules in a table. */
const MAX_GAP = 3;

/** The largest table of a text, whatever is in its cells. */
export function findTable(
  lines: readonly Line[],
  spend: (count: number) => void,
): Table | undefined {
  const tables = SEPARATORS.filter(({ isWeak }) => !isWeak).flatMap(({ split, isAligned }) => {
    const found: Table[] = [];
    for (const [index, line] of lines.entries()) {
      if (line.body === '' || line.text.length > MAX_ROW || isRule(line.text)) continue;
      spend(1 + line.text.length / 50);
      const pieces = split(line).slice(0, MAX_COLUMNS);
      if (pieces.length < MIN_COLUMNS) continue;
      const before = found.at(-1);
      if (before && index - before.last <= MAX_GAP) {
        before.rows.push(pieces);
        before.last = index;
      } else found.push({ first: index, last: index, rows: [pieces] });
    }
    return found.map((table) => (isAligned ? align(table) : table));
  });
  const size = ({ rows }: Table) => rows.reduce((sum, row) => sum + row.length, 0);
  return tables
    .filter(({ rows }) => rows.length >= MIN_ROWS)
    .toSorted((a, b) => size(b) - size(a))[0];
}

/** A longer line is no row. */
const MAX_ROW = 5000;

/** Cells below the nearest cell of the longest row. */
function align(table: Table): Table {
  const longest = table.rows.reduce((a, b) => (b.length > a.length ? b : a));
  const rows = table.rows.map((row) => {
    if (row.length === longest.length) return row;
    const placed = longest.map(({ at }) => emptyPiece(at));
    for (const piece of row) {
      const near = longest.reduce(
        (best, { at }, index) =>
          Math.abs(at - piece.at) < Math.abs((longest[best]?.at ?? 0) - piece.at) ? index : best,
        0,
      );
      const before = placed[near];
      placed[near] =
        before && before.text !== ''
          ? { ...before, text: `${before.text} ${piece.text}`, to: piece.to }
          : piece;
    }
    return placed;
  });
  return { ...table, rows };
}

function emptyPiece(at = 0): Piece {
  return { text: '', from: 0, to: 0, at };
}

/** What the axes of a table are: the choices of a correction. */
const [NO_DAYS, DAYS_ACROSS, DAYS_DOWN] = [0, 1, 2];

type Grids = ReadonlyMap<number, Grid>;

type Correction = { table: Table | undefined; words: Words; answers: TrainingAnswers };

/** The tables of a text as the athlete corrected them, and the axes that were read. */
export function correctGrids(
  grids: Grids,
  { table, words, answers }: Correction,
): { grids: Grids; axes: number | undefined } {
  if (!table) return { grids, axes: undefined };
  const read = hasDaysDown(table.rows, words) ? DAYS_DOWN : DAYS_ACROSS;
  const axes = grids.size > 0 || isWeek(table, words) ? read : NO_DAYS;
  if (answers.axes === NO_DAYS) return { grids: new Map(), axes };
  const isChanged =
    (answers.axes ?? axes) !== axes ||
    Boolean(answers.shift) ||
    (axes !== NO_DAYS && grids.size === 0);
  return isChanged
    ? { grids: new Map([[table.first, correctGrid(table, words, answers)]]), axes }
    : { grids, axes };
}

const MIN_SESSIONS = 0.75;

/** Without any headings, seven columns of sessions are the days of a week. */
function isWeek({ rows }: Table, words: Words): boolean {
  // "Mon rest; Tue 5 km; Wed gym" says its days.
  if (rows.some((row) => row.some(({ text }) => words.dayAt(text) !== undefined))) return false;
  const labels = hasLabels(rows) ? 1 : 0;
  const cells = rows.flatMap((row) => row.slice(labels, labels + WEEK));
  const sessions = cells.filter(({ text }) => look(text, false) === 'session').length;
  return (
    rows.every((row) => row.length - labels === WEEK) && sessions >= cells.length * MIN_SESSIONS
  );
}

/** With its other axis as days, moved by a column, or from another first day. */
function correctGrid(
  { first, last, rows: written }: Table,
  words: Words,
  { axes, shift, start }: TrainingAnswers,
): Grid {
  const isTransposed = axes === undefined ? hasDaysDown(written, words) : axes === DAYS_DOWN;
  const rows = isTransposed ? transpose(written) : written;
  const headAt = rows.findIndex((row) => countDays(row, words) >= MIN_COLUMNS);
  const head = rows[headAt];
  const width = Math.max(...rows.map((row) => row.length));
  const firstDay = start === 1 ? 6 : 0;
  const columns = head
    ? words.daysOf(head.map(({ text }) => text))
    : countDaysFrom(firstDay, hasLabels(rows) ? 1 : 0, width);
  const days = shiftDays(columns, shift);
  const grid: Grid = {
    first,
    last,
    weeks: [],
    words: [],
    isSundayFirst: start === undefined ? days.find((day) => day !== undefined) === 6 : start === 1,
    score: 1,
  };
  for (const [index, row] of rows.entries()) {
    const isHeading = row.every(({ text }) =>
      HEADINGS.has(look(text, words.dayOf(text) !== undefined)),
    );
    if (index === headAt || isHeading)
      grid.words.push(...row.map(({ text }) => text).filter((text) => /\d/.test(text)));
    else grid.weeks.push(readWeek(row, days));
  }
  return grid;
}

const HEADINGS: ReadonlySet<string> = new Set(['nothing', 'label', 'words']);

function countDays(row: readonly Piece[], words: Words): number {
  return words.daysOf(row.map(({ text }) => text)).filter((day) => day !== undefined).length;
}

/** The names of days are in the first column. */
function hasDaysDown(rows: readonly Piece[][], words: Words): boolean {
  if (rows.some((row) => countDays(row, words) >= MIN_COLUMNS)) return false;
  const named = rows.filter((row) => words.dayOf(row[0]?.text ?? '') !== undefined);
  return named.length >= MIN_COLUMNS;
}

function transpose(rows: readonly Piece[][]): Piece[][] {
  const width = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) =>
    rows.map((row) => row[column] ?? emptyPiece()),
  );
}

const LABEL = /^(?:\p{L}{1,9}\W*)?\d{0,3}\W*$/u;

/** The first column counts the weeks. */
function hasLabels(rows: readonly Piece[][]): boolean {
  return rows.every(([cell]) => LABEL.test(cell?.text ?? ''));
}

const WEEK = 7;

function countDaysFrom(first: number, labels: number, width: number): (number | undefined)[] {
  return Array.from({ length: width }, (_, column) =>
    column < labels || column >= labels + WEEK ? undefined : (first + column - labels) % WEEK,
  );
}

function shiftDays(
  columns: readonly (number | undefined)[],
  shift = 0,
): readonly (number | undefined)[] {
  if (shift === 1) return [undefined, ...columns];
  return shift === 2 ? [...columns.slice(1), undefined] : columns;
}

/** The first cell is the label of its week, unless it is on a day. */
function readWeek(row: readonly Piece[], days: readonly (number | undefined)[]): GridWeek {
  const label = days[0] === undefined ? (row[0]?.text ?? '') : '';
  const cells: GridCell[] = [];
  const extra: string[] = [];
  for (const [column, piece] of row.entries()) {
    const weekday = days[column];
    if (weekday !== undefined) cells.push({ weekday, piece, called: '' });
    else if (column > 0 && piece.text !== '') extra.push(piece.text);
  }
  return { label, cells: cells.filter(({ piece }) => piece.text !== ''), extra };
}
