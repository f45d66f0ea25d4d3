import { plural } from '@pacewright/pace';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatTimestamp } from '../../platform/days/timestamps.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { useAthlete } from '../../platform/session/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import {
  ConnectionFailure,
  ConnectionFrame,
  ConnectionPoint,
  ConnectionText,
} from '../../ui/connection-frame.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { isKey, openIntervalsIcu } from './client.ts';
import { type Connection, requestResend, useConnection } from './connection.ts';
import { FAILURES } from './messages.ts';
import { CALENDAR_TO_SEND, connect, disconnect, useSyncStatus } from './sync-runner.ts';

const NAME = 'intervals.icu calendar';

/** The connection by the athlete's own key: how to get it, what was sent, and what to do next. */
export function IntervalsIcuCard() {
  const { user } = useAthlete();
  const connection = useConnection(user.id);

  if (!connection)
    return (
      <ConnectionFrame name={NAME} status="Not connected">
        <Steps athleteId={user.id} />
      </ConnectionFrame>
    );
  if (connection.isRejected)
    return (
      <ConnectionFrame
        name={NAME}
        tone="warning"
        status="Needs a new key"
        action={<Disconnect quiet connection={connection} />}
      >
        <ConnectionText>
          intervals.icu no longer accepts your key. You may have replaced it there. Your calendar
          here is safe.
        </ConnectionText>
        <KeyForm athleteId={user.id} />
        <KeyNote />
      </ConnectionFrame>
    );
  return <ConnectedCard connection={connection} />;
}

function ConnectedCard({ connection }: { connection: Connection }) {
  const { isSending, result } = useSyncStatus();
  const queryClient = useQueryClient();
  const today = useToday();
  const count = countConfirmed(connection);
  const { failure, unsendable = [] } = result ?? {};
  const isFirst = connection.sentAt === null && failure === undefined;

  function sendNow(): void {
    requestResend(connection);
    void queryClient.invalidateQueries({ queryKey: CALENDAR_TO_SEND });
  }

  return (
    <ConnectionFrame
      name={NAME}
      tone={isSending || isFirst ? 'busy' : failure ? 'warning' : 'good'}
      status={
        isSending || isFirst
          ? 'Sending…'
          : failure
            ? 'Some workouts weren’t sent'
            : `Sent to intervals.icu · ${plural(count, 'workout')}`
      }
      action={
        <>
          <Disconnect connection={connection} />
          <Button busy={isSending} onClick={sendNow}>
            Send now
          </Button>
        </>
      }
    >
      {failure && (
        <ConnectionFailure message={FAILURES[failure].title} detail={FAILURES[failure].detail} />
      )}
      <ConnectionText>
        We send your planned runs for the next four weeks and keep them up to date while Pacewright
        is open on this device. Changes from other devices are sent the next time you open it here.
      </ConnectionText>
      <ul className="grid gap-2">
        {connection.sentAt && (
          <ConnectionPoint tone="good">
            Last checked: {formatTimestamp(connection.sentAt, today)}
          </ConnectionPoint>
        )}
        {unsendable.map((sentence) => (
          <ConnectionPoint key={sentence} tone="warning">
            Not sent: {sentence}
          </ConnectionPoint>
        ))}
      </ul>
    </ConnectionFrame>
  );
}

function countConfirmed({ sent }: Connection): number {
  return Object.values(sent).filter(({ fingerprint }) => fingerprint !== null).length;
}

/** The way to a watch that takes workouts through intervals.icu. */
function Steps({ athleteId }: { athleteId: string }) {
  return (
    <ol className="grid">
      <Step number={1} title="Connect your watch with intervals.icu">
        A free service that sends workouts to Suunto, COROS, Wahoo, Garmin and others.
      </Step>
      <Step number={2} title="Allow it to send planned workouts">
        In the intervals.icu settings, under your watch.
      </Step>
      <Step number={3} title="Paste your key here">
        In intervals.icu: Settings, Developer settings, API key.
        <KeyForm athleteId={athleteId} />
        <KeyNote />
      </Step>
      <Step number={4} title="Plan a run">
        It’ll be on your watch after the next sync, on the planned day.
      </Step>
    </ol>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 border-t border-line py-3">
      <span aria-hidden className="fig w-5 flex-none text-lg font-semibold text-ink-3">
        {number}
      </span>
      <div className="grid min-w-0 flex-1 gap-1 text-sm text-ink-2">
        <b className="text-md font-semibold text-ink">{title}</b>
        {children}
      </div>
    </li>
  );
}

/** Says how much the key can do, before it is entered. */
function KeyNote() {
  return (
    <p className="text-xs text-ink-2">
      This key can read and change everything in your intervals.icu account. It’s stored on this
      device until you disconnect or sign out, and is never sent to our server. You can replace it
      in intervals.icu at any time.
    </p>
  );
}

function KeyForm({ athleteId }: { athleteId: string }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const today = useToday();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const key = text.trim();
    if (!isKey(key)) return setError('Paste the whole key: letters and digits, without spaces.');
    setIsChecking(true);
    const checked = await openIntervalsIcu(key).listEvents(today, today);
    setIsChecking(false);
    if (!checked.ok)
      return setError(
        checked.kind === 'unauthorised'
          ? 'intervals.icu doesn’t recognise this key. Copy it again from its settings.'
          : 'intervals.icu didn’t respond. Check your connection and try again.',
      );
    try {
      connect(athleteId, key);
    } catch {
      setError('Your browser blocked storing the key. Allow storage for this site.');
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex items-start gap-2 py-1"
    >
      <Field
        label="API key"
        labelHidden
        placeholder="API key"
        value={text}
        error={error}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="primary" busy={isChecking}>
        Connect
      </Button>
    </form>
  );
}

function Disconnect({ connection, quiet = false }: { connection: Connection; quiet?: boolean }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const today = useToday();
  const count = Object.values(connection.sent).filter(({ day }) => day >= today).length;
  const canRemove = count > 0 && !connection.isRejected;
  const [removes, setRemoves] = useState(true);
  const close = () => setIsConfirming(false);

  async function confirm(): Promise<void> {
    close();
    setIsBusy(true);
    const removesEvents = canRemove && removes;
    const failure = await disconnect(connection, { removesEvents, today });
    setIsBusy(false);
    if (failure === undefined)
      showToast.success(
        'intervals.icu disconnected',
        removesEvents ? 'Your planned runs were removed there.' : undefined,
      );
    else
      showToast.failure('Couldn’t disconnect intervals.icu', {
        detail: `${FAILURES[failure].title} Try again, or disconnect without removing the runs there.`,
      });
  }

  return (
    <>
      <Button
        variant={quiet ? 'quiet' : 'secondary'}
        busy={isBusy}
        onClick={() => setIsConfirming(true)}
      >
        Disconnect
      </Button>
      {isConfirming && (
        <Dialog
          alert
          title="Disconnect intervals.icu?"
          description="We’ll delete the key from this device and stop sending calendar changes."
          onClose={close}
          actions={
            <>
              <Button data-autofocus onClick={close}>
                Keep connected
              </Button>
              <Button variant="danger" onClick={() => void confirm()}>
                Disconnect
              </Button>
            </>
          }
        >
          {canRemove && (
            <Checkbox
              checked={removes}
              onChange={({ target }) => setRemoves(target.checked)}
              label={
                count === 1
                  ? 'Also remove the planned run from intervals.icu'
                  : `Also remove the ${count} planned runs from intervals.icu`
              }
            />
          )}
        </Dialog>
      )}
    </>
  );
}
