import { formatDuration, nameAmount, type UnrolledStep } from '@pacewright/script';

/**
 * The start of every step that was begun, in ms since 1970, and the end of the last one. A step that is gone back to
 * has its own start again.
 */
export type Starts = readonly number[];

export type Progress =
  | { kind: 'ready' }
  | { kind: 'running'; index: number; startedAt: number; previousSeconds: number | undefined }
  | { kind: 'done'; seconds: number };

export function progressOf(starts: Starts, stepCount: number): Progress {
  const index = starts.length - 1;
  const [first, last, before] = [starts[0], starts[index], starts[index - 1]];
  if (first === undefined || last === undefined) return { kind: 'ready' };
  if (index >= stepCount) return { kind: 'done', seconds: (last - first) / 1000 };
  const previousSeconds = before === undefined ? undefined : (last - before) / 1000;
  return { kind: 'running', index, startedAt: last, previousSeconds };
}

/** Begins the first or the next step, or ends the last one. */
export function advance(starts: Starts, stepCount: number, now: number): Starts {
  return starts.length > stepCount ? starts : [...starts, now];
}

export function goBack(starts: Starts): Starts {
  return starts.slice(0, -1);
}

/** "3:08" for each step of work that has ended, after its amount. */
export function listTimes(
  starts: Starts,
  steps: readonly UnrolledStep[],
): { index: number; amount: string; time: string }[] {
  return steps.flatMap(({ step }, index) => {
    const [from, to] = [starts[index], starts[index + 1]];
    if (from === undefined || to === undefined || step.role !== 'work') return [];
    return [{ index, amount: nameAmount(step.amount), time: formatDuration((to - from) / 1000) }];
  });
}
