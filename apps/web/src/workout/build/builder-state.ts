import type { PaceKey } from '@pacewright/pace';
import type { AthleteSpeeds, Edit, Place, ResolvedWorkout, Siblings } from '@pacewright/script';
import { createListeners } from '../../ui/store.ts';
import type { Axis } from '../view/profile-layout.ts';
import type { Pointed } from '../view/use-linked-step.ts';
import type { ChartGeometry, Pointer } from './geometry.ts';

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

export type BuilderStore = ReturnType<typeof createBuilderStore>;

/** The state, and who is told of its changes. */
export function createBuilderStore(target: EditableText) {
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
  const { notify, subscribe } = createListeners();

  function set(change: Partial<BuilderState>): void {
    const next = { ...state, ...change };
    // Typing clears the selection on every key; without this check, the chart would render twice for each.
    if (isShallowEqual(next, state)) return;
    state = next;
    notify();
  }

  function say(message: string): void {
    set({ message: { text: message } });
  }

  function refuse(reason: string): false {
    set({ refusal: reason, draft: undefined, mark: undefined, message: { text: reason } });
    return false;
  }

  return {
    getState: () => state,
    subscribe,
    set,
    say,
    refuse,
  };
}

function isShallowEqual(one: BuilderState, other: BuilderState): boolean {
  const keys = Object.keys(one) as (keyof BuilderState)[];
  return keys.every((key) => Object.is(one[key], other[key]));
}
