import type { GarminDelivery } from '@pacewright/contract';
import { formatRange, PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SendWeekDialog, type WeekReading } from './send-week.tsx';
import {
  type SendableWorkout,
  useDelivery,
  getDeliveryStatus,
  DeliveryStatusLabel,
} from './deliveries.tsx';
import { useConnectFirst } from './connect-first.tsx';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { DeliveryActions } from './delivery-actions.tsx';

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

/** The reason why nothing can be sent yet, and a button that leads to Garmin. */
function ConnectDialog({ workout, onClose }: { workout: SendableWorkout; onClose: () => void }) {
  const { title, text, next, button } = useConnectFirst(workout, onClose);
  return (
    <Dialog
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          {button}
        </>
      }
    >
      <p className="text-sm text-ink-2">{next}</p>
    </Dialog>
  );
}

type DeliveryDialogProps = {
  workout: SendableWorkout;
  paceContext: PaceContext;
  onSend: (workout: SendableWorkout) => void;
  onClose: () => void;
};

/** The full delivery status, and everything the athlete can do about it. */
function DeliveryDialog({ workout, paceContext, onSend, onClose }: DeliveryDialogProps) {
  const { delivery, all, isStalled } = useDelivery(workout);
  const days = workout.entry ? [] : all.filter(({ entryId }) => entryId !== null);
  const today = useToday();
  const deliveryStatus = delivery && getDeliveryStatus(delivery, isStalled, today);

  return (
    <Dialog
      title={`${workout.title} on Garmin`}
      description={deliveryStatus?.description ?? 'It isn’t on Garmin.'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
          <DeliveryActions {...{ workout, delivery, onSend }} onDone={onClose} />
        </>
      }
    >
      {deliveryStatus?.detail && <p className="text-sm text-ink-2">{deliveryStatus.detail}</p>}
      {delivery?.sentAt && <Paces delivery={delivery} paceContext={paceContext} />}
      {days.length > 0 && (
        <ul aria-label="Days on Garmin" className="grid gap-1.5 text-sm">
          {days.map((day) => (
            <li key={day.entryId} className="flex flex-wrap justify-between gap-x-3">
              <span>{day.day && formatLongDay(day.day, today)}</span>
              <DeliveryStatusLabel deliveryStatus={getDeliveryStatus(day, isStalled, today)} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The paces it was sent with, beside the current ones if they differ. */
function Paces({ delivery, paceContext }: { delivery: GarminDelivery; paceContext: PaceContext }) {
  const { trainingPaces, vdot } = delivery.paces;
  const currentPaces = delivery.pacesChanged ? paceContext.speeds?.trainingPaces : undefined;
  return (
    <table className="w-full text-sm">
      <caption className="pb-1.5 text-left text-ink-2">
        Paces as sent, {PACE_UNIT_LABELS[paceContext.units]}
        {vdot !== undefined && `, VDOT ${vdot.toFixed(1)}`}
      </caption>
      {currentPaces && (
        <thead>
          <tr className="text-left text-xs text-ink-2">
            <th scope="col" className="font-medium">
              Pace
            </th>
            <th scope="col" className="font-medium">
              As sent
            </th>
            <th scope="col" className="font-medium">
              Now
            </th>
          </tr>
        </thead>
      )}
      <tbody>
        {PACE_KEYS.map((key) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-medium">
              <span className="inline-flex items-center gap-2">
                <PaceLetter letter={key} className="text-xs" />
                {PACE_NAMES[key]}
              </span>
            </th>
            <td className="fig">{formatRange(trainingPaces[key], paceContext.units)}</td>
            {currentPaces && (
              <td className="fig font-semibold">
                {formatRange(currentPaces[key], paceContext.units)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
