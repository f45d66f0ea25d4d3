import type { EntryContentToSave, SavedWorkout } from '@pacewright/contract';
import type { PointerEvent } from 'react';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
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
          Drag one onto a day, or select it to pick a day
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

type AddDialogProps = {
  paceContext: PaceContext;
  dayName: string;
  onPick: (workout: SavedWorkout) => void;
  onPickOther: (content: EntryContentToSave) => void;
  onRace: () => void;
  onClose: () => void;
};

const OTHERS: EntryContentToSave[] = [
  { kind: 'rest', title: 'Rest', script: '' },
  { kind: 'other', title: 'Strength', script: '' },
];

/** A dialog to select the workout for a day, a race, or a day without running. */
export function AddDialog(props: AddDialogProps) {
  const { paceContext, dayName, onPick, onPickOther, onRace, onClose } = props;
  return (
    <Dialog
      title={`Add a workout on ${dayName}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <WorkoutPicker paceContext={paceContext} onPick={onPick} className="grid gap-2" takesFocus />
      <p className="flex flex-wrap items-center gap-2 border-t border-line pt-4 text-sm text-ink-2">
        <span className="mr-auto">Or</span>
        <Button size="sm" onClick={onRace}>
          Race
        </Button>
        {OTHERS.map((content) => (
          <Button key={content.title} size="sm" onClick={() => onPickOther(content)}>
            {content.title}
          </Button>
        ))}
      </p>
    </Dialog>
  );
}
