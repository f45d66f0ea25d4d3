import type { Line } from './clean.ts';
import { labelHead } from './heads.ts';
import { hasAmount, look, namesRun, namesSport } from './evidence.ts';
import { isRule, SEPARATORS, type Piece, type Separator } from './separators.ts';
import type { Words } from './weekdays.ts';

/** A cell of a table on its day, or of a session without one. */
export type GridCell = { weekday: number | undefined; piece: Piece; called: string };

export type GridWeek = {
  label: string;
  /** A date in a row or column of its own. */
  start?: string;
  /** What a calendar calls its first day. */
  number?: { date: number; weekday: number } | undefined;
  cells: GridCell[];
  extra: string[];
};

/** A table of weeks and days, with the lines that it is in. */
export type Grid = {
  first: number;
  last: number;
  weeks: GridWeek[];
  /** Words of its head with a number, besides the days and weeks. */
  words: string[];
  isSundayFirst: boolean;
  /** How sure it is, up to about 1. */
  score: number;
};

const MIN_SCORE = 0.3;

/** The tables of a text: every layout is tried, and the cells are the evidence. */
export function findGrids(
  lines: readonly Line[],
  words: Words,
  spend: (count: number) => void,
): Map<number, Grid> {
  const found: Grid[] = [];
  for (const separator of SEPARATORS) {
    const rows = rowsOf(lines, separator, spend);
    found.push(
      ...readColumns(rows, { separator, words, spend }),
      ...readTransposed(rows, { separator, words, spend }),
    );
  }
  found.push(...readVertical(lines, words));
  const taken = new Set<number>();
  const grids = new Map<number, Grid>();
  const size = ({ score, first, last }: Grid) => score * Math.sqrt(last - first + 1);
  for (const grid of found
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((a, b) => size(b) - size(a))) {
    const own = Array.from(
      { length: grid.last - grid.first + 1 },
      (_, index) => grid.first + index,
    );
    if (own.some((line) => taken.has(line))) continue;
    for (const line of own) taken.add(line);
    grids.set(grid.first, grid);
  }
  return grids;
}

/** A longer line is no row. */
const MAX_ROW = 5000;

/** How rows are split, in which words, and what counts the work. */
type Layout = { separator: Separator; words: Words; spend: (count: number) => void };

type Row = { line: number; text: string; pieces: Piece[] };

function rowsOf(
  lines: readonly Line[],
  { split }: Separator,
  spend: (count: number) => void,
): Row[] {
  return lines.flatMap((line, index) => {
    if (line.body === '' || line.text.length > MAX_ROW) return [];
    spend(1 + line.text.length / 50);
    return [{ line: index, text: line.text, pieces: split(line) }];
  });
}

type Head = {
  row: Row;
  columns: (number | undefined)[];
  names: string[];
  /** Of sessions without days. */
  isLabels?: boolean;
  /** Their names say what they are. */
  isCalled?: boolean;
};

/** Days across, weeks down. */
function readColumns(rows: readonly Row[], { separator, words, spend }: Layout): Grid[] {
  const heads = rows.map((row) => headOf(row, separator, words));
  const starts = heads.flatMap((head, at) => (head ? [at] : []));
  return starts.flatMap((at, place) => {
    const head = heads[at];
    if (!head) return [];
    const below = bodyOf(head, rows.slice(at + 1, starts[place + 1]), separator, words);
    spend(below.length + 1);
    if (below.length === 0) return [];
    const canShift =
      head.columns[0] !== undefined && !separator.isAligned && hasLabels(head, below);
    const shifts = canShift ? [head, shifted(head)] : [head];
    return shifts.map((one) => gridOf(one, below, separator, words));
  });
}

/** Rows have a cell more than their head, or begin with a week. */
function hasLabels({ names }: Head, rows: readonly Row[]): boolean {
  const labelled = rows.filter(
    ({ pieces }) => pieces.length > names.length || WEEK_NAME.test(pieces[0]?.text ?? ''),
  );
  return labelled.length * 2 > rows.length;
}

function shifted({ row, columns, names }: Head): Head {
  return { row, columns: [undefined, ...columns], names: ['', ...names] };
}

const MIN_LABEL = 2;
const MIN_KINDS = 2;
const SUM_OR_NOTE =
  /total|miles|mileage|^km|dist|umfang|volum|summe|kilom|notes?|focus|phase|pace|tempo:|goal|date|bemerk|remarq/i;

/** The name of a column with a session of each week. */
function isKind(name: string): boolean {
  return (
    name.length < 30 &&
    !/\d/.test(name) &&
    !SUM_OR_NOTE.test(name) &&
    (namesRun(name) ||
      namesSport(name) ||
      /\b(?:long|easy|quality|speed|intervals?|hills?|session|workout|track|recovery|séance|einheit|lauf|sortie|serien?|series|rodaje|tirada)\b/iu.test(
        name,
      ))
  );
}

const WEEK_HEAD =
  /^(?:weeks?|wk|woche|kw|semaine|semana|settimana|dates?|datum|fecha|w\/?c|commencing|beginning|starting|#|n°)\W*$/iu;

function headOf(row: Row, { isWeak, isAligned, name }: Separator, words: Words): Head | undefined {
  const names = row.pieces.map(({ text }) => text);
  // A row with two cells that are weekdays is a head where marks part them.
  const isMarked = !isWeak && !isAligned;
  if (names.length < (isMarked ? 2 : 3) || names.length > 16) return undefined;
  const labels = isWeak ? [] : names.map((one) => labelHead(one, words));
  const isNumbered = labels.filter((label) => label?.rest === '').length > 1;
  const columns = isNumbered
    ? labels.map((label) => label && (label.weekday ?? label.number))
    : daysOf(names, words);
  const known = columns.filter((day) => day !== undefined);
  if (isNumbered && new Set(known).size === known.length)
    return { row, columns, names, isLabels: labels.every((label) => label?.weekday === undefined) };
  const isWeeks = !isWeak && WEEK_HEAD.test(names[0] ?? '');
  // "Week | Easy run | Quality session | Long run"
  const kinds = names.map((one) => (isKind(one) ? 0 : undefined));
  if (isWeeks && known.length === 0 && kinds.filter((kind) => kind === 0).length >= MIN_KINDS)
    return { row, columns: kinds, names, isLabels: true, isCalled: true };
  const fewest = isWeeks || isMarked ? 2 : name === ',' || !isWeak ? 3 : 5;
  const isHead =
    known.length >= fewest &&
    new Set(known).size === known.length &&
    names.length - known.length <= 5;
  if (!isHead) return undefined;
  // The labels of weeks have no heading.
  const indent = row.pieces[0]?.at ?? 0;
  if (!isAligned || columns[0] === undefined || indent < MIN_LABEL) return { row, columns, names };
  const corner = { text: '', from: 0, to: 0, at: 0 };
  return {
    row: { ...row, pieces: [corner, ...row.pieces] },
    columns: [undefined, ...columns],
    names: ['', ...names],
  };
}

const NOTED_DAY = /^\s*(?:[([–:-]|\p{Ll}|\p{L}+$)[^\d]{0,24}$/u;

/** "Wed (club)" and "Sun long run" beside other weekdays. */
function daysOf(names: readonly string[], words: Words): (number | undefined)[] {
  const days = words.daysOf(names);
  if (days.filter((day) => day !== undefined).length < MIN_NAMED) return days;
  return days.map((day, index) => {
    const name = names[index] ?? '';
    const own = day === undefined ? words.dayAt(name) : undefined;
    if (day === undefined && !days.includes(5) && WEEKEND.test(name)) return 5;
    const isOwn = own && NOTED_DAY.test(name.slice(own.length)) && !days.includes(own.day);
    return isOwn ? own.day : day;
  });
}

const MIN_NAMED = 2;
/** Saturday, unless its cells say their day. */
const WEEKEND =
  /^(?:week-?end|wochenende|fin de semana|fine settimana|(?:sat|sa|sam|sáb)\p{L}*\.?\s*(?:\/|or|oder|ou|o)\s*(?:sun|so|dim|dom)\p{L}*\.?)$/iu;

/** "WU = warm up   LR = long run", below a table. */
const DEFINITION = /^[\s"|]*\p{L}[\p{L}\d+/]{0,9}\s*=\s/u;

/** The rows below a head that have its shape. */
function bodyOf(
  head: Head,
  rows: readonly Row[],
  { isWeak, isAligned }: Separator,
  words: Words,
): Row[] {
  const body: Row[] = [];
  let previous = head.row.line;
  for (const row of rows) {
    const { length } = row.pieces;
    const isNear = row.line - previous <= 3;
    const isCounted = isWeak
      ? Math.abs(length - head.names.length) <= 1
      : length >= Math.min(3, head.names.length) && length * 3 >= head.names.length;
    const startsDay = !isAligned && words.dayAt(row.pieces[0]?.text ?? '') !== undefined;
    if (isRule(row.text)) {
      previous = row.line;
      continue;
    }
    if (!isNear || !isCounted || startsDay || DEFINITION.test(row.text)) break;
    body.push(row);
    previous = row.line;
  }
  return body;
}

function gridOf(head: Head, below: readonly Row[], separator: Separator, words: Words): Grid {
  const { columns } = head;
  const starts = head.row.pieces.map(({ at }) => at);
  const rows = below.map((row) => placeRow(row, starts, separator.isAligned));
  const [first] = rows;
  const called = first && isCalled(first, columns) ? first : undefined;
  const calledBy = (column: number) =>
    called?.find((one) => one.column === column)?.piece.text ?? '';
  const weeks: GridWeek[] = [];
  const dates = datesOf(rows, columns);
  let odd = 0;
  for (const row of rows) {
    if (row === called) continue;
    const number = dates.get(row);
    if (number !== undefined) {
      weeks.push({ label: '', number, cells: [], extra: [] });
      continue;
    }
    const own = readGridRow(row, head, calledBy);
    if (isOdd(row, columns.length)) odd++;
    const before = weeks.at(-1);
    const goesOn =
      dates.size > 0 || (separator.isAligned && own.label === '' && columns[0] === undefined);
    if (goesOn && before) continueRow(before, own);
    else weeks.push(own);
  }
  const isCounted = weeks.length > 1 && weeks.every(({ label }) => /\d/.test(label));
  const isSundayFirst = !head.isLabels && columns.find((day) => day !== undefined) === 6;
  const fit = 1 - odd / Math.max(1, below.length);
  return {
    first: head.row.line,
    last: below.at(-1)?.line ?? head.row.line,
    weeks,
    words: head.names.filter((name, column) => columns[column] === undefined && /\d/.test(name)),
    isSundayFirst,
    score: scoreOf(weeks, words) * fit + (isCounted ? 0.1 : 0),
  };
}

type PlacedPiece = { piece: Piece; column: number };

const MIN_DATES = 2;

/** The rows of a calendar with the numbers of its days: they go on by one from cell to cell, as no lengths of runs do. */
function datesOf(
  rows: readonly (readonly PlacedPiece[])[],
  columns: readonly (number | undefined)[],
): Map<readonly PlacedPiece[], GridWeek['number']> {
  const found = new Map<readonly PlacedPiece[], GridWeek['number']>();
  let whole = 0;
  for (const row of rows) {
    const filled = row.filter(({ piece }) => piece.text !== '');
    const numbers = filled.map(({ piece }) =>
      /^\d{1,2}$/.test(piece.text) ? Number(piece.text) : 0,
    );
    const [date = 0] = numbers;
    const weekday = columns[filled[0]?.column ?? -1];
    const isRow =
      weekday !== undefined &&
      numbers.every(
        (one, index) =>
          one > 0 &&
          one <= 31 &&
          one - date === (filled[index]?.column ?? 0) - (filled[0]?.column ?? 0),
      );
    if (!isRow) continue;
    found.set(row, { date, weekday });
    if (numbers.length === 7) whole++;
  }
  return whole > 0 && found.size >= MIN_DATES ? found : new Map();
}

/** In a full row the cells are counted; in others they belong to the nearest head. */
function placeRow({ pieces }: Row, starts: readonly number[], isAligned: boolean): PlacedPiece[] {
  const isNear = isAligned && pieces.length !== starts.length;
  return pieces.map((piece, index) => ({
    piece,
    column: isNear ? nearest(starts, piece.at) : index,
  }));
}

/** Every piece is the label, a cell of a day, or something else about the week. */
function readGridRow(
  row: readonly PlacedPiece[],
  { columns, names, isLabels = false, isCalled: isNamed = false }: Head,
  calledBy: (column: number) => string,
): GridWeek {
  const weekColumn = Math.max(
    0,
    names.findIndex((name) => WEEK_HEAD.test(name)),
  );
  const label =
    columns[weekColumn] === undefined ? row.find(({ column }) => column === weekColumn) : undefined;
  const week: GridWeek = { label: label?.piece.text ?? '', cells: [], extra: [] };
  for (const one of row) {
    const { piece, column } = one;
    const weekday = columns[column];
    if (one === label || piece.text === '') continue;
    if (weekday === undefined) week.extra.push(`${names[column] ?? ''} ${piece.text}`.trim());
    else
      week.cells.push({
        weekday: isLabels ? undefined : weekday,
        piece,
        called: isNamed ? (names[column] ?? '') : isLabels ? '' : calledBy(column),
      });
  }
  return week;
}

/** More cells than the head, or two in the same column. */
function isOdd(row: readonly PlacedPiece[], width: number): boolean {
  const filled = row.filter(({ piece }, index) => piece.text !== '' || index < row.length - 1);
  return filled.length > width || new Set(row.map(({ column }) => column)).size < row.length;
}

/** A row without a label goes on with the cells above it. */
function continueRow(before: GridWeek, { cells, extra }: GridWeek): void {
  before.extra.push(...extra);
  for (const cell of cells) {
    const above = before.cells.find(({ weekday }) => weekday === cell.weekday);
    if (above)
      above.piece = {
        ...above.piece,
        text: `${above.piece.text} ${cell.piece.text}`.trim(),
        to: cell.piece.to,
      };
    else before.cells.push(cell);
  }
}

/** A row under the weekdays with what each of them is for. */
function isCalled(row: readonly PlacedPiece[], columns: readonly (number | undefined)[]): boolean {
  const named = row.filter(({ piece }) => piece.text !== '');
  const inDays = named.filter(({ column }) => columns[column] !== undefined);
  return (
    inDays.length > 2 &&
    inDays.length === named.length &&
    named.every(({ piece }) => !/\d/.test(piece.text))
  );
}

function nearest(starts: readonly number[], at: number): number {
  let best = 0;
  for (const [index, start] of starts.entries())
    if (Math.abs(start - at) < Math.abs((starts[best] ?? 0) - at)) best = index;
  return best;
}

/** From -3 to 1: a session in a cell speaks for a layout, a weekday or the number of a week against it. */
function scoreOf(weeks: readonly GridWeek[], words: Words): number {
  const cells = weeks.flatMap((week) => week.cells.map(({ piece }) => piece.text));
  if (cells.length < 2) return -1;
  const points = { session: 1, nothing: 0.3, label: -3, words: -0.4 };
  const sum = cells.reduce((all, text) => {
    const found = look(text, words.dayOf(text) !== undefined);
    // "R" and "XT" are abbreviations of days.
    return all + points[found === 'words' && text.length <= MAX_CODE ? 'nothing' : found];
  }, 0);
  return sum / cells.length;
}

const MAX_CODE = 2;
const WEEK_NAME =
  /^(?:(?:\p{L}{1,9}\W*)?\d{1,3}\W*|(?:this|next|following|last|diese|nächste|cette|esta) (?:week|woche|semaine|semana))$/iu;

/** Weeks across, days down. */
function readTransposed(rows: readonly Row[], { separator, words, spend }: Layout): Grid[] {
  if (separator.isWeak) return [];
  const dayIn = (row: Row) => words.dayOf(row.pieces[0]?.text ?? '');
  return rows.flatMap((head, at) => {
    const names = head.pieces.map(({ text }) => text);
    const isBare = names.length > 1 && names.every((name) => WEEK_NAME.test(name));
    const labels = isBare ? names : names.slice(1);
    if (labels.length < 2 || labels.length > 53 || !labels.every((name) => WEEK_NAME.test(name)))
      return [];
    const starts = head.pieces.map((piece) => piece.at).slice(names.length - labels.length);
    const weeks: GridWeek[] = labels.map((label) => ({ label, cells: [], extra: [] }));
    let last = head.line;
    let days = 0;
    for (const row of rows.slice(at + 1, at + 1 + MAX_DAY_ROWS)) {
      spend(1);
      if (isRule(row.text)) continue;
      const weekday = dayIn(row);
      // Sums are below the days, and dates above them.
      const isBeside =
        weekday === undefined &&
        row.pieces.length === labels.length + 1 &&
        row.pieces.slice(1).some(({ text }) => text !== '');
      const isDates = isBeside && days === 0 && row.pieces.slice(1).every(isDateCell);
      if (weekday === undefined && !isDates && !(isBeside && days > 2)) break;
      if (weekday !== undefined) days++;
      last = row.line;
      for (const [index, piece] of row.pieces.slice(1).entries()) {
        const week = weeks[separator.isAligned ? nearest(starts, piece.at) : index];
        if (piece.text === '' || !week) continue;
        if (isDates) week.start = piece.text;
        else if (weekday === undefined)
          week.extra.push(`${row.pieces[0]?.text ?? ''} ${piece.text}`.trim());
        else week.cells.push({ weekday, piece, called: '' });
      }
    }
    if (days < 3) return [];
    const isSundayFirst = dayIn(rows[at + 1] ?? head) === 6;
    const corner = names.slice(0, names.length - labels.length).filter((name) => /\d/.test(name));
    const score = scoreOf(weeks, words);
    return [{ first: head.line, last, weeks, words: corner, isSundayFirst, score }];
  });
}

const isDateCell = ({ text }: Piece) =>
  text === '' ||
  /^\W*\d{1,4}[-/.]\s?(?:\d{1,2}|\p{L}{3,9})\W*(?:[-/.]?\s?\d{2,4})?\W*$/u.test(text);

/** A week with two runs on every day. */
const MAX_DAY_ROWS = 16;

/** A cell on each line: seven weekdays, then seven cells of each week, with or without its label and sum. */
function readVertical(lines: readonly Line[], words: Words): Grid[] {
  const rows = lines.flatMap((line, index) => (line.body === '' ? [] : [{ line, index }]));
  const days = rows.map(({ line }) => words.dayOf(line.body));
  const start = days.findIndex(
    (day, at) =>
      day !== undefined && WEEK.every((offset) => days[at + offset] === (day + offset) % 7),
  );
  const firstDay = days[start];
  if (start < 0 || firstDay === undefined) return [];
  return [7, 8, 9].flatMap((stride) => {
    const weeks: GridWeek[] = [];
    let at = start + 7;
    for (; at + stride <= rows.length && weeks.length < 60; at += stride) {
      const cells = rows.slice(at, at + stride).map(({ line }) => pieceOf(line));
      const isLabelled = stride > 7;
      if (isLabelled && !WEEK_NAME.test(cells[0]?.text ?? '')) break;
      const own = cells.slice(isLabelled ? 1 : 0, isLabelled ? 8 : 7);
      if (own.some(({ text }) => text.length > 120)) break;
      weeks.push({
        label: isLabelled ? (cells[0]?.text ?? '') : '',
        cells: own.map((piece, day) => ({ weekday: (firstDay + day) % 7, piece, called: '' })),
        extra: cells.slice(8).map(({ text }) => text),
      });
    }
    if (weeks.length === 0) return [];
    // The name of the column of weeks is above the weekdays.
    const hasCorner = stride > 7 && start > 0 && (rows[start - 1]?.line.body.length ?? 99) < 12;
    const first = rows[start - (hasCorner ? 1 : 0)]?.index ?? 0;
    const isCounted =
      stride > 7 && weeks.every(({ label }, index) => Number(/\d+/.exec(label)?.[0]) === index + 1);
    const score = scoreOf(weeks, words) + (isCounted ? 0.3 : 0);
    return [
      {
        first,
        last: rows[at - 1]?.index ?? first,
        weeks,
        words: hasCorner
          ? [rows[start - 1]?.line.body ?? ''].filter((name) => /\d/.test(name))
          : [],
        isSundayFirst: firstDay === 6,
        score,
      },
    ];
  });
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];

function pieceOf({ body, bodyFrom }: Line): Piece {
  return { text: body, from: bodyFrom, to: bodyFrom + body.length, at: 0 };
}

/** A cell that is nothing but a length is what its column is called. */
export function calledText({ piece, called }: GridCell): string {
  const isLength = /^[\d\s.,–-]+(?:mi|miles?|km|k|m|min\w*|h|hours?)?$/i.test(piece.text);
  if (called === '' || !isLength || /^(?:off|rest)$/i.test(called)) return piece.text;
  return namesSport(called) && !hasAmount(called)
    ? `${called} ${piece.text}`
    : `${piece.text} ${called}`;
}
