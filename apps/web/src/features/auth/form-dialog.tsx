import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { useSending } from './use-sending.ts';

type FormDialogProps = {
  title: string;
  description?: string;
  button: string;
  /** The button deletes something for good. */
  isDanger?: boolean | undefined;
  busy: boolean;
  onClose: () => void;
  formProps: ReturnType<typeof useSending>['formProps'];
  children: ReactNode;
};

/** A form in a dialog, with its button among the dialog's. */
export function FormDialog({
  title,
  description,
  button,
  isDanger = false,
  busy,
  onClose,
  formProps,
  children,
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant={isDanger ? 'danger' : 'primary'} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps} className="grid gap-3.5">
        {children}
      </form>
    </Dialog>
  );
}
