import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useSaveWorkout } from './workouts-queries.ts';

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
