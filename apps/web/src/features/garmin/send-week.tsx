import { plural } from '@pacewright/pace';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import {
  type CalendarEntry,
  DELIVERY_PROBLEMS,
  type GarminDelivery,
  listCalendarDeliveries,
  scheduleAtGarmin,
} from '@pacewright/contract';
import { useCall } from '../../platform/api/call-context.ts';
import { GARMIN_DELIVERIES, reasonOf } from '../../platform/api/queries/garmin.ts';
import { formatLongDay, shortWeekday } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Call } from '../../platform/api/client.ts';

/** The runs of a week as Garmin takes them, before they are sent. */
export type WeekReading = {
  /** In the order of their days. */
  sendable: CalendarEntry[];
  /** Each sentence once, with the runs it is about. */
  changes: { sentence: string; entries: CalendarEntry[] }[];
  unsendable: UnsendableEntry[];
};

export type UnsendableEntry = { entry: CalendarEntry; reason: string };

type SendWeekDialogProps = { week: WeekReading; onClose: () => void };

/** Sends the runs of a week in one action. Says first what Garmin changes, and what can't be sent. */
export function SendWeekDialog({ week, onClose }: SendWeekDialogProps) {
  const { sendable, changes, unsendable } = week;
  const call = useCall();
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: () => sendWeek(call, sendable),
    onSuccess: (outcome) => {
      void queryClient.invalidateQueries({ queryKey: GARMIN_DELIVERIES });
      if (outcome.failure || outcome.skipped.length > 0) {
        // A dialog that was closed while it was sending can't show it.
        if (!isOpen.current) showToast.failure('Some workouts weren’t sent', reasonFor(outcome));
        return;
      }
      showToast.success(...describeSent(outcome));
      onClose();
    },
  });
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const outcome = sending.data;
  const isOver = sendable.length === 0 || (outcome !== undefined && !outcome.failure);

  return (
    <Dialog
      title="Send this week to Garmin"
      description={`${plural(sendable.length + unsendable.length, 'workout')} coming up. Workouts already on Garmin won’t change.`}
      onClose={onClose}
      actions={
        <>
          {!isOver && <Button onClick={onClose}>Cancel</Button>}
          <Button
            variant="primary"
            data-autofocus
            busy={sending.isPending}
            onClick={() => (isOver ? onClose() : sending.mutate())}
          >
            {isOver
              ? 'Close'
              : outcome
                ? 'Try again'
                : `Send ${plural(sendable.length, 'workout')}`}
          </Button>
        </>
      }
    >
      {!outcome && changes.length > 0 && <Changes changes={changes} />}
      {!outcome && unsendable.length > 0 && <Unsendable entries={unsendable} />}
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        {outcome && <Outcome outcome={outcome} />}
      </div>
    </Dialog>
  );
}

function reasonFor({ failure, skipped }: SentWeek): { detail: string | undefined } {
  return { detail: failure?.message ?? skipped[0]?.reason };
}

function Changes({ changes }: Pick<WeekReading, 'changes'>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-1.5">
      <h3 id={id} className="text-sm">
        What Garmin changes
      </h3>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        {changes.map(({ sentence, entries }) => (
          <li key={sentence}>
            {sentence} <span className="text-ink-2">({nameEntries(entries)})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** More names than this would hide the sentence. */
const MAX_NAMED = 4;

export function nameEntries(entries: WeekReading['sendable']): string {
  const names = entries
    .slice(0, MAX_NAMED)
    .map(({ title, day }) => `${title}, ${shortWeekday(day)}`);
  const more = entries.length - names.length;
  return more > 0 ? `${names.join('; ')} and ${more} more` : names.join('; ');
}

function Unsendable({ entries }: { entries: UnsendableEntry[] }) {
  const today = useToday();
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="font-semibold">{plural(entries.length, 'workout')} can’t be sent:</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        {entries.map(({ entry, reason }) => (
          <li key={entry.id}>
            {entry.title}, {formatLongDay(entry.day, today)}. {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Outcome({ outcome }: { outcome: SentWeek }) {
  const { sentCount, unchangedCount, skipped, failure } = outcome;
  return (
    <>
      {sentCount + unchangedCount > 0 && <p>{describeSent(outcome).join('. ')}</p>}
      {failure && <p className="text-danger">The rest wasn’t sent. {failure.message}</p>}
      {skipped.length > 0 && <Unsendable entries={skipped} />}
    </>
  );
}

function describeSent({ sentCount, unchangedCount }: SentWeek): [title: string, detail: string] {
  const title =
    sentCount === 0 ? 'Nothing new to send' : `Sending ${plural(sentCount, 'workout')} to Garmin`;
  const detail =
    unchangedCount === 0
      ? `${sentCount === 1 ? 'It' : 'They'}’ll be on your watch after the next sync.`
      : `${plural(unchangedCount, 'was', 'were')} already there.`;
  return [title, detail];
}

/** The outcome for the entries of a week. */
type SentWeek = {
  sentCount: number;
  /** At Garmin as they are here. */
  unchangedCount: number;
  skipped: UnsendableEntry[];
  /** Ended the sending before the last entry. */
  failure?: Error;
};

/** Sends entries one after the other. Those that Garmin has are left alone, so it can be repeated. */
async function sendWeek(call: Call, entries: readonly CalendarEntry[]): Promise<SentWeek> {
  const result: SentWeek = { sentCount: 0, unchangedCount: 0, skipped: [] };
  try {
    const deliveries = await findDeliveries(call, entries);
    for (const entry of entries) {
      const delivery = deliveries.get(entry.id);
      const isDone = isCurrent(delivery);
      const reason = reasonToSkip(delivery) ?? (isDone ? undefined : await send(call, entry));
      if (reason !== undefined) result.skipped.push({ entry, reason });
      else if (isDone) result.unchangedCount++;
      else result.sentCount++;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    result.failure = error;
  }
  return result;
}

async function findDeliveries(
  call: Call,
  entries: readonly CalendarEntry[],
): Promise<Map<string | null, GarminDelivery>> {
  const days = entries.map(({ day }) => day).toSorted();
  const query = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const { deliveries } = await call(listCalendarDeliveries, { query });
  return new Map(deliveries.map((delivery) => [delivery.entryId, delivery]));
}

function reasonToSkip(delivery: GarminDelivery | undefined): string | undefined {
  const problem = delivery?.problem;
  // Only the athlete can tell what became of it.
  return problem === 'answer-lost' || problem === 'not-followed'
    ? DELIVERY_PROBLEMS[problem]
    : undefined;
}

/** Garmin has it as it is here, or is about to. */
export function isCurrent(delivery: GarminDelivery | undefined): boolean {
  if (delivery?.state === 'sent') return !delivery.pacesChanged;
  return delivery?.state === 'waiting' || delivery?.state === 'sending';
}

/** Returns the reason why this entry cannot be sent. Other failures would repeat with the next one, and are thrown. */
async function send(call: Call, { id }: CalendarEntry): Promise<string | undefined> {
  try {
    await call(scheduleAtGarmin, { params: { id } });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
