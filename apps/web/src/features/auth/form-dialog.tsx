import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { useForm } from './use-form.ts';

type FormDialogProps = {
  title: string;
  description?: string;
  button: string;
  /** The button deletes something permanently. */
  isDanger?: boolean | undefined;
  busy: boolean;
  onClose: () => void;
  formProps: ReturnType<typeof useForm>['formProps'];
  children: ReactNode;
};

/** A form in a dialog. Its submit button is one of the dialog's actions. */
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
