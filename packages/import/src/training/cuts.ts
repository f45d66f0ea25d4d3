import type { Cell, Leftover } from './cells.ts';

/**
 * Where the athlete corrects the borders of sessions: a session is split at a place of the text, the session there is joined
 * with the one before it, or a line there that is in no session becomes one.
 */
export type Cut = { kind: 'split' | 'join' | 'run'; at: number };

type Sessions<Own extends Cell> = { cells: Own[]; leftovers: Leftover[] };

/** The sessions of a text after the athlete's corrections, in their order. */
export function applyCuts<Own extends Cell>(
  { cells, leftovers }: Sessions<Own>,
  cuts: readonly Cut[],
  text: string,
): Sessions<Own> {
  if (cuts.length === 0) return { cells, leftovers };
  const places = (kind: Cut['kind']) =>
    new Set(cuts.flatMap((cut) => (cut.kind === kind ? cut.at : [])));
  const [runs, joins, splits] = [places('run'), places('join'), [...places('split')]];
  const made: Own[] = [];
  for (const cell of withRuns(
    cells,
    leftovers.filter(({ from, to }) => to > from && runs.has(from)),
  ))
    for (const part of splitCell(
      cell,
      splits.filter((at) => at > cell.from && at < cell.to),
      text,
    )) {
      const before = made.at(-1);
      if (before && joins.has(part.from)) made[made.length - 1] = joined(before, part);
      else made.push(part);
    }
  return { cells: made, leftovers: leftovers.filter(({ from }) => !runs.has(from)) };
}

/** A line that becomes a session is on the day of the session above it. */
function withRuns<Own extends Cell>(cells: readonly Own[], lines: readonly Leftover[]): Own[] {
  const all = [...cells];
  for (const { text, from, to } of lines) {
    const above = all.findLastIndex((cell) => cell.from < from);
    const near = all[Math.max(0, above)];
    if (near)
      all.splice(above + 1, 0, {
        ...near,
        title: '',
        notes: [],
        columns: undefined,
        text,
        from,
        to,
      });
  }
  return all;
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The words behind a place of the text, found again at the end of the cell. */
function splitCell<Own extends Cell>(cell: Own, places: readonly number[], text: string): Own[] {
  const [at] = places.toSorted((a, b) => b - a);
  if (at === undefined || cell.columns !== undefined) return [cell];
  const behind = squeeze(text.slice(at, cell.to));
  for (let cut = 1; cut < cell.text.length; cut++) {
    const [before, after] = [cell.text.slice(0, cut), cell.text.slice(cut)];
    if (after.length < behind.length || !isSame(after, behind)) continue;
    const first = { ...cell, text: before.replace(JOINT, ''), to: at };
    const second = { ...cell, text: after.trim(), title: '', notes: [], from: at };
    const others = places.filter((place) => place !== at);
    return first.text === '' ? [cell] : [...splitCell(first, others, text), second];
  }
  return [cell];
}

const MAX_BLANKS = 2;

function isSame(text: string, squeezed: string): boolean {
  return (
    text.length <= squeezed.length * MAX_BLANKS + 8 &&
    squeeze(text) === squeezed &&
    /^\S/.test(text)
  );
}

/** What joined two sessions in one line. */
const JOINT = /[\s,;.+&/]+(?:(?:and|then|plus)\s*)?$/i;

function joined<Own extends Cell>(before: Own, after: Own): Own {
  return {
    ...before,
    columns: undefined,
    text: `${before.text}\n${after.text}`,
    notes: [...before.notes, ...after.notes],
    from: Math.min(before.from, after.from),
    to: Math.max(before.to, after.to),
  };
}
