import type { CalendarEntry } from '@pacewright/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { GARMIN_DELIVERIES } from '../../platform/api/queries/garmin.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { countWorkouts, type SentWeek, sendWeek } from './send-week.ts';

type SendWeekDialogProps = {
  /** The runs ahead, in the order of their days. */
  entries: readonly CalendarEntry[];
  onClose: () => void;
};

/** Sends the runs of a week in one action, and lists those that cannot be sent. */
export function SendWeekDialog({ entries, onClose }: SendWeekDialogProps) {
  const call = useCall();
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: () => sendWeek(call, entries),
    onSuccess: (outcome) => {
      void queryClient.invalidateQueries({ queryKey: GARMIN_DELIVERIES });
      if (outcome.failure || outcome.skipped.length > 0) return;
      showToast.success(...describeSent(outcome));
      onClose();
    },
  });
  const outcome = sending.data;
  const isOver = outcome !== undefined && !outcome.failure;

  return (
    <Dialog
      title="Send this week to Garmin"
      description={`${countWorkouts(entries.length)} ahead. What’s on Garmin already stays as it is.`}
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
            {isOver ? 'Close' : outcome ? 'Try again' : `Send ${countWorkouts(entries.length)}`}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        {outcome && <Outcome outcome={outcome} />}
      </div>
    </Dialog>
  );
}

function Outcome({ outcome }: { outcome: SentWeek }) {
  const { sentCount, unchangedCount, skipped, failure } = outcome;
  const today = useToday();
  return (
    <>
      {sentCount + unchangedCount > 0 && <p>{describeSent(outcome).join('. ')}</p>}
      {failure && <p className="text-danger">The rest wasn’t sent. {failure.message}</p>}
      {skipped.length > 0 && (
        <>
          <p className="font-semibold">{countWorkouts(skipped.length)} can’t be sent:</p>
          <ul className="grid list-disc gap-1.5 pl-5">
            {skipped.map(({ entry, reason }) => (
              <li key={entry.id}>
                {entry.title}, {formatLongDay(entry.day, today)}. {reason}
              </li>
            ))}
          </ul>
        </>
      )}
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
