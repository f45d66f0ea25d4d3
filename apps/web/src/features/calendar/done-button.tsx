import { type CalendarEntry, isRestEntry } from '@pacewright/contract';
import { Check } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { EntryActions } from './use-entry-actions.ts';

type DoneButtonProps = {
  entry: CalendarEntry;
  today: string;
  actions: EntryActions;
  variant: 'primary' | 'secondary';
};

/** Marks an entry of today or of a day before as done and undoes it: one button, so that the focus stays on it. */
export function DoneButton({ entry, today, actions, variant }: DoneButtonProps) {
  const isDone = entry.done !== null;
  // A done entry whose workout was deleted has nothing to show again.
  const canChange = isDone
    ? entry.workoutId !== null || Boolean(entry.own)
    : entry.day <= today && !isRestEntry(entry);
  if (!canChange)
    return (
      isDone && (
        <span className="inline-flex items-center gap-1.5 font-semibold text-ok max-md:flex-1">
          <Check aria-hidden /> Done
        </span>
      )
    );
  return (
    <Button
      className={classNames('max-md:flex-1', isDone && 'text-ok')}
      variant={isDone ? 'quiet' : variant}
      icon={<Check aria-hidden />}
      onClick={() => void actions.mark(entry, !isDone)}
    >
      {isDone ? (
        <>
          <span>Done</span>
          <span className="sr-only">, mark as not done</span>
        </>
      ) : (
        'Mark as done'
      )}
    </Button>
  );
}
