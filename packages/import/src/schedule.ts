import type { ImportedWorkout, ScheduledDay } from './result.ts';

type Placed = { workouts: ImportedWorkout[]; /** Without a workout. */ unplaced: ScheduledDay[] };

/** The workouts of FIT files on the days of a schedule, each once for every day. */
export function placeOnDays(
  workouts: readonly ImportedWorkout[],
  schedule: readonly ScheduledDay[],
): Placed {
  const days = Map.groupBy(schedule, ({ fileId }) => fileId);
  const known = new Set(workouts.map(({ fileId }) => fileId));
  return {
    workouts: workouts.flatMap((workout) => {
      const own = days.get(workout.fileId ?? '') ?? [];
      return own.length > 0 ? own.map(({ day }) => ({ ...workout, day })) : [workout];
    }),
    unplaced: schedule.filter(({ fileId }) => !known.has(fileId)),
  };
}
