import type { ImportedWorkout } from '@pacewright/import';

/** A row of a pasted text, with the parts of it that became steps. */
export type SourceRow = { text: string; parts: { workout: number; from: number; to: number }[] };

/** Finds the workouts of a text in its rows: by their places, or else in the order of both. */
export function markSource(text: string, workouts: readonly ImportedWorkout[]): SourceRow[] {
  const rows = rowsOf(text);
  let [row, column] = [0, 0];
  for (const [workout, { source, place }] of workouts.entries()) {
    if (place) {
      markPlace(rows, place, workout);
      continue;
    }
    for (const line of source.split('\n').map((each) => each.trim())) {
      if (line === '') continue;
      const found = findLine(rows, line, row, column);
      if (!found) continue;
      const to = found.from + line.length;
      rows[found.row]?.parts.push({ workout, from: found.from, to });
      [row, column] = [found.row, to];
    }
  }
  for (const { parts } of rows) parts.sort((one, other) => one.from - other.from);
  return rows.map(({ text: own, parts }) => ({ text: own, parts }));
}

type PlacedRow = SourceRow & { start: number };

function rowsOf(text: string): PlacedRow[] {
  let start = 0;
  return text.split(/(\r\n?|\n)/).flatMap((piece, index) => {
    const own = { text: piece, parts: [], start };
    start += piece.length;
    // Every other piece is a line break.
    return index % 2 === 0 ? [own] : [];
  });
}

/** The part of each row that is in a place, without blanks around it. */
function markPlace(
  rows: readonly PlacedRow[],
  { from, to }: { from: number; to: number },
  workout: number,
): void {
  for (const { text, parts, start } of rows) {
    if (start >= to || start + text.length <= from) continue;
    const [begin, end] = [Math.max(0, from - start), Math.min(text.length, to - start)];
    const piece = text.slice(begin, end);
    const lead = piece.length - piece.trimStart().length;
    if (piece.trim() !== '')
      parts.push({ workout, from: begin + lead, to: begin + lead + piece.trim().length });
  }
}

function findLine(rows: readonly SourceRow[], line: string, row: number, column: number) {
  for (const [index, { text }] of rows.entries()) {
    if (index < row) continue;
    const from = text.indexOf(line, index === row ? column : 0);
    if (from >= 0) return { row: index, from };
  }
  return undefined;
}

/** A piece of a row. With a number, it is what that question is about. */
export type RowPiece = { text: string; number?: number };

/** A row cut at the phrases that questions are about. A phrase that an answer has changed is not marked. */
export function cutRow(
  { text, parts }: SourceRow,
  questionsOf: (workout: number) => readonly { number: number; phrase: string }[],
): RowPiece[] {
  const pieces: RowPiece[] = [];
  let at = 0;
  for (const { workout, from, to } of parts) {
    for (const { number, phrase } of questionsOf(workout)) {
      const place = phrase === '' ? -1 : text.indexOf(phrase, Math.max(at, from));
      if (place < 0 || place + phrase.length > to) continue;
      if (place > at) pieces.push({ text: text.slice(at, place) });
      pieces.push({ text: phrase, number });
      at = place + phrase.length;
    }
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
