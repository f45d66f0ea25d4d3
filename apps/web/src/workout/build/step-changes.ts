import { type PaceKey, PACE_KEYS } from '@pacewright/pace';
import {
  type Amount,
  nameAmount,
  nudgeAmount,
  type Operation,
  type ResolvedStep,
} from '@pacewright/script';
import type { BuilderStore } from './builder-state.ts';
import { shiftLane } from './geometry.ts';
import { stepsOf } from './parts.ts';
import type { Held, Selection } from './selection.ts';
import type { TextChanges } from './text-changes.ts';

/** Changes each of the chosen steps. */
export function createStepChanges(
  held: Held,
  { getState, refuse }: BuilderStore,
  { read }: Selection,
  { run }: TextChanges,
) {
  /** Of operations that do not change the numbers of steps. */
  const keepChosen = () => getState().chosen?.nodes;

  function chosenSteps(): ResolvedStep[] {
    const { parts } = read();
    const { chosen } = getState();
    return chosen ? stepsOf(chosen.nodes, parts) : [];
  }

  function changeEach(change: (step: ResolvedStep) => Operation | undefined): boolean {
    const operations = chosenSteps().flatMap((step) => change(step) ?? []);
    return operations.length > 0 && run(operations, keepChosen);
  }

  function setPace(pace: PaceKey): boolean {
    return changeEach((step) => paceOperation(step, pace));
  }

  /** Up or down by lanes. A rest has none. */
  function shiftPace(by: number): boolean {
    return changeEach((step) => step.lane && paceOperation(step, shiftLane(step.lane, by)));
  }

  function nudge(direction: 1 | -1): boolean {
    const steps = chosenSteps();
    if (steps.length > 0 && steps.every(({ amount }) => amount.kind === 'open'))
      return refuse(
        'This step lasts until you press lap. Type a duration or distance to change it.',
      );
    const isChanged = changeEach((step) =>
      amountOperation(step, nudgeAmount(step.amount, direction)),
    );
    if (!isChanged && steps.length > 0 && !getState().refusal)
      return refuse(
        direction === 1
          ? 'That’s the longest a step can be.'
          : 'That’s the shortest a step can be.',
      );
    return isChanged;
  }

  function setAmount(amount: Amount): boolean {
    return changeEach((step) => amountOperation(step, amount));
  }

  function setNote(note: string): boolean {
    return changeEach((step) => ({ kind: 'note', node: step.node, note }));
  }

  function isUnclear(): boolean {
    return chosenSteps().some(({ node }) => held.view.places[node]?.isUnclear);
  }

  return { keepChosen, chosenSteps, setPace, shiftPace, nudge, setAmount, setNote, isUnclear };
}

export function paceOperation(step: ResolvedStep, pace: PaceKey): Operation | undefined {
  const { node, target } = step;
  if (target.kind === 'pace' && target.pace === pace) return undefined;
  return { kind: 'target', node, target: { kind: 'pace', pace } };
}

export function amountOperation(step: ResolvedStep, amount: Amount): Operation | undefined {
  return isSameAmount(step.amount, amount)
    ? undefined
    : { kind: 'amount', node: step.node, amount };
}

function isSameAmount(one: Amount, other: Amount): boolean {
  return nameAmount(one) === nameAmount(other) && one.kind === other.kind;
}

export function isPaceKey(key: string): key is PaceKey {
  return (PACE_KEYS as readonly string[]).includes(key);
}
