import { useEffect, useEffectEvent, useRef } from 'react';
import { useToday } from '../../days/use-today.ts';
import { showToast } from '../../ui/toast.tsx';
import { useDelivery } from './delivery-queries.ts';
import type { Place } from './sendable.ts';
import { standingOf } from './standing.ts';

/** Says that something is on its way, and then in the same place how that ended. */
export function SendingToast({ place, onEnd }: { place: Place; onEnd: () => void }) {
  const { delivery, isHeldUp } = useDelivery(place);
  const toast = useRef<ReturnType<typeof showToast.working>>(undefined);
  const today = useToday();
  const standing = delivery && standingOf(delivery, isHeldUp, today);
  const isUnderWay = !standing || standing.tone === 'busy';

  const end = useEffectEvent(() => {
    const { current } = toast;
    toast.current = undefined;
    if (standing?.tone === 'sent')
      current?.succeed('Sent to Garmin', 'It will be on the watch after the next sync.');
    else if (standing?.tone === 'waiting') {
      current?.dismiss();
      showToast.warning(`${standing.words}.`, standing.sentence);
    } else if (standing) current?.fail(`${standing.words}.`, { detail: standing.sentence });
    onEnd();
  });

  useEffect(() => {
    toast.current = showToast.working('Sending to Garmin');
    return () => {
      toast.current?.dismiss();
      toast.current = undefined;
    };
  }, []);

  useEffect(() => {
    if (!isUnderWay) end();
  }, [isUnderWay]);

  return null;
}
