import type { CalendarEntry } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { plannedDaysQuery } from '../../platform/api/queries/calendar.ts';
import { formatLongDay, formatShortDay, longWeekday } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import type { PlanChange } from './change-entry-queries.ts';
import { EntryDiff } from './entry-diff.tsx';
import type { EntryText } from './entry-draft.ts';
import { type EditTarget, entryText } from './use-entry-draft.ts';

const PlanLines = lazyWhenOnline(async () => (await import('./plan-lines.tsx')).PlanLines);

export type WiderChange =
  | { target: 'workout'; workoutId: string }
  | { target: 'plan'; plan: PlanChange };

type EditTargetDialogProps = {
  entry: CalendarEntry;
  /** What it becomes. */
  text: EntryText;
  /** What may change as well. */
  wider: WiderChange;
  onSave: (target: EditTarget) => void;
  onClose: () => void;
};

/** The change is for this day, or for all days of its workout in the library, or for its plan. */
export function EditTargetDialog(props: EditTargetDialogProps) {
  const { entry, text, wider, onSave, onClose } = props;
  const today = useToday();
  const [target, setTarget] = useState<EditTarget>('day');
  const others = useOtherDays(entry, wider);
  const day = formatLongDay(entry.day, today);
  const short = wider.target === 'plan' ? longWeekday(entry.day) : 'day';
  const wide = {
    workout: { noun: 'the workout', save: `Save on ${plural(others.length + 1, 'day')}` },
    plan: { noun: 'the plan', save: 'Save in the plan' },
  }[wider.target];
  return (
    <Dialog
      title={`Change this ${short}, or ${wide.noun}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back to editing</Button>
          <Button variant="primary" onClick={() => onSave(target)}>
            {target === 'day' ? `Save this ${short}` : wide.save}
          </Button>
        </>
      }
    >
      <EntryDiff before={entryText(entry)} after={text} />
      <RadioCards
        label="What changes"
        className="grid-flow-row"
        value={target}
        onChange={setTarget}
        options={[
          {
            value: 'day',
            label: `Only ${day}`,
            detail: (
              <Detail>
                {wider.target === 'plan'
                  ? 'The plan stays as it is.'
                  : `“${entry.title}” in your workouts stays as it is.`}
              </Detail>
            ),
          },
          wider.target === 'plan'
            ? {
                value: 'plan',
                label: `The plan, week ${Number.parseInt(entry.season?.key ?? '', 10)}`,
                detail: (
                  <Detail>
                    This day changes with it, and no other.
                    <Suspense>
                      <PlanLines before={wider.plan.before} after={wider.plan.after} />
                    </Suspense>
                  </Detail>
                ),
              }
            : {
                value: 'workout',
                label: `The workout “${entry.title}”`,
                detail: <Detail>{alsoOn(others, today)}Runs you have done never change.</Detail>,
              },
        ]}
      />
    </Dialog>
  );
}

/** The days ahead with the same workout. */
function useOtherDays(entry: CalendarEntry, wider: WiderChange): string[] {
  const query = plannedDaysQuery(useCall(), useToday());
  const { data = [] } = useQuery({ ...query, enabled: wider.target === 'workout' });
  return wider.target === 'workout'
    ? data
        .filter(({ workoutId, day }) => workoutId === wider.workoutId && day !== entry.day)
        .map(({ day }) => day)
    : [];
}

/** Days that are named; more are counted. */
const MAX_NAMED = 3;

function alsoOn(days: readonly string[], today: string): string {
  if (days.length === 0) return '';
  return days.length > MAX_NAMED
    ? `Also on ${plural(days.length, 'other day')}. `
    : `Also on ${days.map((day) => formatShortDay(day, today)).join(', ')}. `;
}

function Detail({ children }: { children: ReactNode }) {
  return <span className="text-sm font-normal text-ink-2">{children}</span>;
}
