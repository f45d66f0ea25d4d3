import { MAX_TITLE_LENGTH, planTextProblem, truncate } from '@pacewright/contract';
import { readPlan } from '@pacewright/plan';
import { notAccepted } from '../../http/problem.ts';

/** Throws a Problem for a text that cannot be stored. One with mistakes can. */
export function requireStorable(text: string, at: string): void {
  const problem = planTextProblem(text);
  if (problem !== undefined) throw notAccepted(at, problem);
}

/** Enough for the title, which is in the first line. */
const MAX_FIRST_LINE = 500;

/** The title of a plan, without reading the whole text. */
export function titleOfPlan(text: string): string {
  const [line = ''] = text.trimStart().slice(0, MAX_FIRST_LINE).split('\n', 1);
  // Half a character may remain at the end, which cannot be stored.
  return truncate(readPlan(line.toWellFormed()).title, MAX_TITLE_LENGTH);
}
