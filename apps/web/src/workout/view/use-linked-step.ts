import type { ResolvedWorkout } from '@pacewright/script';
import { useState } from 'react';

/** The repeat or step that every view highlights, and its position in the order of running. */
export type Linked = { node: number; index: number | undefined };

/**
 * The step to highlight, by its position in the order of running, or a function of the last position, -1 if
 * there is none.
 */
export type NextIndex = number | undefined | ((at: number) => number);

export type Pointed = { node: number; index?: number | undefined };

/**
 * The highlighted step of a workout that is not edited here. Spread it on a WorkoutChart and a StepTable,
 * together with the workout. Only the highlight is state, so another workout is shown as it is.
 */
export function useLinkedStep(resolved: ResolvedWorkout) {
  const [pointed, setPointed] = useState<Pointed>();
  const linked = pointed && findLinked(pointed, resolved);

  return {
    linked,
    onLink: (next: NextIndex) => {
      const index = typeof next === 'function' ? next(linked?.index ?? -1) : next;
      const step = index === undefined ? undefined : resolved.unrolled[index];
      setPointed(step && { node: step.step.node, index });
    },
    onLinkNode: (node: number | undefined) => setPointed(node === undefined ? undefined : { node }),
    onActivate: () => undefined,
    onActivateNode: () => undefined,
  };
}

/** The position of the step: in the selected round, or else in the first. */
export function findLinked({ node, index = -1 }: Pointed, { unrolled }: ResolvedWorkout): Linked {
  if (unrolled[index]?.step.node === node) return { node, index };
  const first = unrolled.findIndex(({ step }) => step.node === node);
  return { node, index: first === -1 ? undefined : first };
}
