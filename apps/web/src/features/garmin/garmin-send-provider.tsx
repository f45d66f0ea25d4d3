import type { CalendarEntry } from '@pacewright/contract';
import { createContext, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PaceContext } from '../../workout/pace-context.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { loadDelivery } from '../../workout/export/load-delivery.ts';
import { useSend } from './delivery-queries.ts';
import type { SendDialogState } from './send-dialog.tsx';
import { useGarminStatus } from './garmin-queries.ts';
import { readWeek } from './read-week.ts';
import type { DeliveryKey, SendableWorkout } from './sendable-workout.ts';
import { SendProgressToast } from './send-progress-toast.tsx';

type GarminSend = {
  /** Sends the workout; opens a dialog first if the athlete must connect or confirm. */
  send: (workout: SendableWorkout) => void;
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
            onSendNow={(workout) => void sendNow(workout)}
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
