import { operate, type Operation, resolveWorkout, type Workout } from '@pacewright/script';
import {
  type BuilderOptions,
  type BuilderView,
  createBuilderStore,
  type Mark,
} from './builder-state.ts';
import { createPlaceChanges } from './place-changes.ts';
import { createRepeatChanges } from './repeat-changes.ts';
import { createSelection, type Held } from './selection.ts';
import { createStepChanges } from './step-changes.ts';
import { createTextChanges } from './text-changes.ts';

export type Builder = ReturnType<typeof createBuilder>;

/** Changes a workout by operations on its steps. Holds the selection; the text holds everything else. */
export function createBuilder(options: BuilderOptions) {
  const { text: target, view } = options;
  const held: Held = { view, text: target.readText() };
  const store = createBuilderStore(target);
  const { getState, set } = store;
  const selection = createSelection(options, held, store);
  const { read, choose, release } = selection;
  const changes = createTextChanges(target, held, store, selection);

  /** Draws the result of operations that are not made yet. None removes it. */
  function preview(operations: readonly Operation[], mark: Mark | undefined): void {
    const { workout } = read();
    let after: Workout | undefined = workout;
    for (const operation of operations) after = after && operate(after, operation);
    const resolved =
      operations.length > 0 && after ? resolveWorkout(after, held.view.speeds) : undefined;
    set({ draft: resolved && { resolved, places: held.view.places }, mark });
  }

  /** Called when the preview shows another text, other paces or another axis. */
  function update(next: BuilderView): void {
    held.view = next;
    const state = getState();
    const [canUndo, canRedo] = [target.canUndo(), target.canRedo()];
    if (canUndo !== state.canUndo || canRedo !== state.canRedo) set({ canUndo, canRedo });
    if (next.text === held.text) {
      if (state.draft && !state.mark) set({ draft: undefined });
    } else if (target.readText() !== held.text) {
      held.text = next.text;
      set({ chosen: undefined, draft: undefined, mark: undefined, typed: undefined });
    }
  }

  return {
    ...store,
    ...changes,
    ...createStepChanges(held, store, selection, changes),
    ...createRepeatChanges(store, selection, changes),
    ...createPlaceChanges(options, held, store, selection, changes),
    update,
    getAxis: () => held.view.axis,
    readSteps: () => read().resolved.unrolled,
    choose,
    release,
    preview,
  };
}
