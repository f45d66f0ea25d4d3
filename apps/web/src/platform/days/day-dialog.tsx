import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DayGrid } from './day-grid.tsx';
import { useToday } from './use-today.ts';

type DayDialogProps = {
  title: string;
  /** The selected day at first; today if it is missing. */
  day?: string;
  onChoose: (day: string) => void;
  onClose: () => void;
};

/** A dialog to pick one day. */
export function DayDialog({ title, day, onChoose, onClose }: DayDialogProps) {
  const today = useToday();
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      <DayGrid day={day ?? today} onChoose={onChoose} />
    </Dialog>
  );
}
