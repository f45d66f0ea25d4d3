import type { CalendarEntry, SavedWorkout } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import type { Athlete } from '../../script-editor/reading.ts';
import { showToast } from '../../ui/toast.tsx';
import { useAddEntry, useMarkEntry, useMoveEntry, useRemoveEntry } from './calendar-queries.ts';
import { localToday, longDay } from './days.ts';

export type EntryActions = ReturnType<typeof useEntryActions>;

/** What can be done with a workout on a day. Each says what it did, and offers the way back. */
export function useEntryActions(athlete: Athlete) {
  const moving = useMoveEntry();
  const marking = useMarkEntry();
  const removing = useRemoveEntry();
  const adding = useAddEntry();

  async function move(entry: CalendarEntry, day: string): Promise<void> {
    if (day === entry.day) return;
    const name = longDay(day, localToday());
    await moving.mutateAsync({ entry, day }).then(
      () =>
        showToast.undo(
          `${entry.title} moved to ${name}`,
          () => void move({ ...entry, day }, entry.day),
          'saved',
        ),
      (error: Error) =>
        showToast.failure(`${entry.title} was not moved`, {
          detail: error.message,
          retry: () => void move(entry, day),
        }),
    );
  }

  async function mark(entry: CalendarEntry, isDone: boolean): Promise<void> {
    const speeds = athlete.speeds ?? { trainingPaces: DEFAULT_TRAINING_PACES };
    await marking.mutateAsync({ entry, isDone, speeds }).then(
      () =>
        showToast.success(isDone ? `${entry.title} is done` : `${entry.title} is to be run again`),
      (error: Error) =>
        showToast.failure(`${entry.title} was not changed`, {
          detail: error.message,
          retry: () => void mark(entry, isDone),
        }),
    );
  }

  async function add(
    workout: Pick<SavedWorkout, 'id' | 'title'>,
    day: string,
    { position, idempotencyKey }: { position?: number; idempotencyKey: string } = {
      idempotencyKey: crypto.randomUUID(),
    },
  ): Promise<void> {
    const where = { day, idempotencyKey, ...(position !== undefined && { position }) };
    await adding.mutateAsync({ workoutId: workout.id, ...where }).then(
      () => showToast.success(`${workout.title} is on ${longDay(day, localToday())}`),
      (error: Error) =>
        showToast.failure(`${workout.title} was not added`, {
          detail: error.message,
          retry: () => void add(workout, day, where),
        }),
    );
  }

  async function remove(entry: CalendarEntry): Promise<void> {
    const { id, workoutId, title, day, position, done } = entry;
    const putBack = () =>
      workoutId && add({ id: workoutId, title }, day, { position, idempotencyKey: id });
    await removing.mutateAsync(entry).then(
      () => {
        // What was done keeps its paces from then, which nothing could bring back.
        if (done) showToast.success(`${title} is off the calendar`);
        else showToast.undo(`${title} is off the calendar`, () => void putBack());
      },
      (error: Error) =>
        showToast.failure(`${title} was not removed`, {
          detail: error.message,
          retry: () => void remove(entry),
        }),
    );
  }

  return { move, mark, add, remove };
}
