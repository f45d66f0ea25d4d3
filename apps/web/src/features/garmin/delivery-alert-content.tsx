import type { GarminDelivery } from '@pacewright/contract';
import { Alert } from '../../ui/alert.tsx';
import { DeliveryActions } from './delivery-actions.tsx';
import type { SendableWorkout } from './sendable-workout.ts';
import type { DeliveryStatus } from './delivery-status.ts';
import { ToneIcon } from '../../ui/tone.tsx';

type DeliveryAlertContentProps = {
  workout: SendableWorkout;
  delivery: GarminDelivery;
  deliveryStatus: DeliveryStatus;
  onSend: (workout: SendableWorkout) => void;
};

/** An alert with the delivery status and its actions. */
export function DeliveryAlertContent({
  workout,
  delivery,
  deliveryStatus,
  onSend,
}: DeliveryAlertContentProps) {
  const { tone, label, description, detail } = deliveryStatus;
  return (
    <Alert
      kind={tone === 'bad' ? 'error' : 'warning'}
      icon={<ToneIcon tone={tone} />}
      title={`${label}.`}
    >
      {description} {detail}
      <span className="mt-2 flex flex-wrap gap-2">
        <DeliveryActions {...{ workout, delivery, onSend }} size="sm" />
      </span>
    </Alert>
  );
}
