import { formatCount, type PaceKey, PACE_KEYS } from '@pacewright/pace';
import {
  type Amount,
  applyFix,
  type AthleteSpeeds,
  type Edit,
  editScript,
  explainRefusal,
  type Gap,
  MAX_SCRIPT_LENGTH,
  nameAmount,
  nameTarget,
  newBlock,
  nudgeAmount,
  operate,
  type Operation,
  type Place,
  type ResolvedStep,
  type ResolvedWorkout,
  resolveWorkout,
  sayOperation,
  sayTotal,
  type Siblings,
  type Workout,
} from '@pacewright/script';
import { readOnce } from '../read-once.ts';
import type { Axis } from '../view/profile-layout.ts';
import type { Pointed } from '../view/use-linked-step.ts';
import { type ChartGeometry, type Pointer, shiftLane } from './geometry.ts';
import {
  countSiblings,
  gapBefore,
  isSamePlace,
  isWithin,
  listParts,
  nextGap,
  type Part,
  repeatOf,
  siblingsBetween,
  siblingsFrom,
  stepsOf,
  widen,
} from './parts.ts';

/** The text that the builder changes, with its history. */
export type EditableText = {
  /** The latest text, which the preview may not show yet. */
  readText: () => string;
  /** Makes changes as one step of the history. Each list of edits is for the text after the one before. */
  change: (changes: readonly (readonly Edit[])[]) => void;
  /** False if there is nothing to undo. */
  undo: () => boolean;
  redo: () => boolean;
  canUndo: () => boolean;
  canRedo: () => boolean;
};

/** The workout as the preview shows it. */
export type BuilderView = {
  text: string;
  resolved: ResolvedWorkout;
  places: readonly Place[];
  speeds: AthleteSpeeds | undefined;
  axis: Axis;
};

/** Steps or repeats side by side, as one of their blocks. */
export type Chosen = {
  nodes: Siblings;
  /** The position of that block in the order of running. */
  index: number;
  /** The block from which several are chosen. */
  anchor: number;
};

/** Drawn instead of the preview: a drag that has not ended, or a change that the preview does not show yet. */
export type Draft = { resolved: ResolvedWorkout; places: readonly Place[] };

/** Drawn over the blocks while something is dragged, or would be added. */
export type Mark =
  | { kind: 'add'; pace: PaceKey; before: number; was?: undefined }
  | { kind: 'length'; label: string; was: ChartGeometry }
  | { kind: 'pace'; pace: PaceKey; was: ChartGeometry }
  | { kind: 'place'; before: number; by: number; was?: undefined };

export type BuilderState = {
  canUndo: boolean;
  canRedo: boolean;
  chosen: Chosen | undefined;
  draft: Draft | undefined;
  mark: Mark | undefined;
  pointer: Pointer;
  /** After a block was held: the next tap chooses up to there. */
  isChoosingSeveral: boolean;
  /** The first digit of a length that is being typed. */
  typed: string | undefined;
  /** Why the last operation was not done. */
  refusal: string | undefined;
  /** Said by screen readers. A new object for each message. */
  message: { text: string } | undefined;
};

export type BuilderOptions = {
  text: EditableText;
  view: BuilderView;
  /** Highlights a step in the text and the table. */
  onPoint: (pointed: Pointed | undefined) => void;
  /** Steps were removed, which can be undone for a while. */
  onRemove: (what: string, undo: () => void) => void;
};

export type Builder = ReturnType<typeof createBuilder>;

/** Changes a workout by operations on its steps. Holds the selection; the text holds everything else. */
export function createBuilder({
  text: target,
  view: firstView,
  onPoint,
  onRemove,
}: BuilderOptions) {
  let view = firstView;
  /** The text that the numbers of the chosen steps refer to. */
  let text = target.readText();
  let state: BuilderState = {
    canUndo: target.canUndo(),
    canRedo: target.canRedo(),
    chosen: undefined,
    draft: undefined,
    mark: undefined,
    pointer: 'mouse',
    isChoosingSeveral: false,
    typed: undefined,
    refusal: undefined,
    message: undefined,
  };
  const listeners = new Set<() => void>();
  /** Selections by their texts, so that undo restores them too. */
  const remembered = new Map<string, Chosen>();

  function set(change: Partial<BuilderState>): void {
    const next = { ...state, ...change };
    // Typing clears the selection on every key; without this check, the chart would render twice for each.
    if (isShallowEqual(next, state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function say(message: string): void {
    set({ message: { text: message } });
  }

  function refuse(reason: string): false {
    set({ refusal: reason, draft: undefined, mark: undefined, message: { text: reason } });
    return false;
  }

  /** The latest workout. The selection is dropped if somebody has changed the text since. */
  function read(): { workout: Workout; resolved: ResolvedWorkout; parts: Part[] } {
    const latest = target.readText();
    if (latest !== text) {
      text = latest;
      if (state.chosen) set({ chosen: undefined, draft: undefined });
    }
    const { workout, resolved } = readOnce(text, view.speeds);
    return { workout, resolved, parts: listParts(resolved.items) };
  }

  // Choosing

  function setChosen(nodes: Siblings, near: number, anchor?: number): void {
    const { resolved, parts } = read();
    const narrowed = narrow(nodes, parts);
    const index = nearestIndex(narrowed, near, resolved, parts);
    if (index === undefined) return release();
    const chosen = { nodes: narrowed, index, anchor: anchor ?? index };
    remember(text, chosen);
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
    const { chosen } = state;
    const anchor = extend && chosen ? resolved.unrolled[chosen.anchor] : undefined;
    if (!anchor || !chosen)
      return setChosen({ first: step.step.node, last: step.step.node }, at, at);
    const nodes = siblingsBetween(anchor, step);
    setChosen(nodes, at, chosen.anchor);
    // The focused block moves with the keys, even where it is another round of the same steps.
    if (state.chosen) set({ chosen: { ...state.chosen, index: at } });
    const steps = stepsOf(nodes, parts).length;
    if (steps > 1) say(`${steps} steps selected`);
  }

  function release(): void {
    set({ chosen: undefined, typed: undefined, refusal: undefined, isChoosingSeveral: false });
  }

  // Changing

  /** Makes operations one after the other, as one step of the history. False if one of them is refused. */
  function run(
    operations: readonly Operation[],
    next: (chosen: number | undefined, parts: readonly Part[]) => Siblings | undefined,
    near = state.chosen?.index ?? 0,
  ): boolean {
    const { workout } = read();
    const changes: Edit[][] = [];
    let [after, chosen]: [string, number | undefined] = [text, undefined];
    let before = workout;
    for (const [index, operation] of operations.entries()) {
      const edit = editScript(after, operation);
      if (!edit) return refuse(`${explainRefusal(after, operation)}.`);
      changes.push(edit.edits);
      after = applyFix(after, edit);
      chosen = edit.chosen;
      if (index < operations.length - 1) before = readOnce(after, view.speeds).workout;
    }
    if (after === text) return false;
    if (after.length > MAX_SCRIPT_LENGTH)
      return refuse(`Scripts can have up to ${formatCount(MAX_SCRIPT_LENGTH)} characters.`);
    target.change(changes);
    text = target.readText();
    const reading = readOnce(text, view.speeds);
    const [operation] = operations.slice(-1);
    set({
      draft: text === view.text ? undefined : reading,
      mark: undefined,
      refusal: undefined,
      message: {
        text:
          operations.length > 1
            ? `${operations.length} steps changed. ${sayTotal(reading.resolved.totals)}`
            : ((operation && sayOperation(before, operation, view.speeds)) ?? ''),
      },
    });
    const nodes = next(chosen, listParts(reading.resolved.items));
    if (nodes) setChosen(nodes, near);
    else release();
    return true;
  }

  /** Of operations that do not change the numbers of steps. */
  const keepChosen = () => state.chosen?.nodes;

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

  /** Places a whole workout, into an empty text. */
  function replaceText(script: string): void {
    target.change([[{ from: 0, to: target.readText().length, insert: script }]]);
    text = target.readText();
    say(`Added. ${sayTotal(readOnce(text, view.speeds).resolved.totals)}`);
  }

  function chosenSteps(): ResolvedStep[] {
    const { parts } = read();
    return state.chosen ? stepsOf(state.chosen.nodes, parts) : [];
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
    if (!isChanged && steps.length > 0 && !state.refusal)
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

  /** Changes the count of a repeat, or repeats steps that are not. */
  function repeat(direction: 1 | -1): boolean {
    const { parts } = read();
    const { chosen } = state;
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
    const { chosen } = state;
    const around = chosen && resolved.unrolled[chosen.index]?.rounds.at(-1);
    if (!around) return refuse('This step isn’t in a repeat.');
    const offset = chosen.nodes.first - around.node - 1;
    return run([{ kind: 'split', node: around.node, round: around.round }], (first) => {
      const node = (first ?? 0) + Math.max(0, offset);
      return { first: node, last: node };
    });
  }

  function merge(): boolean {
    return (
      state.chosen !== undefined && run([{ kind: 'merge', nodes: state.chosen.nodes }], single)
    );
  }

  /** Whether the chosen steps are equal rounds. */
  function canMerge(): boolean {
    const { workout } = read();
    const { nodes } = state.chosen ?? {};
    if (!nodes || nodes.first === nodes.last) return false;
    return operate(workout, { kind: 'merge', nodes }) !== undefined;
  }

  function duplicate(): boolean {
    const { parts } = read();
    if (!state.chosen) return false;
    const nodes = widen(state.chosen.nodes, parts);
    const count = countSiblings(nodes, parts);
    return run(
      [{ kind: 'duplicate', nodes }],
      (first, after) => (first === undefined ? undefined : siblingsFrom(first, count, after)),
      state.chosen.index + count,
    );
  }

  function remove(): boolean {
    const { parts } = read();
    if (!state.chosen) return false;
    const nodes = widen(state.chosen.nodes, parts);
    const steps = stepsOf(nodes, parts);
    const [step] = steps;
    const what =
      steps.length === 1 && step
        ? `${nameAmount(step.amount)}, ${nameTarget(step.target).toLowerCase()}, deleted`
        : `${steps.length} steps deleted`;
    if (!run([{ kind: 'remove', nodes }], () => undefined)) return false;
    const after = text;
    onRemove(what, () => {
      if (target.readText() === after) undo();
      else refuse('The workout has changed since. Use Undo to go back step by step.');
    });
    return true;
  }

  function moveTo(before: number): boolean {
    const { resolved, parts } = read();
    if (!state.chosen) return false;
    const nodes = widen(state.chosen.nodes, parts);
    const step = resolved.unrolled[before];
    const to = step ? gapBefore(step, parts) : { repeat: undefined, index: resolved.items.length };
    return !isSamePlace(nodes, to, parts) && moveNodes(nodes, to, parts, before);
  }

  /** Earlier or later in the text, into repeats and out of them. */
  function moveBy(direction: 1 | -1): boolean {
    const { parts } = read();
    if (!state.chosen) return false;
    const nodes = widen(state.chosen.nodes, parts);
    const to = nextGap(nodes, direction, parts);
    if (!to) return refuse(direction === 1 ? 'This is the last step.' : 'This is the first step.');
    return moveNodes(nodes, to, parts, state.chosen.index);
  }

  function moveNodes(nodes: Siblings, to: Gap, parts: readonly Part[], near: number): boolean {
    const count = countSiblings(nodes, parts);
    return run(
      [{ kind: 'move', nodes, to }],
      (first, after) => (first === undefined ? undefined : siblingsFrom(first, count, after)),
      near,
    );
  }

  function undo(): void {
    travel(target.undo(), 'Undone', 'Nothing to undo.');
  }

  function redo(): void {
    travel(target.redo(), 'Redone', 'Nothing to redo.');
  }

  function travel(isDone: boolean, done: string, nothing: string): void {
    if (!isDone) {
      say(nothing);
      return;
    }
    text = target.readText();
    const reading = readOnce(text, view.speeds);
    const chosen = remembered.get(text);
    set({
      chosen: undefined,
      draft: text === view.text ? undefined : reading,
      mark: undefined,
      refusal: undefined,
      message: { text: `${done}. ${sayTotal(reading.resolved.totals)}` },
    });
    if (chosen) setChosen(chosen.nodes, chosen.index);
  }

  // Drags

  /** Draws the result of operations that are not made yet. None removes it. */
  function preview(operations: readonly Operation[], mark: Mark | undefined): void {
    const { workout } = read();
    let after: Workout | undefined = workout;
    for (const operation of operations) after = after && operate(after, operation);
    const resolved =
      operations.length > 0 && after ? resolveWorkout(after, view.speeds) : undefined;
    set({ draft: resolved && { resolved, places: view.places }, mark });
  }

  function isUnclear(): boolean {
    return chosenSteps().some(({ node }) => view.places[node]?.isUnclear);
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,
    /** Called when the preview shows another text, other paces or another axis. */
    update: (next: BuilderView) => {
      view = next;
      const [canUndo, canRedo] = [target.canUndo(), target.canRedo()];
      if (canUndo !== state.canUndo || canRedo !== state.canRedo) set({ canUndo, canRedo });
      if (view.text === text) {
        if (state.draft && !state.mark) set({ draft: undefined });
      } else if (target.readText() !== text) {
        text = view.text;
        set({ chosen: undefined, draft: undefined, mark: undefined, typed: undefined });
      }
    },
    getAxis: () => view.axis,
    readSteps: () => read().resolved.unrolled,
    chosenSteps,
    isUnclear,
    canMerge,
    choose,
    release,
    add,
    replaceText,
    setPace,
    shiftPace,
    nudge,
    setAmount,
    setNote,
    repeat,
    splitOff,
    merge,
    duplicate,
    remove,
    moveTo,
    moveBy,
    undo,
    redo,
    preview,
    run,
    keepChosen,
    refuse,
    say,
    set,
  };
}

/** Undo restores the selections of this many texts. */
const MAX_REMEMBERED = 200;

/** The result of an operation that makes one repeat. */
function single(node: number | undefined): Siblings | undefined {
  return node === undefined ? undefined : { first: node, last: node };
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

function isShallowEqual(one: BuilderState, other: BuilderState): boolean {
  const keys = Object.keys(one) as (keyof BuilderState)[];
  return keys.every((key) => Object.is(one[key], other[key]));
}
