import type { EntryContentToSave, SavedWorkout, TimeOfDay } from '@pacewright/contract';
import { useState } from 'react';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import type { When } from './use-entry-actions.ts';
import { WorkoutPicker } from './workout-picker.tsx';

type AddDialogProps = {
  paceContext: PaceContext;
  day: string;
  /** Whether the day has something else, so that the time of day is asked for. */
  isSecond: boolean;
  onPick: (workout: SavedWorkout, when: When) => void;
  onPickOther: (content: EntryContentToSave, when: When) => void;
  onRace: (when: When) => void;
  onClose: () => void;
};

const OTHERS: EntryContentToSave[] = [
  { kind: 'rest', title: 'Rest', script: '' },
  { kind: 'other', title: 'Strength', script: '' },
];

/** A dialog to select or write the workout for a day, a race, or a day without running. */
export function AddDialog(props: AddDialogProps) {
  const { paceContext, day, isSecond, onPick, onPickOther, onRace, onClose } = props;
  const [timeOfDay, setTimeOfDay] = useState<TimeOfDay | 'any'>('any');
  const when = { day, ...(timeOfDay !== 'any' && { timeOfDay }) };
  return (
    <Dialog
      title={`Add to ${formatLongDay(day, useToday())}`}
      isList
      onClose={onClose}
      actions={
        // Beside Cancel, where a long library can't push them out of sight.
        <>
          <p className="mr-auto flex flex-wrap items-center gap-2 text-sm text-ink-2 max-sm:min-w-full">
            Or
            <Button size="sm" onClick={() => onRace(when)}>
              Race
            </Button>
            {OTHERS.map((content) => (
              <Button key={content.title} size="sm" onClick={() => onPickOther(content, when)}>
                {content.title}
              </Button>
            ))}
          </p>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {isSecond && (
        <SegmentedControl
          label="Time of day"
          value={timeOfDay}
          onChange={setTimeOfDay}
          options={[
            { value: 'any', label: 'Any time' },
            { value: 'am', label: 'AM' },
            { value: 'pm', label: 'PM' },
          ]}
        />
      )}
      <WorkoutPicker
        paceContext={paceContext}
        onPick={(workout) => onPick(workout, when)}
        onWrite={(content) => onPickOther(content, when)}
        className="grid gap-2"
        takesFocus
      />
    </Dialog>
  );
}
