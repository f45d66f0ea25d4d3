import type { CalendarEntry, EntryContentToSave } from '@pacewright/contract';
import { Suspense } from 'react';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoveDialog, RaceConflictDialog, RaceDialog } from './change-dialog.ts';
import type { SendDialogPart } from './entry-parts.tsx';
import { notesOf, speedsOf } from './resolve-entry.ts';
import type { EntryActions, EntryChange, EntryPlace, When } from './use-entry-actions.ts';

/** A dialog about one entry, on the calendar and on its page. */
export type EntryDialog =
  | { kind: 'move' | 'send' | 'remove'; entry: CalendarEntry }
  | { kind: 'race'; when: When; entry?: CalendarEntry }
  | { kind: 'race-conflict'; mine: EntryChange; saved: unknown };

type EntryDialogsProps = {
  dialog: EntryDialog;
  /** Of its week at least, as they are now: the dialog may have been opened on a stored copy. */
  entries: readonly CalendarEntry[];
  setDialog: (dialog: EntryDialog | undefined) => void;
  actions: EntryActions;
  paceContext: PaceContext;
  SendDialog: SendDialogPart | undefined;
  canPrint?: boolean;
  /** Called before an entry is sent to another day. */
  onMove?: (entry: CalendarEntry, day: string) => void;
  onRemove?: () => void;
};

export function EntryDialogs(props: EntryDialogsProps) {
  return (
    <Suspense>
      <OpenDialog {...props} />
    </Suspense>
  );
}

function OpenDialog(props: EntryDialogsProps) {
  const { setDialog, actions, paceContext, SendDialog, canPrint, onMove, onRemove } = props;
  const dialog = withCurrentEntry(props.dialog, props.entries);
  const today = useToday();
  const close = () => setDialog(undefined);

  function move(entry: CalendarEntry, place: EntryPlace): void {
    close();
    onMove?.(entry, place.day);
    void actions.move(entry, place);
  }

  function changeRace(entry: CalendarEntry, mine: EntryChange): void {
    close();
    onMove?.(entry, mine.day);
    const ask = (saved: unknown) => setDialog({ kind: 'race-conflict', mine, saved });
    void actions.change(entry, mine, ask);
  }

  function saveRace(
    { when, entry }: Extract<EntryDialog, { kind: 'race' }>,
    content: EntryContentToSave,
    day: string,
  ): void {
    if (entry) return changeRace(entry, { content, day });
    close();
    void actions.addOther(content, when);
  }

  function remove(entry: CalendarEntry): void {
    close();
    onRemove?.();
    void actions.remove(entry);
  }

  switch (dialog.kind) {
    case 'move':
      return (
        <MoveDialog
          entry={dialog.entry}
          onMove={(place) => move(dialog.entry, place)}
          onClose={close}
        />
      );
    case 'send': {
      const { entry } = dialog;
      const { id, workoutId, title, script, day } = entry;
      const speeds = speedsOf(entry, paceContext);
      return (
        SendDialog && (
          <SendDialog
            {...{ entry, canPrint }}
            entries={props.entries}
            workout={{ id: workoutId ?? id, title, script, notes: notesOf(entry) }}
            day={formatLongDay(day, today)}
            paceContext={{ ...paceContext, speeds }}
            onClose={close}
          />
        )
      );
    }
    case 'race':
      return (
        <RaceDialog
          day={dialog.when.day}
          entry={dialog.entry}
          onSave={(content, day) => saveRace(dialog, content, day)}
          onClose={close}
        />
      );
    case 'race-conflict': {
      const { mine, saved } = dialog;
      return (
        <RaceConflictDialog
          {...{ mine, saved }}
          onKeepMine={(theirs) => changeRace(theirs, mine)}
          onKeepBoth={() => {
            close();
            void actions.addOther(mine.content, { day: mine.day });
          }}
          onClose={close}
        />
      );
    }
    case 'remove':
      return (
        <Dialog
          alert
          title={`Remove ${dialog.entry.title} from the calendar?`}
          description="You marked it as done, so the paces you ran it at will be deleted too. This can’t be undone."
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="danger" onClick={() => remove(dialog.entry)}>
                Remove
              </Button>
            </>
          }
        />
      );
  }
}

function withCurrentEntry(dialog: EntryDialog, entries: readonly CalendarEntry[]): EntryDialog {
  // The fields of a race stay as they were opened; saving asks about other changes.
  if (dialog.kind === 'race' || dialog.kind === 'race-conflict') return dialog;
  return { ...dialog, entry: entries.find(({ id }) => id === dialog.entry.id) ?? dialog.entry };
}
