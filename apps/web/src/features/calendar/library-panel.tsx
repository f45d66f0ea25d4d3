import type { SavedWorkout } from '@pacewright/contract';
import type { PointerEvent } from 'react';
import type { PaceContext } from '../../workout/pace-context.ts';
import { WorkoutPicker } from './workout-picker.tsx';

type LibraryPanelProps = {
  paceContext: PaceContext;
  /** Called with a selected workout, which still needs a day. */
  onPick: (workout: SavedWorkout) => void;
  onDragStart: (workout: SavedWorkout, event: PointerEvent) => void;
};

/** The library below the calendar, to drag from or to select from. */
export function LibraryPanel({ paceContext, onPick, onDragStart }: LibraryPanelProps) {
  return (
    <section aria-labelledby="from-library" className="mt-6 grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3.5">
        <h2 id="from-library" className="text-lg">
          From your library
        </h2>
        <p className="text-sm text-ink-2 pointer-coarse:hidden">
          Drag a workout onto a day, or select it to choose a day
        </p>
      </div>
      <WorkoutPicker
        paceContext={paceContext}
        onPick={onPick}
        onDragStart={onDragStart}
        className="grid gap-2.5 md:grid-cols-2 xl:grid-cols-4"
      />
    </section>
  );
}
