import type { Span } from '@pacewright/script';

import { expandDays, type PlanDay } from './days.ts';
import { readDefinitions } from './definitions.ts';
import type { PlanAdviceCode, PlanDiagnostic, Report } from './diagnostics.ts';
import { readOutline, type Block, type PlanLine } from './outline.ts';
import { daysIntoWeek, type Weekday } from './weekdays.ts';

export const MAX_PLAN_LENGTH = 20_000;

export type PlanWeek = { week: number; titles: string[]; notes: string[]; place: Span };

/** A mistake never hides the parts that were understood. */
export type PlanReading = {
  title: string;
  notes: string;
  weekStart: Weekday;
  weeks: PlanWeek[];
  /** In order of time, rest days included. */
  days: PlanDay[];
  /** Mistakes and advice in the order of their places, those of the scripts included. */
  diagnostics: PlanDiagnostic[];
  lines: PlanLine[];
  /** Every range that has a meaning; the rest is in a diagnostic. */
  understood: Span[];
};

/** Reads a plan. Never throws, never drops text without a diagnostic. */
export function readPlan(text: string): PlanReading {
  const diagnostics = new Map<string, PlanDiagnostic>();
  const add = (diagnostic: PlanDiagnostic) => {
    // A mistake of a line is the same in every week of its heading.
    const key = `${diagnostic.code} ${diagnostic.from} ${diagnostic.to}`;
    if (!diagnostics.has(key)) diagnostics.set(key, diagnostic);
  };
  const report: Report = (code, { from, to }, message, fixes = []) =>
    add({ code, layer: 'plan', severity: 'error', from, to, message, fixes });
  const advise = (code: PlanAdviceCode, { from, to }: Span, message: string) =>
    add({ code, layer: 'plan', severity: 'advice', from, to, message, fixes: [] });

  const isTooLong = text.length > MAX_PLAN_LENGTH;
  if (isTooLong) {
    const [most, these] = [MAX_PLAN_LENGTH, text.length].map((count) => count.toLocaleString('en'));
    const message = `A plan can have up to ${most} characters; this one has ${these}`;
    report('plan-too-long', { from: 0, to: text.length }, message);
  }
  const outline = readOutline(isTooLong ? '' : text, report);
  const definitions = readDefinitions(text, outline.names, report, add);
  const days = expandDays(outline.blocks, definitions, report, add);
  for (const { name, line } of definitions.names.values())
    if (!definitions.used.has(name)) advise('name-unused', line.place, `No day uses ${name}`);

  const { title, notes, weekStart, blocks, lines, understood } = outline;
  return {
    title,
    notes: notes.join('\n'),
    weekStart,
    weeks: listWeeks(blocks, advise),
    days: days.sort((a, b) => dayNumber(a, weekStart) - dayNumber(b, weekStart) || a.run - b.run),
    diagnostics: [...diagnostics.values()].sort((a, b) => a.from - b.from || a.to - b.to),
    lines,
    understood,
  };
}

/** The number of days from the first day of week 1. */
export function dayNumber(
  { week, weekday }: Pick<PlanDay, 'week' | 'weekday'>,
  weekStart: Weekday,
): number {
  return (week - 1) * 7 + daysIntoWeek(weekday, weekStart);
}

function listWeeks(
  blocks: readonly Block[],
  advise: (code: PlanAdviceCode, place: Span, message: string) => void,
): PlanWeek[] {
  const last = Math.max(0, ...blocks.flatMap(({ weeks }) => weeks));
  return Array.from({ length: last }, (_, index) => {
    const week = index + 1;
    const own = blocks.filter(({ weeks }) => weeks.includes(week));
    const next = blocks.find(({ weeks }) => (weeks[0] ?? 0) > week);
    const place = own.at(-1)?.place ?? next?.place ?? { from: 0, to: 0 };
    if (own.length === 0) advise('week-missing', place, `Week ${week} is not mentioned`);
    return {
      week,
      titles: own.map(({ title }) => title).filter((title) => title !== ''),
      notes: own.flatMap(({ notes }) => notes).filter((note) => note !== ''),
      place,
    };
  });
}
