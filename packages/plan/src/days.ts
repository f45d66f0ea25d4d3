import { change, type Span } from '@pacewright/script';

import type { Definitions } from './definitions.ts';
import { contentOfWeek, isList, listsOf } from './lists.ts';
import { locateAll } from './mapped-text.ts';
import { readOptions, type Option, type ReadContext, type ReadOption } from './options.ts';
import type { Block, DayLine } from './outline.ts';
import { WEEKDAYS, writeWeeks, type Weekday } from './weekdays.ts';

/** A day of a week with the option that is planned. `run` is 1 for its first run, 2 for its second. */
export type PlanDay = Option & {
  week: number;
  weekday: Weekday;
  run: 1 | 2;
  notes: string;
  alternatives: Option[];
  place: Span;
};

/** A day and the heading it is from, and whether it was only copied there by `like`. */
type Placed = { day: PlanDay; block: Block; isCopy: boolean };

/** P13 to P16. The days of every heading in each of its weeks, with exceptions in place. Pauses after each line. */
export function* expandDays(
  blocks: readonly Block[],
  definitions: Definitions,
  context: ReadContext,
): Generator<void, PlanDay[]> {
  const grid: Grid = {
    definitions,
    context,
    placed: new Map(),
    named: new Set(),
    reportedTwice: new Set(),
    linesOn: [],
  };
  for (const block of blocks) {
    const clashes = new Set<number>();
    context.spend(block.weeks.length);
    grid.linesOn = WEEKDAYS.map((_, weekday) =>
      block.lines.filter(({ days }) => days.some((day) => day === weekday)),
    );
    const readers = [];
    for (const line of block.lines) {
      readers.push({ line, readWeek: lineReader(grid, line) });
      yield;
    }
    for (const [index, week] of block.weeks.entries()) {
      if (block.like && block.like.length > 0) copyWeek(grid, block, block.like, index, clashes);
      for (const { line, readWeek } of readers) {
        yield;
        const day = readWeek(index);
        if (!day) continue;
        for (const weekday of line.days)
          place(grid, { day: { ...day, week, weekday }, block, isCopy: false }, line, clashes);
      }
    }
    if (clashes.size > 0) reportOverlap(context.report, block, clashes);
    for (const week of block.weeks) grid.named.add(week);
  }
  return [...grid.placed.values()].map(({ day }) => day);
}

/** The days that are placed so far. */
type Grid = {
  definitions: Definitions;
  context: ReadContext;
  placed: Map<string, Placed>;
  /** The weeks of the headings above. */
  named: Set<number>;
  reportedTwice: Set<DayLine>;
  /** The lines under the heading that is being placed, by weekday. */
  linesOn: DayLine[][];
};

/** A line without lists is the same in every week, and is read once. */
function lineReader(grid: Grid, line: DayLine): (index: number) => ReturnType<typeof readLine> {
  if (listsOf(line.content).length > 0) return (index) => readLine(grid, line, index);
  const day = readLine(grid, line, 0);
  return () => day;
}

function readLine(
  grid: Grid,
  { content, notes, noteSlot, namesAbove, run, whole, head, days }: DayLine,
  index: number,
): Omit<PlanDay, 'week' | 'weekday'> | undefined {
  const { definitions, context } = grid;
  const findName = definitions.findAmong(namesAbove);
  const [first, ...others] = readOptions(contentOfWeek(content, index), notes.length > 0, {
    ...context,
    findName,
    noteSlot,
    markUsed: (name) => definitions.used.add(name),
  });
  if (!first) {
    const at = { from: head.to, to: head.to };
    context.report('empty-day', head, `What’s on ${WEEKDAYS[days[0] ?? 0]}?`, [
      change(at, ' rest', 'Add rest'),
    ]);
    return undefined;
  }
  const notesOfName = first.name === undefined ? '' : (findName(first.name)?.notes ?? '');
  const ownNotes = [notesOfName, ...notes].filter((note) => note !== '').join('\n');
  const title = first.title || (ownNotes.split('\n')[0] ?? '').slice(0, MAX_TITLE_LENGTH);
  return {
    ...optionOf(first),
    title,
    run,
    notes: ownNotes,
    alternatives: others.map(optionOf),
    place: whole,
  };
}

/** P16. Whether all weeks of a heading are named above, and another heading has more than those. */
function isException(grid: Grid, { weeks }: Block, { weeks: others }: Block): boolean {
  const { named } = grid;
  return weeks.every((week) => named.has(week)) && others.some((week) => !weeks.includes(week));
}

function copyWeek(
  grid: Grid,
  block: Block,
  like: readonly number[],
  index: number,
  clashes: Set<number>,
): void {
  const { placed, named } = grid;
  const { report, spend } = grid.context;
  const week = block.weeks[index] ?? 0;
  const from = (like.length === 1 ? like[0] : like[index]) ?? 0;
  if (like.length > 1 && like.length !== block.weeks.length) {
    const message = `${block.weeks.length} weeks can’t copy ${like.length}. Use one week, or the same number`;
    return report('like-unclear', block.place, message);
  }
  if (!named.has(from)) return report('like-unclear', block.place, `There’s no week ${from} above`);

  spend(placed.size);
  const all = [...placed];
  const there = all.filter(([, { day }]) => day.week === week);
  if (there.some(([, { block: owner }]) => !isException(grid, block, owner)))
    return void clashes.add(week);
  for (const [slot] of there) placed.delete(slot);
  for (const [, { day, block: owner }] of all)
    if (day.week === from && owner !== block)
      placed.set(slotOf({ ...day, week }), { day: { ...day, week }, block, isCopy: true });
}

function place(grid: Grid, own: Placed, line: DayLine, clashes: Set<number>): void {
  const { placed } = grid;
  const { spend } = grid.context;
  const { day, block } = own;
  spend(1);
  const first = slotOf({ ...day, run: 1 });
  const second = slotOf({ ...day, run: 2 });
  const clearsDay = day.kind === 'rest' && day.run === 1;
  const isRestBefore = placed.get(first)?.day.kind === 'rest';
  const replaced = [
    day.run === 1 || isRestBefore ? placed.get(first) : undefined,
    day.run === 2 || clearsDay ? placed.get(second) : undefined,
  ].filter((other) => other !== undefined);
  for (const { block: owner, isCopy } of replaced) {
    if (owner === block && !isCopy) return reportTwice(grid, line, day);
    if (owner !== block) spend(block.weeks.length);
    if (owner !== block && !isException(grid, block, owner)) return void clashes.add(day.week);
  }
  if (clearsDay) placed.delete(second);
  if (day.run === 2 && isRestBefore) placed.delete(first);
  placed.set(slotOf(day), own);
}

/** Once for a line, at the first day that another line has, too. */
function reportTwice(grid: Grid, own: DayLine, day: PlanDay): void {
  const { reportedTwice, linesOn } = grid;
  const { report } = grid.context;
  if (reportedTwice.has(own)) return;
  reportedTwice.add(own);
  const { head, half, days, content } = own;
  const name = WEEKDAYS[day.weekday] ?? '';
  const same = linesOn[day.weekday] ?? [];
  const isFixedByPm =
    days.length === 1 &&
    same.length === 2 &&
    same.every(({ run }) => run === 1) &&
    same.every((line) => readLine(grid, line, 0)?.kind !== 'rest');
  const at = half ?? { from: head.to, to: head.to };
  const [first] = content.parts;
  const start = first && (isList(first) ? first.place : locateAll(first)).from;
  // "Sun.45m E" has no space to write it before.
  const insert = start === at.to ? ' pm ' : ' pm';
  const fixes = isFixedByPm ? [change(at, insert, `Change to ${name} pm`)] : [];
  report('day-twice', head, `${name} is already listed. Use pm for a second run`, fixes);
}

function reportOverlap(
  report: ReadContext['report'],
  { place: heading, weeks }: Block,
  clashes: ReadonlySet<number>,
): void {
  const remaining = weeks.filter((week) => !clashes.has(week));
  const first = Math.min(...clashes);
  report(
    'weeks-overlap',
    heading,
    `Week ${first} already has some of these days under another heading. To replace them, use a heading for only some of those weeks`,
    remaining.length > 0 ? [change(heading, writeWeeks(remaining))] : [],
  );
}

const MAX_TITLE_LENGTH = 200;

function slotOf({ week, weekday, run }: Pick<PlanDay, 'week' | 'weekday' | 'run'>): string {
  return `${week} ${weekday} ${run}`;
}

function optionOf({ kind, title, script, races, mistakes }: ReadOption): Option {
  return { kind, title, script, races, mistakes };
}
