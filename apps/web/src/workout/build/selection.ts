import type { ResolvedWorkout, Siblings, Workout } from '@pacewright/script';
import { readOnce } from '../read-once.ts';
import type { BuilderOptions, BuilderStore, BuilderView, Chosen } from './builder-state.ts';
import { isWithin, listParts, type Part, siblingsBetween, stepsOf } from './parts.ts';

/** Shared by the parts of a builder. */
export type Held = {
  view: BuilderView;
  /** The text that the numbers of the chosen steps refer to. */
  text: string;
};

export type Selection = ReturnType<typeof createSelection>;

/** Undo restores the selections of this many texts. */
const MAX_REMEMBERED = 200;

/** The steps that are chosen in the latest text. */
export function createSelection(
  { text: target, onPoint }: Pick<BuilderOptions, 'text' | 'onPoint'>,
  held: Held,
  { getState, set, say }: BuilderStore,
) {
  /** Selections by their texts, so that undo restores them too. */
  const remembered = new Map<string, Chosen>();

  /** The latest workout. The selection is dropped if somebody has changed the text since. */
  function read(): { workout: Workout; resolved: ResolvedWorkout; parts: Part[] } {
    const latest = target.readText();
    if (latest !== held.text) {
      held.text = latest;
      if (getState().chosen) set({ chosen: undefined, draft: undefined });
    }
    const { workout, resolved } = readOnce(held.text, held.view.speeds);
    return { workout, resolved, parts: listParts(resolved.items) };
  }

  function setChosen(nodes: Siblings, near: number, anchor?: number): void {
    const { resolved, parts } = read();
    const narrowed = narrow(nodes, parts);
    const index = nearestIndex(narrowed, near, resolved, parts);
    if (index === undefined) return release();
    const chosen = { nodes: narrowed, index, anchor: anchor ?? index };
    remember(held.text, chosen);
    set({ chosen, refusal: undefined, typed: undefined, mark: undefined });
    const node = resolved.unrolled[index]?.step.node;
    onPoint(node === undefined ? undefined : { node, index });
  }

  function remember(at: string, chosen: Chosen): void {
    remembered.delete(at);
    remembered.set(at, chosen);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  }

  /** Chooses a block, or all from the last choice up to it. */
  function choose(index: number, { extend = false } = {}): void {
    const { resolved, parts } = read();
    const at = Math.min(resolved.unrolled.length - 1, Math.max(0, index));
    const step = resolved.unrolled[at];
    if (!step) return;
    const { chosen } = getState();
    const anchor = extend && chosen ? resolved.unrolled[chosen.anchor] : undefined;
    if (!anchor || !chosen)
      return setChosen({ first: step.step.node, last: step.step.node }, at, at);
    const nodes = siblingsBetween(anchor, step);
    setChosen(nodes, at, chosen.anchor);
    // The focused block moves with the keys, even where it is another round of the same steps.
    const { chosen: now } = getState();
    if (now) set({ chosen: { ...now, index: at } });
    const steps = stepsOf(nodes, parts).length;
    if (steps > 1) say(`${steps} steps selected`);
  }

  function release(): void {
    set({ chosen: undefined, typed: undefined, refusal: undefined, isChoosingSeveral: false });
  }

  return { read, setChosen, choose, release, find: (text: string) => remembered.get(text) };
}

/** A repeat of one step is chosen as that step. */
function narrow(nodes: Siblings, parts: readonly Part[]): Siblings {
  const { item } = parts[nodes.first] ?? {};
  const [only, ...others] = item?.kind === 'repeat' ? item.items : [];
  if (nodes.first !== nodes.last || !only || others.length > 0) return nodes;
  return narrow({ first: only.node, last: only.node }, parts);
}

function nearestIndex(
  nodes: Siblings,
  near: number,
  { unrolled }: ResolvedWorkout,
  parts: readonly Part[],
): number | undefined {
  let best: number | undefined;
  for (const [index, { step }] of unrolled.entries())
    if (
      isWithin(step.node, nodes, parts) &&
      (best === undefined || Math.abs(index - near) < Math.abs(best - near))
    )
      best = index;
  return best;
}
