import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ScriptText } from './script-text.tsx';

type FormatDialogProps = {
  before: string;
  after: string;
  onFormat: () => void;
  onClose: () => void;
};

/** Shows a script as it is and in its short form, before it is replaced. */
export function FormatDialog({ before, after, onFormat, onClose }: FormatDialogProps) {
  return (
    <Dialog
      wide
      title="Tidy up the script?"
      description="It’s the same workout, written the short way. You can undo it."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button variant="primary" data-autofocus onClick={onFormat}>
            {'Tidy up'}
          </Button>
        </>
      }
    >
      <dl className="grid gap-3">
        {[
          ['Now', before],
          ['Tidied up', after],
        ].map(([name, script = '']) => (
          <div key={name}>
            <dt className="mb-1 text-sm font-semibold text-ink-2">{name}</dt>
            <dd className="rounded-md bg-surface-2 px-3 py-2 break-words whitespace-pre-wrap">
              <ScriptText script={script} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
