import { DAYS_TO_RESTORE, type SavedWorkout } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useAddEntry } from '../../platform/api/queries/calendar.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { showToast } from '../../ui/toast.tsx';
import { showOutcome, useAction } from '../../ui/use-action.ts';
import {
  useCopyWorkout,
  useDeleteWorkouts,
  useRestoreWorkouts,
  useTagWorkouts,
} from './workouts-queries.ts';

/** Actions on workouts of the library. Each reports its result, with Undo or a retry. */
export function useWorkoutActions() {
  const removing = useDeleteWorkouts();
  const restoring = useRestoreWorkouts();
  const changes = {
    copying: useCopyWorkout().mutateAsync,
    planning: useAddEntry().mutateAsync,
    removing: removing.mutateAsync,
    restoring: restoring.mutateAsync,
    tagging: useTagWorkouts().mutateAsync,
  };
  return {
    ...workoutActions(changes, useAction().run, useToday()),
    isRemoving: removing.isPending,
    isRestoring: restoring.isPending,
  };
}

type Act = ReturnType<typeof useAction>['run'];

type Changes = {
  copying: ReturnType<typeof useCopyWorkout>['mutateAsync'];
  planning: ReturnType<typeof useAddEntry>['mutateAsync'];
  removing: ReturnType<typeof useDeleteWorkouts>['mutateAsync'];
  restoring: ReturnType<typeof useRestoreWorkouts>['mutateAsync'];
  tagging: ReturnType<typeof useTagWorkouts>['mutateAsync'];
};

function workoutActions(
  { copying, planning, removing, restoring, tagging }: Changes,
  act: Act,
  today: string,
) {
  async function copy(
    workout: SavedWorkout,
    onCopied: (copy: SavedWorkout) => void,
  ): Promise<void> {
    const idempotencyKey = crypto.randomUUID();
    await act({
      run: async () => onCopied(await copying({ id: workout.id, idempotencyKey })),
      done: () => undefined,
      failed: `Couldn’t copy ${workout.title}`,
    });
  }

  async function putOnDay(workout: SavedWorkout, day: string): Promise<void> {
    const idempotencyKey = crypto.randomUUID();
    await act({
      run: () => planning({ workoutId: workout.id, day, idempotencyKey }),
      done: () => `${workout.title} added to ${formatLongDay(day, today)}`,
      failed: `Couldn’t add ${workout.title} to the calendar`,
    });
  }

  /** Returns whether all of them were deleted. */
  async function remove(workouts: SavedWorkout[]): Promise<boolean> {
    const { failed, error } = await removing(workouts);
    const deleted = workouts.filter((workout) => !failed.includes(workout));
    if (deleted.length > 0)
      showOutcome({
        title: `${formatNames(deleted)} deleted`,
        detail: IN_TRASH,
        isRemoval: true,
        undo: () => undelete(deleted),
      });
    if (failed.length > 0)
      showToast.failure(`Couldn’t delete ${formatNames(failed)}`, {
        detail: error?.message,
        retry: () => void remove(failed),
      });
    return failed.length === 0;
  }

  async function undelete(workouts: SavedWorkout[]): Promise<string | undefined> {
    const { done, failed, error } = await restoring(workouts);
    if (error && done.length === 0) throw error;
    return failed.length > 0 ? `${formatNames(failed)} still in Trash.` : undefined;
  }

  async function restore(workouts: SavedWorkout[]): Promise<void> {
    const { done, failed, error } = await restoring(workouts);
    if (done.length > 0) showToast.success(`${formatNames(done)} restored`);
    if (failed.length > 0)
      showToast.failure(`Couldn’t restore ${formatNames(failed)}`, {
        detail: error?.message,
        retry: () => void restore(failed),
      });
  }

  async function tag(
    workouts: SavedWorkout[],
    change: { add: string[]; remove: string[] },
  ): Promise<void> {
    const { done, failed, error } = await tagging({ workouts, ...change });
    if (done.length > 0) showToast.success(`${formatNames(done)} tagged`);
    if (failed.length > 0)
      showToast.failure(`Couldn’t tag ${formatNames(failed)}`, {
        detail: error?.message,
        retry: () => void tag(failed, change),
      });
  }

  return { copy, putOnDay, remove, restore, tag };
}

const IN_TRASH = `In Trash for ${DAYS_TO_RESTORE} days.`;

/** "Tempo 20", "3 workouts" */
function formatNames(workouts: SavedWorkout[]): string {
  return workouts.length === 1 ? (workouts[0]?.title ?? '') : plural(workouts.length, 'workout');
}
