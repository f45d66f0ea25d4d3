import type { ActivityDetail, CalendarEntry } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { activitiesQuery } from '../../platform/api/queries/activities.ts';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { addDays, formatShortDay } from '../../platform/days/days.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type AttachDialogProps = {
  activity: ActivityDetail;
  today: string;
  onChoose: (entry: CalendarEntry) => void;
  onClose: () => void;
};

/** Days before and after the run in which its workout may be planned. */
const DAYS_AROUND = 7;

/** Workouts around the day of a run that have no run yet. */
export function AttachDialog({ activity, today, onChoose, onClose }: AttachDialogProps) {
  const call = useCall();
  const range = {
    from: addDays(activity.day, -DAYS_AROUND),
    to: addDays(activity.day, DAYS_AROUND),
  };
  const calendar = useQuery(calendarQuery(call, range));
  const runs = useQuery(activitiesQuery(call, range));
  const error = calendar.error ?? runs.error;
  const taken = new Set(runs.data?.map(({ entryId }) => entryId));
  const free =
    runs.data && calendar.data?.filter(({ id, script }) => script !== '' && !taken.has(id));

  return (
    <Dialog
      wide
      title="Which workout was this?"
      description="We’ll compare the run with it and mark the workout as done."
      onClose={onClose}
    >
      {error ? (
        <Alert kind="error" title="Your calendar didn’t load.">
          {error.message}
        </Alert>
      ) : !free ? (
        <Skeleton label="Loading your calendar" rows={3} />
      ) : free.length === 0 ? (
        <p className="text-ink-2">
          You have no workouts planned within a week of this run. Add one to your calendar first.
        </p>
      ) : (
        <ul className="grid gap-2">
          {free.map((entry) => (
            <li key={entry.id}>
              <Button wide className="justify-between!" onClick={() => onChoose(entry)}>
                <span className="truncate">{entry.title}</span>
                <span className="fig font-normal text-ink-2">
                  {formatShortDay(entry.day, today)}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
