import { Suspense } from 'react';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { useDelivery } from './delivery-queries.ts';
import { useGarminSend } from './garmin-send-provider.tsx';
import { useGarminStatus } from './garmin-queries.ts';
import type { SendableWorkout } from './sendable-workout.ts';
import { getDeliveryStatus } from './delivery-status.ts';
import { toneClass, ToneIcon } from '../../ui/tone.tsx';

type SendButtonProps = {
  workout: SendableWorkout;
  /** The primary action of its screen, until it is sent. */
  main?: boolean;
};

/**
 * Sends a workout that is not on Garmin, and shows the delivery status otherwise. Renders nothing without
 * Garmin.
 */
export function SendButton({ workout, main = false }: SendButtonProps) {
  const { data: status } = useGarminStatus();
  const { delivery, isStalled } = useDelivery(workout);
  const garminSend = useGarminSend();
  const today = useToday();

  if (!status?.available) return null;
  if (!delivery)
    return (
      <Button
        variant={main ? 'primary' : 'secondary'}
        className={main ? 'max-md:grow' : undefined}
        icon={<ToneIcon tone="new" />}
        busy={garminSend.isSending}
        onClick={() => garminSend.send(workout)}
      >
        Send to Garmin
      </Button>
    );
  const { tone, label, actionLabel } = getDeliveryStatus(delivery, isStalled, today);
  return (
    <Button
      className={main ? 'max-md:grow' : undefined}
      icon={
        <span className={toneClass(tone)}>
          <ToneIcon tone={tone} />
        </span>
      }
      busy={garminSend.isSending}
      onClick={() => garminSend.show(workout)}
    >
      {actionLabel ?? label}
    </Button>
  );
}

/** Loaded on demand: most deliveries need no attention. */
const DeliveryAlertContent = lazyWhenOnline(
  async () => (await import('./delivery-alert-content.tsx')).DeliveryAlertContent,
);

/** An alert about a delivery that needs the athlete's attention. */
export function DeliveryAlert({ workout }: { workout: SendableWorkout }) {
  const { delivery, isStalled } = useDelivery(workout);
  const garminSend = useGarminSend();
  const today = useToday();
  if (!delivery) return null;
  const deliveryStatus = getDeliveryStatus(delivery, isStalled, today);
  if (!deliveryStatus.needsAttention) return null;
  return (
    <Suspense>
      <DeliveryAlertContent {...{ workout, delivery, deliveryStatus }} onSend={garminSend.send} />
    </Suspense>
  );
}
