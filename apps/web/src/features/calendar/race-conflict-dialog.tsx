import { type CalendarEntry, calendarEntry } from '@pacewright/contract';
import * as z from 'zod/mini';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { ConflictDialog } from '../../platform/drafts/conflict-dialog.tsx';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import type { EntryChange } from './use-entry-actions.ts';

type RaceConflictDialogProps = {
  mine: EntryChange;
  /** The entry in the API's refusal. */
  saved: unknown;
  onKeepMine: (theirs: CalendarEntry) => void;
  onKeepBoth: () => void;
  onClose: () => void;
};

/** Another tab or device changed a race after it was opened here. */
export function RaceConflictDialog({ mine, saved, ...props }: RaceConflictDialogProps) {
  const { onKeepMine, onKeepBoth, onClose } = props;
  const theirs = z.parse(calendarEntry, saved);
  return (
    <ConflictDialog
      noun="race"
      isOfDay
      mine={<RaceVersion {...mine.content} day={mine.day} />}
      theirs={<RaceVersion {...theirs} />}
      isSaving={false}
      failure={undefined}
      onKeepMine={() => onKeepMine(theirs)}
      onTakeTheirs={onClose}
      onKeepBoth={onKeepBoth}
      onClose={onClose}
    />
  );
}

function RaceVersion({ title, script, day }: Pick<CalendarEntry, 'title' | 'script' | 'day'>) {
  return (
    <>
      <p className="mt-1 font-semibold">{title}</p>
      <p className="mt-1 text-sm text-ink-2">{formatLongDay(day, useToday())}</p>
      <p className="mt-1.5 text-sm">
        <ScriptText script={script} />
      </p>
    </>
  );
}
