import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type FormatDialogProps = {
  title: string;
  description: string;
  renderText: (text: string) => ReactNode;
  before: string;
  after: string;
  onFormat: () => void;
  onClose: () => void;
};

/** Shows a text as it is and in its short form, before it is replaced. */
export function FormatDialog({
  title,
  description,
  renderText,
  before,
  after,
  onFormat,
  onClose,
}: FormatDialogProps) {
  return (
    <Dialog
      wide
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" data-autofocus onClick={onFormat}>
            {'Tidy up'}
          </Button>
        </>
      }
    >
      <dl className="grid gap-3">
        {[
          ['Before', before],
          ['After', after],
        ].map(([name, text = '']) => (
          <div key={name}>
            <dt className="mb-1 text-sm font-semibold text-ink-2">{name}</dt>
            <dd className="rounded-md bg-surface-2 px-3 py-2 break-words whitespace-pre-wrap">
              {renderText(text)}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
