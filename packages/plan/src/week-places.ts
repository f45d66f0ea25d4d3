import type { Span } from '@pacewright/script';

import { startOfLine } from './lines.ts';
import { listsOf } from './lists.ts';
import { locateAll } from './mapped-text.ts';
import type { DayLine } from './outline.ts';
import type { PlanReading } from './read.ts';
import type { Weekday } from './weekdays.ts';

/** A heading of a plan and the lines under it, with their places in the text. */
export type HeadingPlace = {
  weeks: number[];
  title: string;
  /** The weeks that the heading names. */
  place: Span;
  /** Where the line of the heading begins. */
  start: number;
  days: DayPlace[];
};

/** A line under a heading. */
export type DayPlace = {
  days: Weekday[];
  run: 1 | 2;
  place: Span;
  /** The values of each of its lists, in the order of the weeks of the heading. */
  lists: Span[][];
};

/** Where the weeks of a plan are written, in the order of the text. */
export function locateHeadings(
  text: string,
  { lines }: Pick<PlanReading, 'lines'>,
): HeadingPlace[] {
  const found = new Map<unknown, HeadingPlace>();
  for (const line of lines) {
    if (line.kind === 'heading') {
      const { weeks, title, place } = line.block;
      const start = startOfLine(text, place.from);
      found.set(line.block, { weeks, title, place, start, days: [] });
    }
    if (line.kind === 'day') found.get(line.block)?.days.push(locateDay(line.line));
  }
  return [...found.values()];
}

function locateDay({ days, run, whole, content }: DayLine): DayPlace {
  const lists = listsOf(content).map(({ values }) => values.map(locateAll));
  return { days, run, place: whole, lists };
}

/** The values that a week has in the lists of its headings. */
export function listValuesOf(headings: readonly HeadingPlace[], week: number): Span[] {
  return headings.flatMap(({ weeks, days }) => {
    const index = weeks.indexOf(week);
    if (index === -1) return [];
    return days.flatMap(({ lists }) => lists.flatMap((values) => values[index] ?? []));
  });
}
