import type { GarminDelivery } from '@pacewright/contract';
import { Alert } from '../../ui/alert.tsx';
import {
  type SendableWorkout,
  type DeliveryStatus,
  type Choice,
  useRemove,
  useResolveDelivery,
} from './deliveries.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { ToneIcon } from '../../ui/tone.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';

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

type DeliveryActionsProps = {
  workout: SendableWorkout;
  delivery: GarminDelivery | undefined;
  onSend: (workout: SendableWorkout) => void;
  /** Called after one of the actions. */
  onDone?: () => void;
  size?: 'sm' | 'md';
};

/** The actions for a delivery, the most likely one last. */
export function DeliveryActions({
  workout,
  delivery,
  onSend,
  onDone = () => {},
  size = 'md',
}: DeliveryActionsProps) {
  const remove = useRemove();
  const resolve = useResolveDelivery();
  const isBusy = remove.isPending || resolve.isPending;
  const deliveryKey = delivery && { workoutId: delivery.workoutId, entry: workout.entry };

  const removeButton = (label: string) =>
    deliveryKey && (
      <Button
        size={size}
        busy={isBusy}
        onClick={() =>
          void tell(remove.mutateAsync(deliveryKey), `${workout.title} removed from Garmin`, onDone)
        }
      >
        {label}
      </Button>
    );
  const resolveButton = (choice: Choice, label: string, message: string) =>
    deliveryKey && (
      <Button
        size={size}
        variant={choice === 'send-again' ? 'primary' : 'secondary'}
        busy={isBusy}
        onClick={() =>
          void tell(
            resolve.mutateAsync({ workoutId: deliveryKey.workoutId, choice }),
            message,
            onDone,
          )
        }
      >
        {label}
      </Button>
    );
  const sendButton = (label: string) => (
    <Button
      size={size}
      variant="primary"
      onClick={() => {
        onDone();
        onSend(workout);
      }}
    >
      {label}
    </Button>
  );

  switch (delivery?.state) {
    case undefined:
      return sendButton('Send to Garmin');
    case 'unknown':
      return (
        <>
          {resolveButton('forget', 'Stop tracking', `${workout.title} is no longer tracked`)}
          {resolveButton('it-is-there', 'It’s on my watch', `${workout.title} marked as sent`)}
          {resolveButton('send-again', 'Send again', `Sending ${workout.title} again`)}
        </>
      );
    case 'waiting':
    case 'sending':
      return removeButton(delivery.sentAt ? 'Remove from Garmin' : 'Don’t send');
    case 'leaving':
      return sendButton('Send again');
    case 'sent':
      return (
        <>
          {removeButton('Remove from Garmin')}
          {(delivery.pacesChanged || delivery.problem) && sendButton('Send again')}
        </>
      );
    case 'removed':
      return (
        <>
          {removeButton('Keep it deleted')}
          {sendButton('Send again')}
        </>
      );
    case 'failed':
      return (
        <>
          {removeButton(delivery.sentAt ? 'Remove from Garmin' : 'Don’t send')}
          {delivery.problem === 'not-connected' && sendButton('Reconnect Garmin')}
          {delivery.problem === 'not-permitted' && sendButton('Change permissions')}
          {canRetry(delivery) && sendButton('Send again')}
        </>
      );
  }
}

/** Says what became of a change. */
async function tell(change: Promise<void>, message: string, onDone: () => void): Promise<void> {
  try {
    await change;
  } catch (error) {
    const detail = messageOf(error);
    showToast.failure('Couldn’t make this change', { detail });
    return;
  }
  showToast.success(message);
  onDone();
}

/** Whether sending again can help. */
function canRetry({ problem }: GarminDelivery): boolean {
  return problem !== 'not-connected' && problem !== 'not-permitted' && problem !== 'unsendable';
}
