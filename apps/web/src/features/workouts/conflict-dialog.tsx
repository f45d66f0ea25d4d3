import type { SavedWorkout } from '@pacewright/contract';
import { formatTimestamp } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/alert.tsx';
import type { WorkoutText } from './draft.ts';

type ConflictDialogProps = {
  mine: WorkoutText;
  theirs: SavedWorkout;
  isSaving: boolean;
  /** The reason why the last choice could not be saved. */
  failure: string | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onSaveCopy: () => void;
  onClose: () => void;
};

/** Another tab or device saved the workout after it was opened here. Both versions are shown. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, isSaving, failure, onKeepMine, onTakeTheirs, onSaveCopy, onClose } = props;
  const today = useToday();
  return (
    <Dialog
      alert
      title="This workout was changed in another tab or on another device"
      description="Nothing is lost. Pick a version, or keep both."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onTakeTheirs}>Use the saved version</Button>
          <Button onClick={onKeepMine}>Overwrite with mine</Button>
          <Button variant="primary" busy={isSaving} data-autofocus onClick={onSaveCopy}>
            Keep both
          </Button>
        </>
      }
    >
      <div className="grid gap-3 md:grid-cols-2">
        <Version name="Yours, here" text={mine} />
        <Version name={`Saved ${formatTimestamp(theirs.updatedAt, today)}`} text={theirs} />
      </div>
      {failure && (
        <Alert kind="error" title="Not saved.">
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}

function Version({ name, text }: { name: string; text: WorkoutText }) {
  return (
    <section className="min-w-0 rounded-md border border-line p-3">
      <h3 className="text-sm text-ink-2">{name}</h3>
      <p className="mt-1 font-semibold">{text.title}</p>
      <pre className="mt-1.5 overflow-x-auto font-mono text-sm whitespace-pre-wrap">
        {text.script}
      </pre>
      {text.notes && <p className="mt-1.5 text-sm text-ink-2">{text.notes}</p>}
      {text.tags.length > 0 && <p className="mt-1.5 text-sm text-ink-2">{text.tags.join(', ')}</p>}
    </section>
  );
}
