import { formatCount } from '@pacewright/pace';
import { limitWork, TooMuchWork, type Spend, type Span, type Work } from '@pacewright/script';

import { expandDays, type PlanDay } from './days.ts';
import { readDefinitions } from './definitions.ts';
import type { PlanAdviceCode, PlanDiagnostic, Report } from './diagnostics.ts';
import { readOutline, type Block, type PlanLine } from './outline.ts';
import { scriptsOfPlan } from './script-cache.ts';
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
export function readPlan(text: string, options: { work?: Work } = {}): PlanReading {
  const parts = readPlanInParts(text, options);
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
  }
}

/** Reads a plan, with a pause after each line in each week, in which a server can do something else. */
export function* readPlanInParts(
  text: string,
  { work = { used: 0 } }: { work?: Work } = {},
): Generator<void, PlanReading> {
  if (text.length > MAX_PLAN_LENGTH) {
    const [most, these] = [MAX_PLAN_LENGTH, text.length].map(formatCount);
    return unread(text, `Plans can have up to ${most} characters. This one has ${these}`);
  }
  try {
    return yield* readWithin(text, limitWork(work, MAX_WORK));
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return unread(
      text,
      'This text is too complicated to read. Remove lines that repeat each other',
    );
  }
}

/** Eight times the work of an ordinary plan of the greatest length. */
const MAX_WORK = 300_000;

/** Mapping a mistake with its fixes takes about as long as this many looks at a token. */
const WORK_OF_MISTAKE = 20;

function unread(text: string, message: string): PlanReading {
  const place = { from: 0, to: text.length };
  const mistake = { code: 'plan-too-long', layer: 'plan', severity: 'error' } as const;
  return {
    title: '',
    notes: '',
    weekStart: 0,
    weeks: [],
    days: [],
    diagnostics: [{ ...mistake, ...place, message, fixes: [] }],
    lines: [],
    understood: [],
  };
}

function* readWithin(text: string, spend: Spend): Generator<void, PlanReading> {
  const diagnostics = new Map<string, PlanDiagnostic>();
  const add = (diagnostic: PlanDiagnostic) => {
    spend(WORK_OF_MISTAKE);
    // A mistake of a line is the same in every week of its heading.
    const key = `${diagnostic.code} ${diagnostic.from} ${diagnostic.to}`;
    if (!diagnostics.has(key)) diagnostics.set(key, diagnostic);
  };
  const report: Report = (code, { from, to }, message, fixes = []) =>
    add({ code, layer: 'plan', severity: 'error', from, to, message, fixes });
  const advise = (code: PlanAdviceCode, { from, to }: Span, message: string) =>
    add({ code, layer: 'plan', severity: 'advice', from, to, message, fixes: [] });

  const readScript = scriptsOfPlan(spend);
  const context = { report, add, spend, readScript };
  const outline = readOutline(text, report, readScript);
  const definitions = yield* readDefinitions(text, outline.names, context);
  const days = yield* expandDays(outline.blocks, definitions, context);
  for (const { name, line } of definitions.names.values())
    if (!definitions.used.has(name)) advise('name-unused', line.place, `${name} isn’t used`);

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
    if (own.length === 0) advise('week-missing', place, `Week ${week} is missing`);
    return {
      week,
      titles: own.map(({ title }) => title).filter((title) => title !== ''),
      notes: own.flatMap(({ notes }) => notes).filter((note) => note !== ''),
      place,
    };
  });
}
