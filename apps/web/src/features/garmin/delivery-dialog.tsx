import type { GarminDelivery } from '@pacewright/contract';
import { formatRange, PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { useDelivery } from './delivery-queries.ts';
import { DeliveryActions } from './delivery-actions.tsx';
import type { SendableWorkout } from './sendable-workout.ts';
import { getDeliveryStatus } from './delivery-status.ts';
import { DeliveryStatusLabel } from './delivery-status-label.tsx';

type DeliveryDialogProps = {
  workout: SendableWorkout;
  paceContext: PaceContext;
  onSend: (workout: SendableWorkout) => void;
  onClose: () => void;
};

/** The full delivery status, and everything the athlete can do about it. */
export function DeliveryDialog({ workout, paceContext, onSend, onClose }: DeliveryDialogProps) {
  const { delivery, days, isStalled } = useDelivery(workout);
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
