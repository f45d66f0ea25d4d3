import type { CalendarEntry } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { plannedDaysQuery } from '../../platform/api/queries/calendar.ts';
import { formatLongDay, formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import type { EditTarget } from './use-entry-draft.ts';

type EditTargetDialogProps = {
  entry: CalendarEntry;
  workoutId: string;
  onSave: (target: EditTarget) => void;
  onClose: () => void;
};

/** Days that are named; more are counted. */
const MAX_NAMED = 3;

/** A workout of the library on a day: the change is for this day, or for all of its days. */
export function EditTargetDialog({ entry, workoutId, onSave, onClose }: EditTargetDialogProps) {
  const today = useToday();
  const { data } = useQuery(plannedDaysQuery(useCall(), today));
  const [target, setTarget] = useState<EditTarget>('day');
  const others = (data ?? [])
    .filter((planned) => planned.workoutId === workoutId && planned.day !== entry.day)
    .map(({ day }) => day);
  const named = others.map((day) => formatShortDay(day, today)).join(', ');
  const alsoOn =
    others.length > MAX_NAMED
      ? `Also on ${plural(others.length, 'other day')}.`
      : `Also on ${named}.`;
  const days = others.length + 1;
  return (
    <Dialog
      title="Change this day, or the workout?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back to editing</Button>
          <Button variant="primary" onClick={() => onSave(target)}>
            {target === 'day' ? 'Save this day' : `Save on ${plural(days, 'day')}`}
          </Button>
        </>
      }
    >
      <RadioCards
        label="What changes"
        className="grid-flow-row"
        value={target}
        onChange={setTarget}
        options={[
          {
            value: 'day',
            label: `Only ${formatLongDay(entry.day, today)}`,
            detail: <Detail>“{entry.title}” in your workouts stays as it is.</Detail>,
          },
          {
            value: 'workout',
            label: `The workout “${entry.title}”`,
            detail: (
              <Detail>{others.length > 0 && `${alsoOn} `}Runs you have done never change.</Detail>
            ),
          },
        ]}
      />
    </Dialog>
  );
}

function Detail({ children }: { children: React.ReactNode }) {
  return <span className="text-sm font-normal text-ink-2">{children}</span>;
}
