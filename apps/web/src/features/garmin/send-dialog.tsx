import type { PaceContext } from '../../workout/pace-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import type { WeekReading } from './read-week.ts';
import { SendWeekDialog } from './send-week-dialog.tsx';
import type { SendableWorkout } from './sendable-workout.ts';

/** The dialog that is open: before something is sent, or about a delivery. */
export type SendDialogState =
  | { kind: 'connect' | 'status'; workout: SendableWorkout }
  | { kind: 'limits'; workout: SendableWorkout; notes: string[] }
  | { kind: 'unsendable'; workout: SendableWorkout; reason: string }
  | { kind: 'week'; week: WeekReading };

type SendDialogProps = {
  dialog: SendDialogState;
  paceContext: PaceContext;
  onSend: (workout: SendableWorkout) => void;
  /** Sends without any further dialog. */
  onSendNow: (workout: SendableWorkout) => void;
  onClose: () => void;
};

export function SendDialog({ dialog, paceContext, onSend, onSendNow, onClose }: SendDialogProps) {
  if (dialog.kind === 'week') return <SendWeekDialog week={dialog.week} onClose={onClose} />;
  const { workout } = dialog;
  switch (dialog.kind) {
    case 'connect':
      return <ConnectDialog workout={workout} onClose={onClose} />;
    case 'status':
      return <DeliveryDialog {...{ workout, paceContext, onSend, onClose }} />;
    case 'limits':
      return (
        <Dialog
          title="What Garmin changes"
          description={`Garmin accepts ${workout.title || 'this workout'} with this change:`}
          onClose={onClose}
          actions={
            <>
              <Button onClick={onClose}>Don’t send</Button>
              <Button variant="primary" data-autofocus onClick={() => onSendNow(workout)}>
                Send to Garmin
              </Button>
            </>
          }
        >
          <ul className="grid list-disc gap-1.5 pl-5">
            {dialog.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Dialog>
      );
    case 'unsendable':
      return (
        <Dialog
          title="Can’t send this to Garmin yet"
          description={dialog.reason}
          onClose={onClose}
          actions={
            <Button variant="primary" data-autofocus onClick={onClose}>
              Close
            </Button>
          }
        />
      );
  }
}
