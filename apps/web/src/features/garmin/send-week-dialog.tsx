import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { GARMIN_DELIVERIES } from '../../platform/api/queries/garmin.ts';
import { formatLongDay, shortWeekday } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { UnsendableEntry, WeekReading } from './read-week.ts';
import { countWorkouts, type SentWeek, sendWeek } from './send-week.ts';

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
      if (outcome.failure || outcome.skipped.length > 0) return;
      showToast.success(...describeSent(outcome));
      onClose();
    },
  });
  const outcome = sending.data;
  const isOver = sendable.length === 0 || (outcome !== undefined && !outcome.failure);

  return (
    <Dialog
      title="Send this week to Garmin"
      description={`${countWorkouts(sendable.length + unsendable.length)} ahead. What’s on Garmin already stays as it is.`}
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
            {isOver ? 'Close' : outcome ? 'Try again' : `Send ${countWorkouts(sendable.length)}`}
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

function nameEntries(entries: WeekReading['sendable']): string {
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
      <p className="font-semibold">{countWorkouts(entries.length)} can’t be sent:</p>
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
    sentCount === 0
      ? 'Nothing new to send'
      : `${countWorkouts(sentCount)} ${sentCount === 1 ? 'is' : 'are'} going to Garmin`;
  const detail =
    unchangedCount === 0
      ? `${sentCount === 1 ? 'It' : 'They'}’ll be on the watch after its next sync.`
      : `${unchangedCount} ${unchangedCount === 1 ? 'was' : 'were'} there already.`;
  return [title, detail];
}
