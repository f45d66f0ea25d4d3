import type { Athlete } from '../../script-editor/reading.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import type { Sendable } from './sendable.ts';

/** What is asked or said before something goes to Garmin, or about what has gone. */
export type Question =
  | { kind: 'connect' | 'standing'; what: Sendable }
  | { kind: 'limits'; what: Sendable; notes: string[] }
  | { kind: 'refusal'; what: Sendable; reason: string };

type DeskDialogProps = {
  question: Question;
  athlete: Athlete;
  onSend: (what: Sendable) => void;
  /** Everything has been said: it goes. */
  onSendNow: (what: Sendable) => void;
  onClose: () => void;
};

export function DeskDialog({ question, athlete, onSend, onSendNow, onClose }: DeskDialogProps) {
  const { what } = question;
  switch (question.kind) {
    case 'connect':
      return <ConnectDialog what={what} onClose={onClose} />;
    case 'standing':
      return <DeliveryDialog {...{ what, athlete, onSend, onClose }} />;
    case 'limits':
      return (
        <Dialog
          title="What Garmin changes"
          description={`Garmin takes ${what.title || 'this workout'}, with this difference:`}
          onClose={onClose}
          actions={
            <>
              <Button onClick={onClose}>Don’t send</Button>
              <Button variant="primary" data-autofocus onClick={() => onSendNow(what)}>
                Send to Garmin
              </Button>
            </>
          }
        >
          <ul className="grid list-disc gap-1.5 pl-5">
            {question.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Dialog>
      );
    case 'refusal':
      return (
        <Dialog
          title="This can’t go to Garmin yet"
          description={question.reason}
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
