import { classNames } from '../../ui/class-names.ts';
import type { DeliveryStatus } from './delivery-status.ts';
import { toneClass, ToneIcon } from '../../ui/tone.tsx';

/** The delivery status as an icon and a label. */
export function DeliveryStatusLabel({
  deliveryStatus: { tone, label },
}: {
  deliveryStatus: DeliveryStatus;
}) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5', toneClass(tone))}>
      <ToneIcon tone={tone} className="size-4" />
      {label}
    </span>
  );
}
