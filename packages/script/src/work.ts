/** Counts the work of reading texts. One is about a look at a token. */
export type Work = { used: number };

export type Spend = (count: number) => void;

/** Thrown inside a reader, which turns it into a diagnostic. */
export class TooMuchWork extends Error {}

/** Counts until a limit: a text that asks for more work is not read to its end. */
export function limitWork(work: Work, most: number): Spend {
  const limit = work.used + most;
  return (count) => {
    work.used += count;
    if (work.used > limit) throw new TooMuchWork();
  };
}
