import { MAX_TITLE_LENGTH, planTextProblem, truncate } from '@pacewright/contract';
import { readPlan } from '@pacewright/plan';
import { notAccepted } from '../../http/problem.ts';

/** Throws a Problem for a text that cannot be stored. One with mistakes can. */
export function requireStorable(text: string, at: string): void {
  const problem = planTextProblem(text);
  if (problem !== undefined) throw notAccepted(at, problem);
}

/** Enough for the title. */
const MAX_TITLE_LINE = 500;

/** The line with the title, which may follow notes and empty lines. */
const TITLE_LINE = /^[ \t>#*•·–—-]*plan(?![\w=-])(?!\s*=)[^\r\n]*/im;

/** The title of a plan, without reading the whole text. */
export function titleOfPlan(text: string): string {
  const [line = ''] = TITLE_LINE.exec(text) ?? [];
  // Half a character may remain at the end, which cannot be stored.
  const start = line.trimStart().slice(0, MAX_TITLE_LINE).toWellFormed();
  return truncate(readPlan(start).title, MAX_TITLE_LENGTH);
}
