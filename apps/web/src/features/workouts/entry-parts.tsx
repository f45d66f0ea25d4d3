import { useState } from 'react';
import { useNavigate } from 'react-router';
import { plural } from '@pacewright/pace';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useSaveWorkout, useDaysAhead } from './workouts-queries.ts';
import { formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';

type SaveToLibraryProps = { title: string; script: string; notes: string };

/** Saves a copy of a run that is only on the calendar, and opens it. */
export function SaveToLibrary(workout: SaveToLibraryProps) {
  const navigate = useNavigate();
  const saving = useSaveWorkout();
  const [idempotencyKey] = useState(() => crypto.randomUUID() as string);
  const { run, isRunning } = useAction();

  return (
    <Button
      busy={isRunning}
      onClick={() =>
        void run({
          run: () => saving.mutateAsync({ workout, idempotencyKey }),
          done: (saved) => {
            showToast.success(`${saved.title} saved`);
            void navigate(`/app/workouts/${saved.id}`);
            return undefined;
          },
          failed: `Couldn’t save ${workout.title}`,
        })
      }
    >
      Save to Workouts
    </Button>
  );
}

/** Days that are named; more are counted. */
const MAX_NAMED = 4;

/** The other days ahead that have the same workout. */
export function OtherDays({ workoutId, day }: { workoutId: string; day: string }) {
  const today = useToday();
  const others = (useDaysAhead().data?.get(workoutId) ?? []).filter((other) => other !== day);
  if (others.length === 0) return null;
  return (
    <p className="text-ink-2">
      Also on{' '}
      {others.length > MAX_NAMED
        ? plural(others.length, 'other day')
        : others.map((other) => formatShortDay(other, today)).join(', ')}
      .
    </p>
  );
}
