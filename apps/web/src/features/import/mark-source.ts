import type { ImportedWorkout } from '@pacewright/import';

/** A row of a pasted text, with the parts of it that became steps. */
export type SourceRow = { text: string; parts: { workout: number; from: number; to: number }[] };

/** Finds the workouts of a text in its rows. Both are in the same order. */
export function markSource(text: string, workouts: readonly ImportedWorkout[]): SourceRow[] {
  const rows = text.split(/\r\n?|\n/).map((row): SourceRow => ({ text: row, parts: [] }));
  let [row, column] = [0, 0];
  for (const [workout, { source }] of workouts.entries())
    for (const line of source.split('\n').map((each) => each.trim())) {
      if (line === '') continue;
      const found = findLine(rows, line, row, column);
      if (!found) continue;
      const to = found.from + line.length;
      rows[found.row]?.parts.push({ workout, from: found.from, to });
      [row, column] = [found.row, to];
    }
  return rows;
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
