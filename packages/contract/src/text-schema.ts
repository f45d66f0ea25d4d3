import * as z from 'zod/mini';
import { controlCharacterProblem } from './text.ts';

/** A check that fails with the message that the function returns. */
export function explained(problemOf: (text: string) => string | undefined) {
  return z.refine<string>((text) => problemOf(text) === undefined, {
    error: ({ input }) => (typeof input === 'string' ? problemOf(input) : undefined),
  });
}

/** Line breaks as editors on the web have them. A file from Windows has others. */
export function unixLines() {
  return z.overwrite<string>((text) => text.replaceAll(/\r\n?/g, '\n'));
}

/** Checks of a single line: its length, and no control characters. */
export function singleLine(most: number, tooLong?: string) {
  return [
    z.maxLength(most, { ...(tooLong && { error: tooLong }), abort: true }),
    explained(controlCharacterProblem),
  ] as const;
}
