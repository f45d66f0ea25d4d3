import { type CalendarEntry, isRunEntry, kindOfEntry } from '@pacewright/contract';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import {
  useDelivery,
  type SendableWorkout,
  getDeliveryStatus,
  DeliveryStatusLabel,
} from './deliveries.tsx';
import { useGarminSend, SendButton, DeliveryAlert } from './send.tsx';
import { useHasConnection } from './connection.tsx';
import { toneClass, ToneIcon } from '../../ui/tone.tsx';

type EntryProps = { entry: CalendarEntry };

/** On the card of a day: a button to send the entry, or its delivery status. */
export function EntryDelivery({ entry }: EntryProps) {
  const deliveryStatus = useEntryDeliveryStatus(entry);
  const hasConnection = useHasConnection();
  const today = useToday();
  const garminSend = useGarminSend();
  const label = `${entry.title}, ${formatLongDay(entry.day, today)}`;

  if (deliveryStatus)
    return (
      <button
        type="button"
        aria-label={`${deliveryStatus.label}: ${label}`}
        className={LINE_CLASS}
        onClick={() => garminSend.show(toSendableWorkout(entry))}
      >
        <DeliveryStatusLabel deliveryStatus={deliveryStatus} />
      </button>
    );
  if (!hasConnection || !canBeSent(entry, today)) return null;
  return (
    <button
      type="button"
      aria-label={`Send to Garmin: ${label}`}
      className={LINE_CLASS}
      aria-disabled={garminSend.isSending || undefined}
      onClick={() => garminSend.isSending || garminSend.send(toSendableWorkout(entry))}
    >
      <ToneIcon tone="new" className="size-4" />
      Send to Garmin
    </button>
  );
}

const LINE_CLASS =
  'inline-flex min-h-6 items-center gap-1.5 rounded-sm text-left text-xs font-medium text-ink-2 hover:text-ink hover:underline pointer-coarse:min-h-11';

/** Where there is no room for more: the icon, with a label for screen readers. */
export function EntryDeliveryIcon({ entry }: EntryProps) {
  const deliveryStatus = useEntryDeliveryStatus(entry);
  if (!deliveryStatus) return null;
  return (
    <span title={deliveryStatus.label} className={toneClass(deliveryStatus.tone)}>
      <ToneIcon tone={deliveryStatus.tone} className="size-3.5" />
      <span className="sr-only">, {deliveryStatus.label}</span>
    </span>
  );
}

export function EntrySendButton({ entry }: EntryProps) {
  const today = useToday();
  const deliveryStatus = useEntryDeliveryStatus(entry);
  return deliveryStatus || isAhead(entry, today) ? (
    <SendButton workout={toSendableWorkout(entry)} main />
  ) : null;
}

export function EntryDeliveryAlert({ entry }: EntryProps) {
  return entry.done ? null : <DeliveryAlert workout={toSendableWorkout(entry)} />;
}

export function toSendableWorkout(entry: CalendarEntry): SendableWorkout {
  const { id, day, title, script } = entry;
  return { workoutId: sourceOf(entry), entry: { id, day }, title, script };
}

/** The workout of an entry, or the entry itself if it is a run with its own script. Undefined if there is nothing to send. */
function sourceOf(entry: CalendarEntry): string | undefined {
  if (kindOfEntry(entry) === 'workout') return entry.workoutId ?? undefined;
  return isRunEntry(entry) ? entry.id : undefined;
}

/** A done entry has no delivery status. */
function useEntryDeliveryStatus(entry: CalendarEntry) {
  const { delivery, isStalled } = useDelivery(toSendableWorkout(entry));
  const today = useToday();
  return delivery && !entry.done ? getDeliveryStatus(delivery, isStalled, today) : undefined;
}

function canBeSent(entry: CalendarEntry, today: string): boolean {
  return isAhead(entry, today) && entry.reading.mistakeCount === 0;
}

export function isAhead(entry: CalendarEntry, today: string): boolean {
  return !entry.done && sourceOf(entry) !== undefined && entry.day >= today;
}
