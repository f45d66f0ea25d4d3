import type { ResolvedWorkout } from '@pacewright/script';
import type { Chosen } from './builder-state.ts';
import { isWithin, listParts, repeatOf, stepsOf } from './parts.ts';

/** The chosen steps of a workout as it is drawn. */
export function describeChosen({ nodes }: Chosen, { items, unrolled }: ResolvedWorkout) {
  const parts = listParts(items);
  const steps = stepsOf(nodes, parts);
  const repeat = repeatOf(nodes, parts);
  const item = repeat === undefined ? undefined : parts[repeat]?.item;
  const [step, ...others] = steps;
  const isOne = step !== undefined && others.length === 0;
  return {
    steps,
    isOne,
    isChosen: (node: number) => isWithin(node, nodes, parts),
    /** How often the only chosen step is run. */
    copies: isOne ? unrolled.filter((run) => run.step.node === step.node).length : 1,
    /** Of the repeat around the chosen steps. */
    count: item?.kind === 'repeat' ? item.count : 1,
  };
}
