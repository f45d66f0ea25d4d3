import type { DiagnosticCode, Fix, Span } from '@pacewright/script';

/** Something to say about a plan, at a range of its characters, and the edits that would fix it. */
export type PlanDiagnostic = Span & {
  code: PlanCode | DiagnosticCode;
  /** A mistake of the plan keeps all of it off the calendar; a mistake of a script stays with its day (P18). */
  layer: 'plan' | 'script';
  severity: 'error' | 'advice';
  message: string;
  fixes: Fix[];
};

export type PlanCode = PlanMistakeCode | PlanAdviceCode;

export const PLAN_MISTAKE_CODES = [
  'day-in-line',
  'day-outside-week',
  'day-twice',
  'either-day',
  'empty-day',
  'like-unclear',
  'list-in-name',
  'list-length',
  'list-range',
  'list-value',
  'name-taken',
  'other-layout',
  'other-sport',
  'plan-too-long',
  'plan-twice',
  'race-needs-distance',
  'title-is-script',
  'unclosed-list',
  'unknown-line',
  'unopened-list',
  'weeks-overlap',
  'weeks-unclear',
] as const;

export type PlanMistakeCode = (typeof PLAN_MISTAKE_CODES)[number];

export const PLAN_ADVICE_CODES = [
  'hard-after-race',
  'hard-before-race',
  'hard-days-in-a-row',
  'hard-share',
  'long-run-jump',
  'long-run-share',
  'many-hard-days',
  'name-unused',
  'no-taper',
  'not-light',
  'session-share',
  'week-jump',
  'week-missing',
] as const;

export type PlanAdviceCode = (typeof PLAN_ADVICE_CODES)[number];

/** Reports a mistake of the plan itself. */
export type Report = (code: PlanMistakeCode, place: Span, message: string, fixes?: Fix[]) => void;

/** Whether a diagnostic keeps the plan off the calendar. */
export function isPlanMistake({ layer, severity }: PlanDiagnostic): boolean {
  return layer === 'plan' && severity === 'error';
}

/** Makes a comment of the rest of a line, so that no word is lost. */
export function keepAsNote({ from }: Span): Fix {
  return { label: 'Keep it as a note', edits: [{ from, to: from, insert: '// ' }] };
}
