import type { ReactNode } from 'react';
import { formatTimestamp } from '../days/timestamps.ts';
import { useToday } from '../days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/alert.tsx';

type ConflictDialogProps = {
  /** "workout". */
  noun: string;
  /** Of one day of the calendar, where keeping both adds a second one. */
  isOfDay?: boolean | undefined;
  mine: ReactNode;
  theirs: ReactNode;
  /** When the other version was saved, if that is known. */
  savedAt?: string;
  isSaving: boolean;
  /** The reason why the last choice could not be saved. */
  failure: string | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onKeepBoth: () => void;
  onClose: () => void;
};

/** Another tab or device saved something after it was opened here. Both versions are shown. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { noun, isOfDay, mine, theirs, savedAt, isSaving, failure } = props;
  const { onKeepMine, onTakeTheirs, onKeepBoth, onClose } = props;
  const today = useToday();
  return (
    <Dialog
      alert
      title={`This ${noun} was changed in another tab or on another device`}
      description={`Nothing is lost. Pick a version, or keep both${isOfDay ? ' on this day' : ''}.`}
      onClose={onClose}
      actions={
        <>
          {isOfDay && <Button onClick={onKeepBoth}>Keep both</Button>}
          <Button onClick={onTakeTheirs}>Use the saved version</Button>
          {!isOfDay && <Button onClick={onKeepMine}>Overwrite with mine</Button>}
          <Button
            variant="primary"
            busy={isSaving}
            data-autofocus
            onClick={isOfDay ? onKeepMine : onKeepBoth}
          >
            {isOfDay ? 'Overwrite with mine' : 'Keep both'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 md:grid-cols-2">
        <Version name="Yours, here">{mine}</Version>
        <Version name={savedAt ? `Saved ${formatTimestamp(savedAt, today)}` : 'Saved'}>
          {theirs}
        </Version>
      </div>
      {failure && (
        <Alert kind="error" title="Not saved.">
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-md border border-line p-3">
      <h3 className="text-sm text-ink-2">{name}</h3>
      {children}
    </section>
  );
}
