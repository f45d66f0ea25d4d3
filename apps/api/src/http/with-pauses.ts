import { setImmediate } from 'node:timers/promises';

/** The result of a computation that can pause. Others are served in its pauses, or in those that are worth it. */
export async function withPauses<Result>(
  parts: Generator<unknown, Result>,
  isWorthIt: () => boolean = () => true,
): Promise<Result> {
  for (;;) {
    const next = parts.next();
    if (next.done) return next.value;
    if (isWorthIt()) await setImmediate();
  }
}
