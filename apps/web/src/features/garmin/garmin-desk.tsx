import { createContext, type ReactNode, Suspense, use, useState } from 'react';
import type { Athlete } from '../../script-editor/reading.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSend } from './delivery-queries.ts';
import type { Question } from './desk-dialog.tsx';
import { useGarminStatus } from './garmin-queries.ts';
import type { Place, Sendable } from './sendable.ts';
import { SendingToast } from './sending-toast.tsx';

type Desk = {
  /** Sends the workout; opens a dialog first if the athlete must connect or confirm. */
  send: (what: Sendable) => void;
  /** Opens a dialog with its delivery status and what can be done about it. */
  show: (what: Sendable) => void;
  isSending: boolean;
};

/** Comes when there is something to ask. */
const DeskDialog = lazyDialog(async () => (await import('./desk-dialog.tsx')).DeskDialog);

const DeskContext = createContext<Desk | undefined>(undefined);

export function useGarminDesk(): Desk {
  const desk = use(DeskContext);
  if (!desk) throw new Error('This needs a GarminDesk around it');
  return desk;
}

/** Comes when it is needed: most who look at a workout do not send it. */
const loadWriter = () => import('@pacewright/delivery');

type GarminDeskProps = { athlete: Athlete; children: ReactNode };

/** Where everything on a screen that can go to Garmin is handed in. It asks its questions in dialogs. */
export function GarminDesk({ athlete, children }: GarminDeskProps) {
  const { data: status } = useGarminStatus();
  const sending = useSend();
  const [question, setQuestion] = useState<Question>();
  const [isPreparing, setIsPreparing] = useState(false);
  const [watched, setWatched] = useState<Place>();
  const close = () => setQuestion(undefined);

  async function sendNow(what: Sendable): Promise<void> {
    close();
    await handIn(what, sending.mutateAsync, setWatched);
  }

  /** Decides what to ask before sending. Undefined if there is nothing to ask. */
  async function findQuestion(what: Sendable): Promise<Question | undefined> {
    if (!status?.connected || !status.canSendWorkouts) return { kind: 'connect', what };
    const { writeGarmin } = await loadWriter();
    const written = athlete.speeds && writeGarmin(what, athlete.speeds);
    if (written?.ok === false) return { kind: 'refusal', what, reason: written.reason };
    if (written && written.notes.length > 0) return { kind: 'limits', what, notes: written.notes };
    return undefined;
  }

  async function send(what: Sendable): Promise<void> {
    setIsPreparing(true);
    try {
      const asked = await findQuestion(what);
      if (asked) setQuestion(asked);
      else await sendNow(what);
    } catch {
      showToast.failure('Not sent.', {
        detail: 'A part of the app didn’t load. Check your connection.',
        retry: () => void send(what),
      });
    }
    setIsPreparing(false);
  }

  const desk = {
    send: (what: Sendable) => void send(what),
    show: (what: Sendable) => setQuestion({ kind: 'standing', what }),
    isSending: isPreparing || sending.isPending,
  };

  return (
    <DeskContext value={desk}>
      {children}
      {watched && <SendingToast place={watched} onEnd={() => setWatched(undefined)} />}
      {question && (
        <Suspense>
          <DeskDialog
            {...{ question, athlete }}
            onSend={desk.send}
            onSendNow={(what) => void sendNow(what)}
            onClose={close}
          />
        </Suspense>
      )}
    </DeskContext>
  );
}

/** Saves what is unsaved, then sends it. */
async function handIn(
  what: Sendable,
  send: ReturnType<typeof useSend>['mutateAsync'],
  onSent: (place: Place) => void,
): Promise<void> {
  const workoutId = what.save ? (await what.save())?.id : what.workoutId;
  if (workoutId === undefined) return;
  const place = { workoutId, entry: what.entry };
  await send(place).then(
    () => onSent(place),
    (error: Error) =>
      showToast.failure('Not sent.', {
        detail: `${withStop(error.message)} Your workout is safe here.`,
        retry: () => void handIn({ ...what, ...place }, send, onSent),
      }),
  );
}

function withStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
