import { type Diagnostic, type Fix, listAnswers } from '@pacewright/script';
import type { PaceContext } from '../pace-context.ts';

/** A fix, and what comes of it where that tells it from the others. */
export type DistinctAnswer = Fix & { result?: string };

/** The fixes of a problem, the likeliest first. Several show the parts of their results in which they differ. */
export function listDistinctAnswers(
  text: string,
  diagnostic: Pick<Diagnostic, 'from' | 'fixes'>,
  { speeds, units }: PaceContext,
): DistinctAnswer[] {
  if (diagnostic.fixes.length < 2) return diagnostic.fixes;
  const answers = listAnswers(text, diagnostic, { speeds, units });
  return answers.map(({ label, edits, result }) => {
    const distinct = result.filter((part, index) =>
      answers.some((other) => other.result[index] !== part),
    );
    return { label, edits, ...(distinct.length > 0 && { result: distinct.join(', ') }) };
  });
}
