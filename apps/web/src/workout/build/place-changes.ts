import type { PaceKey } from '@pacewright/pace';
import { type Gap, nameAmount, nameTarget, newBlock, type Siblings } from '@pacewright/script';
import type { BuilderOptions, BuilderStore } from './builder-state.ts';
import {
  countSiblings,
  gapBefore,
  isSamePlace,
  nextGap,
  type Part,
  siblingsFrom,
  stepsOf,
  widen,
} from './parts.ts';
import type { Held, Selection } from './selection.ts';
import type { TextChanges } from './text-changes.ts';

/** Adds steps, removes them, and moves them to other places. */
export function createPlaceChanges(
  { text: target, onRemove }: Pick<BuilderOptions, 'text' | 'onRemove'>,
  held: Held,
  { getState, refuse }: BuilderStore,
  { read }: Selection,
  { run, undo }: TextChanges,
) {
  function add(pace: PaceKey, before?: number): boolean {
    const { resolved, parts } = read();
    const { length } = resolved.unrolled;
    const step = before === undefined ? undefined : resolved.unrolled[before];
    const at = step ? gapBefore(step, parts) : { repeat: undefined, index: resolved.items.length };
    return run(
      [{ kind: 'insert', at, items: [newBlock(pace)] }],
      (node) => (node === undefined ? undefined : { first: node, last: node }),
      before ?? length,
    );
  }

  function duplicate(): boolean {
    const { parts } = read();
    const { chosen } = getState();
    if (!chosen) return false;
    const nodes = widen(chosen.nodes, parts);
    const count = countSiblings(nodes, parts);
    return run(
      [{ kind: 'duplicate', nodes }],
      (first, after) => (first === undefined ? undefined : siblingsFrom(first, count, after)),
      chosen.index + count,
    );
  }

  function remove(): boolean {
    const { parts } = read();
    const { chosen } = getState();
    if (!chosen) return false;
    const nodes = widen(chosen.nodes, parts);
    const steps = stepsOf(nodes, parts);
    const [step] = steps;
    const what =
      steps.length === 1 && step
        ? `${nameAmount(step.amount)}, ${nameTarget(step.target).toLowerCase()}, deleted`
        : `${steps.length} steps deleted`;
    if (!run([{ kind: 'remove', nodes }], () => undefined)) return false;
    const after = held.text;
    onRemove(what, () => {
      if (target.readText() === after) undo();
      else refuse('The workout has changed since. Use Undo to go back step by step.');
    });
    return true;
  }

  function moveTo(before: number): boolean {
    const { resolved, parts } = read();
    const { chosen } = getState();
    if (!chosen) return false;
    const nodes = widen(chosen.nodes, parts);
    const step = resolved.unrolled[before];
    const to = step ? gapBefore(step, parts) : { repeat: undefined, index: resolved.items.length };
    return !isSamePlace(nodes, to, parts) && moveNodes(nodes, to, parts, before);
  }

  /** Earlier or later in the text, into repeats and out of them. */
  function moveBy(direction: 1 | -1): boolean {
    const { parts } = read();
    const { chosen } = getState();
    if (!chosen) return false;
    const nodes = widen(chosen.nodes, parts);
    const to = nextGap(nodes, direction, parts);
    if (!to) return refuse(direction === 1 ? 'This is the last step.' : 'This is the first step.');
    return moveNodes(nodes, to, parts, chosen.index);
  }

  function moveNodes(nodes: Siblings, to: Gap, parts: readonly Part[], near: number): boolean {
    const count = countSiblings(nodes, parts);
    return run(
      [{ kind: 'move', nodes, to }],
      (first, after) => (first === undefined ? undefined : siblingsFrom(first, count, after)),
      near,
    );
  }

  return { add, duplicate, remove, moveTo, moveBy };
}
