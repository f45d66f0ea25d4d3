import { DAYS_TO_RESTORE, type SavedWorkout } from '@pacewright/contract';
import { useAddEntry } from '../../platform/api/queries/calendar.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { showToast } from '../../ui/toast.tsx';
import {
  useCopyWorkout,
  useDeleteWorkouts,
  useRestoreWorkouts,
  useTagWorkouts,
} from './workouts-queries.ts';

/** Actions on workouts of the library. Each reports its result in a toast, with a retry if it failed. */
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
    ...workoutActions(changes, useToday()),
    isRemoving: removing.isPending,
    isRestoring: restoring.isPending,
  };
}

type Changes = {
  copying: ReturnType<typeof useCopyWorkout>['mutateAsync'];
  planning: ReturnType<typeof useAddEntry>['mutateAsync'];
  removing: ReturnType<typeof useDeleteWorkouts>['mutateAsync'];
  restoring: ReturnType<typeof useRestoreWorkouts>['mutateAsync'];
  tagging: ReturnType<typeof useTagWorkouts>['mutateAsync'];
};

function workoutActions(
  { copying, planning, removing, restoring, tagging }: Changes,
  today: string,
) {
  async function copy(
    workout: SavedWorkout,
    onCopied: (copy: SavedWorkout) => void,
    idempotencyKey: string = crypto.randomUUID(),
  ): Promise<void> {
    await copying({ id: workout.id, idempotencyKey }).then(onCopied, (error: Error) =>
      showToast.failure(`${workout.title} not copied`, {
        detail: error.message,
        retry: () => void copy(workout, onCopied, idempotencyKey),
      }),
    );
  }

  async function putOnDay(
    workout: SavedWorkout,
    day: string,
    idempotencyKey: string = crypto.randomUUID(),
  ): Promise<void> {
    await planning({ workoutId: workout.id, day, idempotencyKey }).then(
      () => showToast.success(`${workout.title} is on ${formatLongDay(day, today)}`),
      (error: Error) =>
        showToast.failure(`${workout.title} is not on the calendar`, {
          detail: error.message,
          retry: () => void putOnDay(workout, day, idempotencyKey),
        }),
    );
  }

  /** Returns whether all of them were deleted. */
  async function remove(workouts: SavedWorkout[]): Promise<boolean> {
    const { failed, error } = await removing(workouts);
    const deleted = workouts.filter((workout) => !failed.includes(workout));
    if (deleted.length > 0)
      showToast.undo(
        `${formatNames(deleted)} deleted`,
        () => void restore(deleted),
        'removed',
        IN_TRASH,
      );
    if (failed.length > 0)
      showToast.failure(`${formatNames(failed)} not deleted`, {
        detail: error?.message,
        retry: () => void remove(failed),
      });
    return failed.length === 0;
  }

  /** An undo shows its own result; elsewhere it is announced. */
  async function restore(workouts: SavedWorkout[], { announce = false } = {}): Promise<void> {
    const { done, failed, error } = await restoring(workouts);
    if (announce && done.length > 0) showToast.success(`${formatNames(done)} restored`);
    if (failed.length > 0)
      showToast.failure(`Couldn’t restore ${formatNames(failed)}`, {
        detail: error?.message,
        retry: () => void restore(failed, { announce }),
      });
  }

  async function tag(
    workouts: SavedWorkout[],
    change: { add: string[]; remove: string[] },
  ): Promise<void> {
    const { done, failed, error } = await tagging({ workouts, ...change });
    if (done.length > 0) showToast.success(`${formatNames(done)} tagged`);
    if (failed.length > 0)
      showToast.failure(`${formatNames(failed)} not tagged`, {
        detail: error?.message,
        retry: () => void tag(failed, change),
      });
  }

  return { copy, putOnDay, remove, restore, tag };
}

const IN_TRASH = `In Trash for ${DAYS_TO_RESTORE} days.`;

/** "Tempo 20", "3 workouts" */
function formatNames(workouts: SavedWorkout[]): string {
  return workouts.length === 1 ? (workouts[0]?.title ?? '') : formatCount(workouts.length);
}

/** "1 workout", "3 workouts" */
export function formatCount(count: number): string {
  return count === 1 ? '1 workout' : `${count} workouts`;
}
