import type { SavedWorkout } from '@pacewright/contract';
import type { PointerEvent } from 'react';
import type { Athlete } from '../../script-editor/reading.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { WorkoutChoice } from './workout-choice.tsx';

type LibraryTrayProps = {
  athlete: Athlete;
  /** A workout was selected and needs a day. */
  onPick: (workout: SavedWorkout) => void;
  onGrab: (workout: SavedWorkout, event: PointerEvent) => void;
};

/** The library at the foot of the calendar, to drag onto a day or to select from. */
export function LibraryTray({ athlete, onPick, onGrab }: LibraryTrayProps) {
  return (
    <section aria-labelledby="from-library" className="mt-6 grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3.5">
        <h2 id="from-library" className="text-[1.1875rem]">
          From your library
        </h2>
        <p className="text-sm text-ink-2 pointer-coarse:hidden">
          Drag one onto a day, or select it to pick a day
        </p>
      </div>
      <WorkoutChoice
        athlete={athlete}
        onPick={onPick}
        onGrab={onGrab}
        className="grid gap-2.5 md:grid-cols-2 xl:grid-cols-4"
      />
    </section>
  );
}

type AddDialogProps = {
  athlete: Athlete;
  dayName: string;
  onPick: (workout: SavedWorkout) => void;
  onClose: () => void;
};

/** Which workout of the library goes on a day. */
export function AddDialog({ athlete, dayName, onPick, onClose }: AddDialogProps) {
  return (
    <Dialog
      title={`Add a workout on ${dayName}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <WorkoutChoice athlete={athlete} onPick={onPick} className="grid gap-2" takesFocus />
    </Dialog>
  );
}
