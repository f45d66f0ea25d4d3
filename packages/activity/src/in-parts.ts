/** A computation that can pause: it yields the work since its last pause, in pairs of points. */
export type InParts<Result> = Generator<number, Result>;

/** The work between two pauses; some ten milliseconds. */
export const WORK_OF_PART = 200_000;

export function finish<Result>(parts: InParts<Result>): Result {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
  }
}
