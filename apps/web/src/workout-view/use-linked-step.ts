import type { ResolvedWorkout } from '@pacewright/script';
import { useState } from 'react';

/** What is looked at in every view: a repeat or step of the text, and where it is run, first or as chosen. */
export type Linked = { node: number; index: number | undefined };

/** A step by its place in the order of running, or by that of the last one chosen, -1 if there is none. */
export type NextIndex = number | undefined | ((at: number) => number);

export type Pointed = { node: number; index?: number | undefined };

/**
 * The step looked at in a workout that is not edited here. Spread it on a ProfileChart and a StepTable,
 * together with the workout. Only the pointing is state, so another workout is shown as it is.
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

/** Where the chosen step is run: in the round that was chosen, else in the first. */
export function findLinked({ node, index = -1 }: Pointed, { unrolled }: ResolvedWorkout): Linked {
  if (unrolled[index]?.step.node === node) return { node, index };
  const first = unrolled.findIndex(({ step }) => step.node === node);
  return { node, index: first === -1 ? undefined : first };
}
