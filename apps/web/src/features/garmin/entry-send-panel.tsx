import type { CalendarEntry, GarminDelivery } from '@pacewright/contract';
import { writeGarmin } from '@pacewright/delivery';
import { plural } from '@pacewright/pace';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatShortDay, weekOf } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { DeviceLead } from '../../workout/export/device-lead.tsx';
import { downloadForWatch } from '../../workout/export/download-for-watch.ts';
import { useWatch } from '../../workout/export/watch-choice.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useReading } from '../../workout/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { ToneIcon } from '../../ui/tone.tsx';
import { useConnectFirst } from './connect-first.tsx';
import { useGarminStatus, useHasConnection } from './connection.tsx';
import {
  DeliveryStatusLabel,
  getDeliveryStatus,
  type SendableWorkout,
  useDelivery,
} from './deliveries.tsx';
import { DeliveryActions } from './delivery-actions.tsx';
import { isAhead, toSendableWorkout } from './garmin-entry-controls.tsx';
import { useGarminSend } from './send.tsx';
import { isCurrent, nameEntries } from './send-week.tsx';

type EntrySendPanelProps = {
  entry: CalendarEntry;
  /** The entries of its week, at least. */
  entries: readonly CalendarEntry[];
  paceContext: PaceContext;
  /** Shown where Garmin is not the way to the watch. */
  children?: ReactNode;
};

/** Garmin at the top of Send or share: connects, sends, and then offers the rest of the week. */
export function EntrySendPanel(props: EntrySendPanelProps) {
  const { entry, entries, paceContext, children } = props;
  const { data: status } = useGarminStatus();
  const hasConnection = useHasConnection();
  const watch = useWatch();
  const today = useToday();
  const workout = toSendableWorkout(entry);
  const { delivery, isStalled } = useDelivery(workout);

  if (!status?.available || !isAhead(entry, today)) return children;
  if (!status.connected || !status.canSendWorkouts)
    return hasConnection || watch === 'garmin' ? (
      <ConnectFirst {...{ workout, paceContext }} />
    ) : (
      children
    );
  if (!delivery) return <NotSent {...{ workout, paceContext }} day={entry.day} />;
  return (
    <OnGarmin {...{ workout, delivery, isStalled }}>
      <RestOfWeek {...{ entry, entries }} />
    </OnGarmin>
  );
}

type WorkoutProps = { workout: SendableWorkout; paceContext: PaceContext };

function ConnectFirst({ workout, paceContext: { speeds } }: WorkoutProps) {
  const { text, next, button } = useConnectFirst(workout);
  const { workoutId = '', title, script } = workout;
  return (
    <DeviceLead name="Garmin" text={`${text} ${next}`}>
      {button}
      <Button
        icon={<Download aria-hidden />}
        onClick={() => void downloadForWatch({ id: workoutId, title, script }, speeds, 'garmin')}
      >
        Download FIT
      </Button>
    </DeviceLead>
  );
}

function NotSent({ workout, paceContext: { speeds }, day }: WorkoutProps & { day: string }) {
  const garminSend = useGarminSend();
  const today = useToday();
  const write = useReading(writeGarmin);
  const { title, script } = workout;
  // Without paces nothing is known of the changes.
  const written = speeds && write({ title, script }, speeds);
  if (written?.ok === false) return <DeviceLead name="Garmin" text={written.reason} />;
  const text = written?.notes.join(' ') || (written && 'All steps reach the watch as written.');
  return (
    <DeviceLead name="Garmin" text={text}>
      <Button
        variant="primary"
        icon={<ToneIcon tone="new" />}
        busy={garminSend.isSending}
        onClick={() => garminSend.sendNow(workout)}
      >
        Send for {formatShortDay(day, today)}
      </Button>
    </DeviceLead>
  );
}

type OnGarminProps = {
  workout: SendableWorkout;
  delivery: GarminDelivery;
  isStalled: boolean;
  children: ReactNode;
};

function OnGarmin({ workout, delivery, isStalled, children }: OnGarminProps) {
  const garminSend = useGarminSend();
  const status = getDeliveryStatus(delivery, isStalled, useToday());
  const isSent = status.tone === 'sent';
  return (
    <DeviceLead
      name="Garmin"
      text={
        <>
          <button
            type="button"
            className="min-h-6 rounded-sm text-left font-semibold hover:underline pointer-coarse:min-h-11"
            onClick={() => garminSend.show(workout)}
          >
            <DeliveryStatusLabel deliveryStatus={status} />
          </button>
          <p>{isSent ? 'If you change the run, we’ll send it again.' : status.description}</p>
        </>
      }
    >
      {status.needsAttention ? (
        <div className="flex flex-wrap justify-end gap-2">
          <DeliveryActions {...{ workout, delivery }} onSend={garminSend.send} />
        </div>
      ) : (
        children
      )}
    </DeviceLead>
  );
}

type RestOfWeekProps = Pick<EntrySendPanelProps, 'entry' | 'entries'>;

/** Offers to send the other runs of the week that are ahead and not on Garmin. */
function RestOfWeek({ entry, entries }: RestOfWeekProps) {
  const garminSend = useGarminSend();
  const today = useToday();
  const week = weekOf(entry.day, firstWeekday());
  const [first = entry.day] = week;
  const last = week.at(-1) ?? entry.day;
  // A week can be of two months.
  const deliveries = [useMonth(entry, first), useMonth(entry, last)].flat();
  const onGarmin = new Set(deliveries.filter(isCurrent).map(({ entryId }) => entryId));
  const rest = entries.filter(
    (one) =>
      one.id !== entry.id && week.includes(one.day) && isAhead(one, today) && !onGarmin.has(one.id),
  );
  if (rest.length === 0) return null;
  return (
    <div className="flex items-center gap-3 rounded-md bg-surface-2 py-3 pr-3 pl-4">
      <p className="min-w-0 grow text-sm text-ink-2">
        <b className="block text-ink">{plural(rest.length, 'more run')} this week</b>
        {nameEntries(rest)}
      </p>
      <Button
        variant="primary"
        busy={garminSend.isSending}
        onClick={() => garminSend.sendWeek(rest)}
      >
        {rest.length === 1
          ? 'Send it'
          : rest.length === 2
            ? 'Send both'
            : `Send all ${rest.length}`}
      </Button>
    </div>
  );
}

function useMonth({ id }: CalendarEntry, day: string): GarminDelivery[] {
  return useDelivery({ workoutId: id, entry: { id, day } }).all;
}
