import { useEffect, useEffectEvent, useRef } from 'react';
import { useToday } from '../../platform/days/use-today.ts';
import { showToast } from '../../ui/toast.tsx';
import { useDelivery } from './delivery-queries.ts';
import type { DeliveryKey } from './sendable-workout.ts';
import { getDeliveryStatus } from './delivery-status.ts';

/** A toast with the progress of a delivery, and then its outcome. */
export function SendProgressToast({
  deliveryKey,
  onEnd,
}: {
  deliveryKey: DeliveryKey;
  onEnd: () => void;
}) {
  const { delivery, isStalled } = useDelivery(deliveryKey);
  const toast = useRef<ReturnType<typeof showToast.working>>(undefined);
  const today = useToday();
  const deliveryStatus = delivery && getDeliveryStatus(delivery, isStalled, today);
  const isPending = !deliveryStatus || deliveryStatus.tone === 'busy';

  const end = useEffectEvent(() => {
    const { current } = toast;
    toast.current = undefined;
    if (deliveryStatus?.tone === 'sent')
      current?.succeed('Sent to Garmin', 'It’ll be on your watch after the next sync.');
    else if (deliveryStatus?.tone === 'waiting') {
      current?.dismiss();
      showToast.warning(deliveryStatus.label, deliveryStatus.description);
    } else if (deliveryStatus)
      current?.fail(deliveryStatus.label, { detail: deliveryStatus.description });
    onEnd();
  });

  useEffect(() => {
    toast.current = showToast.working('Sending to Garmin…');
    return () => {
      toast.current?.dismiss();
      toast.current = undefined;
    };
  }, []);

  useEffect(() => {
    if (!isPending) end();
  }, [isPending]);

  return null;
}
