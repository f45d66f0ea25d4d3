import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

type DayDialogProps = { title: string; onChoose: (day: string) => void; onClose: () => void };

/** One day, by the browser's own calendar. */
export function DayDialog({ title, onChoose, onClose }: DayDialogProps) {
  const [day, setDay] = useState(() => localDay(new Date()));
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!day} onClick={() => onChoose(day)}>
            Put it there
          </Button>
        </>
      }
    >
      <Field
        label="Day"
        type="date"
        data-autofocus
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
    </Dialog>
  );
}

/** The day it is here, as 2026-11-15. */
function localDay(now: Date): string {
  const month = String(now.getMonth() + 1).padStart(2, '0');
  return `${now.getFullYear()}-${month}-${String(now.getDate()).padStart(2, '0')}`;
}
