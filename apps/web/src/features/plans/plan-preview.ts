import {
  adviseOnPlan,
  type HeadingPlace,
  highlightPlan,
  locateHeadings,
  type PlanAdviceCode,
  type PlanDiagnostic,
  type PlanReading,
  readPlan,
  totalWeeks,
  type Weekday,
  type WeekTotals,
} from '@pacewright/plan';
import type { Highlight, Span } from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';
import { describeWeeks, type SeasonWeek } from './season-layout.ts';
import { secondReaderState } from '@pacewright/script';

/** A piece of the text that belongs to weeks, or to a day of them. */
export type PlanPlace = Span & { weeks: readonly number[]; weekday: Weekday | undefined };

/** A plan in someone's paces: its reading, totals and advice, and the places that are linked with the drawing. */
export type PlanPreview = {
  reading: PlanReading;
  highlights: Highlight[];
  headings: HeadingPlace[];
  places: PlanPlace[];
  totals: WeekTotals[];
  weeks: SeasonWeek[];
  /** Mistakes, and advice that is not hidden, in the order of the text. */
  diagnostics: PlanDiagnostic[];
};

type Request = {
  text: string;
  paceContext: PaceContext;
  hidden: readonly PlanAdviceCode[];
};

type Last = Request & { state: ReturnType<typeof secondReaderState>; preview: PlanPreview };

let last: Last | undefined;

/** Reads a plan. The editor and the drawing ask for the same text one after the other, and share its reading. */
export function previewPlan(
  text: string,
  paceContext: PaceContext,
  hidden: readonly PlanAdviceCode[],
): PlanPreview {
  const isSame =
    last?.text === text &&
    last.paceContext.speeds === paceContext.speeds &&
    last.paceContext.units === paceContext.units &&
    last.hidden === hidden &&
    last.state === secondReaderState();
  if (!last || !isSame)
    last = {
      text,
      paceContext,
      hidden,
      state: secondReaderState(),
      preview: createPreview({ text, paceContext, hidden }),
    };
  return last.preview;
}

function createPreview({ text, paceContext: { speeds, units }, hidden }: Request): PlanPreview {
  const reading = readPlan(text);
  const headings = locateHeadings(text, reading);
  const totals = totalWeeks(reading, speeds);
  const advice = adviseOnPlan(reading, { speeds, totals, units });
  const isHidden = ({ code }: PlanDiagnostic) => hidden.some((own) => own === code);
  return {
    reading,
    highlights: highlightPlan(text),
    headings,
    places: listPlaces(text, headings),
    totals,
    weeks: describeWeeks(reading, totals),
    diagnostics: [...reading.diagnostics, ...advice]
      .filter((diagnostic) => !isHidden(diagnostic))
      .sort((a, b) => a.from - b.from || a.to - b.to),
  };
}

/** Headings, the days under them, and the values of their lists. Later ones are inside earlier ones or after them. */
function listPlaces(text: string, headings: readonly HeadingPlace[]): PlanPlace[] {
  return headings.flatMap(({ weeks, start, place, days }) => [
    { from: start, to: endOfLine(text, place.to), weeks, weekday: undefined },
    ...days.flatMap(({ days: weekdays, place: line, lists }) => [
      { ...line, weeks, weekday: weekdays[0] },
      ...lists.flatMap((values) =>
        values.map((value, index) => ({
          ...value,
          weeks: weeks.slice(index, index + 1),
          weekday: weekdays[0],
        })),
      ),
    ]),
  ]);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Whether a mistake keeps the plan off the calendar (P18). */
export function isBlocking({ layer, severity }: PlanDiagnostic): boolean {
  return layer === 'plan' && severity === 'error';
}
