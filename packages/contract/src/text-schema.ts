import * as z from 'zod/mini';
import { controlCharacterProblem } from './text.ts';

/** A check that fails with the message of a function, for the texts in which that finds a problem. */
export function explained(problemOf: (text: string) => string | undefined) {
  return z.refine<string>((text) => problemOf(text) === undefined, {
    error: ({ input }) => (typeof input === 'string' ? problemOf(input) : undefined),
  });
}

/** The checks of a single line of text: at most so many characters, none of them a control character. */
export function singleLine(most: number, tooLong?: string) {
  return [
    z.maxLength(most, { ...(tooLong && { error: tooLong }), abort: true }),
    explained(controlCharacterProblem),
  ] as const;
}
