import type { GarminDelivery } from '@pacewright/contract';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { type Choice, useRemove, useSettle } from './delivery-queries.ts';
import type { Sendable } from './sendable.ts';

type DeliveryStepsProps = {
  what: Sendable;
  delivery: GarminDelivery | undefined;
  onSend: (what: Sendable) => void;
  /** One of the ways was taken. */
  onDone?: () => void;
  size?: 'sm' | 'md';
};

/** The ways on from here, the likeliest one last. */
export function DeliverySteps({
  what,
  delivery,
  onSend,
  onDone = () => {},
  size = 'md',
}: DeliveryStepsProps) {
  const remove = useRemove();
  const settle = useSettle();
  const isBusy = remove.isPending || settle.isPending;
  const place = delivery && { workoutId: delivery.workoutId, entry: what.entry };

  async function run(change: Promise<void>, news: string): Promise<void> {
    try {
      await change;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      showToast.failure('Nothing changed.', { detail });
      return;
    }
    showToast.success(news);
    onDone();
  }

  const takeOff = (label: string) =>
    place && (
      <Button
        size={size}
        busy={isBusy}
        onClick={() => void run(remove.mutateAsync(place), `${what.title} removed from Garmin`)}
      >
        {label}
      </Button>
    );
  const choose = (choice: Choice, label: string, news: string) =>
    place && (
      <Button
        size={size}
        variant={choice === 'send-again' ? 'primary' : 'secondary'}
        busy={isBusy}
        onClick={() => void run(settle.mutateAsync({ workoutId: place.workoutId, choice }), news)}
      >
        {label}
      </Button>
    );
  const send = (label: string) => (
    <Button
      size={size}
      variant="primary"
      onClick={() => {
        onDone();
        onSend(what);
      }}
    >
      {label}
    </Button>
  );

  switch (delivery?.state) {
    case undefined:
      return send('Send to Garmin');
    case 'unknown':
      return (
        <>
          {choose('forget', 'Stop tracking', `${what.title} is no longer tracked`)}
          {choose('it-is-there', 'It’s on my watch', `${what.title} marked as sent`)}
          {choose('send-again', 'Send again', `Sending ${what.title} again`)}
        </>
      );
    case 'waiting':
    case 'sending':
      return takeOff(delivery.sentAt ? 'Remove from Garmin' : 'Don’t send');
    case 'leaving':
      return send('Send again');
    case 'sent':
      return (
        <>
          {takeOff('Remove from Garmin')}
          {(delivery.pacesChanged || delivery.problem) && send('Send again')}
        </>
      );
    case 'removed':
      return (
        <>
          {takeOff('Leave it deleted')}
          {send('Send again')}
        </>
      );
    case 'failed':
      return (
        <>
          {takeOff(delivery.sentAt ? 'Remove from Garmin' : 'Don’t send')}
          {delivery.problem === 'not-connected' && send('Reconnect Garmin')}
          {delivery.problem === 'not-permitted' && send('Change on Garmin')}
          {canBeSent(delivery) && send('Send again')}
        </>
      );
  }
}

/** Whether nothing but Garmin was in the way. */
function canBeSent({ problem }: GarminDelivery): boolean {
  return problem !== 'not-connected' && problem !== 'not-permitted' && problem !== 'unsendable';
}
