import { operate, type Siblings } from '@pacewright/script';
import type { BuilderStore } from './builder-state.ts';
import { repeatOf, siblingsFrom } from './parts.ts';
import type { Selection } from './selection.ts';
import type { TextChanges } from './text-changes.ts';

/** Repeats of the chosen steps. */
export function createRepeatChanges(
  { getState, refuse }: BuilderStore,
  { read }: Selection,
  { run }: TextChanges,
) {
  /** Changes the count of a repeat, or repeats steps that are not. */
  function repeat(direction: 1 | -1): boolean {
    const { parts } = read();
    const { chosen } = getState();
    if (!chosen) return false;
    const { nodes } = chosen;
    const node = repeatOf(nodes, parts);
    const item = node === undefined ? undefined : parts[node]?.item;
    if (node === undefined || item?.kind !== 'repeat') {
      if (direction === -1) return refuse('This step isn’t in a repeat.');
      return run([{ kind: 'wrap', nodes, count: 2 }], single);
    }
    const count = item.count + direction;
    return run([{ kind: 'count', node, count }], (_, after) => {
      if (count > 1) return nodes;
      // The repeat is gone, and its steps have the numbers from its own on.
      return nodes.first === node
        ? siblingsFrom(node, item.items.length, after)
        : { first: nodes.first - 1, last: nodes.last - 1 };
    });
  }

  /** Takes the chosen round out of its repeat, so that it can be changed alone. */
  function splitOff(): boolean {
    const { resolved } = read();
    const { chosen } = getState();
    const around = chosen && resolved.unrolled[chosen.index]?.rounds.at(-1);
    if (!around) return refuse('This step isn’t in a repeat.');
    const offset = chosen.nodes.first - around.node - 1;
    return run([{ kind: 'split', node: around.node, round: around.round }], (first) => {
      const node = (first ?? 0) + Math.max(0, offset);
      return { first: node, last: node };
    });
  }

  function merge(): boolean {
    const { chosen } = getState();
    return chosen !== undefined && run([{ kind: 'merge', nodes: chosen.nodes }], single);
  }

  /** Whether the chosen steps are equal rounds. */
  function canMerge(): boolean {
    const { workout } = read();
    const { nodes } = getState().chosen ?? {};
    if (!nodes || nodes.first === nodes.last) return false;
    return operate(workout, { kind: 'merge', nodes }) !== undefined;
  }

  return { repeat, splitOff, merge, canMerge };
}

/** The result of an operation that makes one repeat. */
function single(node: number | undefined): Siblings | undefined {
  return node === undefined ? undefined : { first: node, last: node };
}
