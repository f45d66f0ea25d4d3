import type { SavedWorkout } from '@pacewright/contract';
import { Calendar, CalendarPlus } from 'lucide-react';
import { Suspense, useId } from 'react';
import { Link } from 'react-router';
import { formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import type { WorkoutText } from './draft.ts';
import { TagsField } from './tags-field.tsx';
import { useWorkoutActions } from './use-workout-actions.ts';
import type { useWorkoutDraft } from './use-workout-draft.ts';
import { useDaysAhead, useTags } from './workouts-queries.ts';

/** Not needed to write, so it loads later. */
const DayDialog = lazyDialog(
  async () => (await import('../../platform/days/day-dialog.tsx')).DayDialog,
);

type WorkoutAsideProps = Pick<
  ReturnType<typeof useWorkoutDraft>,
  'edit' | 'fieldErrors' | 'isChanged'
> &
  Pick<WorkoutText, 'tags' | 'notes'> & {
    stored: SavedWorkout | undefined;
    onChooseDay: () => void;
  };

/** The days, tags and notes of a workout. */
export function WorkoutAside({
  stored,
  tags,
  notes,
  edit,
  fieldErrors,
  isChanged,
  onChooseDay,
}: WorkoutAsideProps) {
  const known = useTags();
  const dayHintId = useId();
  return (
    <Card edgeToEdge className="grid gap-4 px-4 py-5 md:px-5.5">
      <h2 className="text-lg">Calendar</h2>
      <div>
        {stored && <DaysAhead id={stored.id} />}
        <Button
          wide
          icon={<CalendarPlus aria-hidden />}
          aria-describedby={dayHintId}
          onClick={onChooseDay}
        >
          Add to calendar
        </Button>
        {/* Always rendered, so that nothing below it moves with the first letter. */}
        <p id={dayHintId} className="mt-1.5 min-h-4 text-xs text-ink-2">
          {isChanged && 'We’ll save the workout first.'}
        </p>
      </div>
      <TagsField
        tags={tags}
        known={(known.data ?? []).map(({ tag }) => tag)}
        error={fieldErrors['/tags']}
        onChange={(next) => edit({ tags: next })}
      />
      <TextAreaField
        label="Notes"
        rows={4}
        value={notes}
        error={fieldErrors['/notes']}
        onChange={({ target }) => edit({ notes: target.value })}
      />
    </Card>
  );
}

/** Days that are listed; the rest are counted. */
const MAX_LISTED_DAYS = 4;

function DaysAhead({ id }: { id: string }) {
  const days = useDaysAhead().data?.get(id) ?? [];
  const today = useToday();
  if (days.length === 0) return null;
  return (
    <div className="mb-2.5">
      <h3 className="mb-1.5 text-sm">On the calendar</h3>
      <ul className="flex flex-wrap gap-1.5 text-sm">
        {days.slice(0, MAX_LISTED_DAYS).map((day) => (
          <li key={day}>
            <Link
              to={`/app/calendar?day=${day}`}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-sm bg-surface-2 px-2 no-underline hover:underline [&>.lucide]:size-[15px]"
            >
              <Calendar aria-hidden /> {formatShortDay(day, today)}
            </Link>
          </li>
        ))}
        {days.length > MAX_LISTED_DAYS && (
          <li className="self-center text-ink-2">and {days.length - MAX_LISTED_DAYS} more</li>
        )}
      </ul>
    </div>
  );
}

type PutOnDayDialogProps = {
  title: string;
  /** The stored workout, after saving unsaved changes. */
  saved: () => Promise<SavedWorkout | undefined>;
  onClose: () => void;
};

/** Asks for the day on which a workout is put. */
export function PutOnDayDialog({ title, saved, onClose }: PutOnDayDialogProps) {
  const { putOnDay } = useWorkoutActions();

  async function choose(day: string): Promise<void> {
    const workout = await saved();
    onClose();
    if (workout) await putOnDay(workout, day);
  }

  return (
    <Suspense>
      <DayDialog
        title={`Add ${title || 'this workout'} to calendar`}
        onChoose={(day) => void choose(day)}
        onClose={onClose}
      />
    </Suspense>
  );
}
