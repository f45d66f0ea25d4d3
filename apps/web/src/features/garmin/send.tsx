import type { CalendarEntry } from '@pacewright/contract';
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useState,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { writeGarmin } from '@pacewright/delivery';
import type { AthleteSpeeds } from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { loadDelivery } from '../../workout/export/load-delivery.ts';
import {
  useSend,
  type DeliveryKey,
  type SendableWorkout,
  useDelivery,
  getDeliveryStatus,
} from './deliveries.tsx';
import type { SendDialogState } from './send-dialog.tsx';
import type { UnsendableEntry, WeekReading } from './send-week.tsx';
import { useGarminStatus } from './connection.tsx';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { toneClass, ToneIcon } from '../../ui/tone.tsx';

type GarminSend = {
  /** Sends the workout; opens a dialog first if the athlete must connect or confirm. */
  send: (workout: SendableWorkout) => void;
  /** Sends it where nothing has to be confirmed, or what Garmin changes is shown already. */
  sendNow: (workout: SendableWorkout) => void;
  /** Opens a dialog with its delivery status and actions. */
  show: (workout: SendableWorkout) => void;
  /** Opens a dialog that sends the runs of a week. */
  sendWeek: (entries: readonly CalendarEntry[]) => void;
  isSending: boolean;
};

/** Loaded when there is a dialog to open. */
const SendDialog = lazyDialog(async () => (await import('./send-dialog.tsx')).SendDialog);

const GarminSendContext = createContext<GarminSend | undefined>(undefined);

export function useGarminSend(): GarminSend {
  const garminSend = use(GarminSendContext);
  if (!garminSend) throw new Error('useGarminSend needs a GarminSendProvider around it');
  return garminSend;
}

type GarminSendProviderProps = { paceContext: PaceContext; children: ReactNode };

/** Sends the workouts of a screen to Garmin, and shows the dialogs for that. */
export function GarminSendProvider({ paceContext, children }: GarminSendProviderProps) {
  const { data: status } = useGarminStatus();
  const sending = useSend();
  const [dialog, setDialog] = useState<SendDialogState>();
  const [isPreparing, setIsPreparing] = useState(false);
  const [pendingKey, setPendingKey] = useState<DeliveryKey>();
  const close = () => setDialog(undefined);

  async function sendNow(workout: SendableWorkout): Promise<void> {
    close();
    await saveAndSend(workout, sending.mutateAsync, setPendingKey);
  }

  /** The dialog to open before sending. Undefined if there is none. */
  async function findDialog(workout: SendableWorkout): Promise<SendDialogState | undefined> {
    if (!status?.connected || !status.canSendWorkouts) return { kind: 'connect', workout };
    const { writeGarmin } = await loadDelivery();
    const written = paceContext.speeds && writeGarmin(workout, paceContext.speeds);
    if (written?.ok === false) return { kind: 'unsendable', workout, reason: written.reason };
    if (written && written.notes.length > 0)
      return { kind: 'limits', workout, notes: written.notes };
    return undefined;
  }

  async function prepare(task: () => Promise<void>): Promise<void> {
    setIsPreparing(true);
    try {
      await task();
    } catch {
      showToast.failure('Not sent', {
        detail: 'Part of the app didn’t load. Check your connection.',
        retry: () => void prepare(task),
      });
    }
    setIsPreparing(false);
  }

  async function send(workout: SendableWorkout): Promise<void> {
    const required = await findDialog(workout);
    if (required) setDialog(required);
    else await sendNow(workout);
  }

  async function openWeek(entries: readonly CalendarEntry[]): Promise<void> {
    const { writeGarmin } = await loadDelivery();
    setDialog({ kind: 'week', week: readWeek(entries, paceContext.speeds, writeGarmin) });
  }

  const garminSend = {
    send: (workout: SendableWorkout) => void prepare(() => send(workout)),
    sendNow: (workout: SendableWorkout) => void sendNow(workout),
    show: (workout: SendableWorkout) => setDialog({ kind: 'status', workout }),
    sendWeek: (entries: readonly CalendarEntry[]) => void prepare(() => openWeek(entries)),
    isSending: isPreparing || sending.isPending,
  };

  useSendAfterConnecting(status !== undefined, garminSend.send);

  return (
    <GarminSendContext value={garminSend}>
      {children}
      {pendingKey && (
        <SendProgressToast deliveryKey={pendingKey} onEnd={() => setPendingKey(undefined)} />
      )}
      {dialog && (
        <Suspense>
          <SendDialog
            {...{ dialog, paceContext }}
            onSend={garminSend.send}
            onSendNow={garminSend.sendNow}
            onClose={close}
          />
        </Suspense>
      )}
    </GarminSendContext>
  );
}

/** Sends once what was to be sent when the athlete left for Garmin. */
function useSendAfterConnecting(isKnown: boolean, send: GarminSend['send']): void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // Set by the callback screen alone, which has validated it.
  const workout = (state as { send?: SendableWorkout } | null)?.send;
  const isSent = useRef(false);
  useEffect(() => {
    if (!workout || !isKnown || isSent.current) return;
    isSent.current = true;
    // A reload does not send it again.
    void navigate(`${pathname}${search}`, { replace: true, state: null });
    send(workout);
  });
}

/** Saves unsaved changes, then sends the workout. */
async function saveAndSend(
  workout: SendableWorkout,
  send: ReturnType<typeof useSend>['mutateAsync'],
  onSent: (deliveryKey: DeliveryKey) => void,
): Promise<void> {
  const workoutId = workout.save ? (await workout.save())?.id : workout.workoutId;
  if (workoutId === undefined) return;
  const deliveryKey = { workoutId, entry: workout.entry };
  await send(deliveryKey).then(
    () => onSent(deliveryKey),
    (error: Error) =>
      showToast.failure('Not sent', {
        detail: `${withFullStop(error.message)} Your workout is safe here.`,
        retry: () => void saveAndSend({ ...workout, ...deliveryKey }, send, onSent),
      }),
  );
}

function withFullStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

/** A toast with the progress of a delivery, and then its outcome. */
function SendProgressToast({
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

/** Without paces nothing is known of the changes, and Garmin gets every run without mistakes. */
function readWeek(
  entries: readonly CalendarEntry[],
  speeds: AthleteSpeeds | undefined,
  write: typeof writeGarmin,
): WeekReading {
  const sendable: CalendarEntry[] = [];
  const unsendable: UnsendableEntry[] = [];
  const entriesBySentence = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const hasMistakes = entry.reading.mistakeCount > 0;
    const written = hasMistakes || !speeds ? undefined : write(entry, speeds);
    if (hasMistakes) unsendable.push({ entry, reason: MISTAKE });
    else if (written?.ok === false) unsendable.push({ entry, reason: written.reason });
    else {
      sendable.push(entry);
      for (const sentence of written?.notes ?? [])
        entriesBySentence.set(sentence, [...(entriesBySentence.get(sentence) ?? []), entry]);
    }
  }
  const changes = [...entriesBySentence].map(([sentence, about]) => ({ sentence, entries: about }));
  return { sendable, changes, unsendable };
}

const MISTAKE = 'It has a problem. Fix it, then send it.';

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
  async () => (await import('./delivery-actions.tsx')).DeliveryAlertContent,
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
