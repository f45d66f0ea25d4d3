import type {
  CalendarEntry,
  EntryContentToSave,
  EntryOption,
  SavedWorkout,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useAddEntry } from '../../platform/api/queries/calendar.ts';
import { showToast } from '../../ui/toast.tsx';
import { useChooseOption, useMarkEntry, useMoveEntry, useRemoveEntry } from './calendar-queries.ts';
import { nameOption } from './entry-option.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';

export type EntryActions = ReturnType<typeof useEntryActions>;

/** Actions on a calendar entry. Each reports the result in a toast, with Undo where possible. */
export function useEntryActions({ speeds }: PaceContext) {
  const changes = {
    moving: useMoveEntry().mutateAsync,
    marking: useMarkEntry().mutateAsync,
    removing: useRemoveEntry().mutateAsync,
    adding: useAddEntry().mutateAsync,
    choosing: useChooseOption().mutateAsync,
  };
  return entryActions(changes, useToday(), speeds);
}

type Changes = {
  moving: ReturnType<typeof useMoveEntry>['mutateAsync'];
  marking: ReturnType<typeof useMarkEntry>['mutateAsync'];
  removing: ReturnType<typeof useRemoveEntry>['mutateAsync'];
  adding: ReturnType<typeof useAddEntry>['mutateAsync'];
  choosing: ReturnType<typeof useChooseOption>['mutateAsync'];
};

function entryActions(
  { moving, marking, removing, adding, choosing }: Changes,
  today: string,
  speeds: AthleteSpeeds = { trainingPaces: DEFAULT_TRAINING_PACES },
) {
  async function move(entry: CalendarEntry, day: string): Promise<void> {
    if (day === entry.day) return;
    const name = formatLongDay(day, today);
    await moving({ entry, day }).then(
      () =>
        showToast.undo(
          `${entry.title} moved to ${name}`,
          () => void move({ ...entry, day }, entry.day),
          'saved',
        ),
      (error: Error) =>
        showToast.failure(`${entry.title} wasn’t moved`, {
          detail: error.message,
          retry: () => void move(entry, day),
        }),
    );
  }

  /** Moves an entry to another position in its day. */
  async function reorder(entry: CalendarEntry, position: number): Promise<void> {
    await moving({ entry, day: entry.day, position }).catch((error: Error) =>
      showToast.failure(`${entry.title} wasn’t moved`, {
        detail: error.message,
        retry: () => void reorder(entry, position),
      }),
    );
  }

  async function mark(entry: CalendarEntry, isDone: boolean): Promise<void> {
    await marking({ entry, isDone, speeds }).then(
      () => {
        if (isDone) showToast.undo('Marked as done', () => void mark(entry, false), 'saved');
        // No undo here: marking it as done again would store the current paces instead of those it was run
        // with.
        else showToast.success('Marked as not done');
      },
      (error: Error) =>
        showToast.failure(`${entry.title} wasn’t changed`, {
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
    const options = { day, idempotencyKey, ...(position !== undefined && { position }) };
    await adding({ workoutId: workout.id, ...options }).then(
      () => showToast.success(`${workout.title} is on ${formatLongDay(day, today)}`),
      (error: Error) =>
        showToast.failure(`${workout.title} wasn’t added`, {
          detail: error.message,
          retry: () => void add(workout, day, options),
        }),
    );
  }

  /** Puts a rest day or another activity on a day. */
  async function addOther(
    content: EntryContentToSave,
    day: string,
    idempotencyKey: string = crypto.randomUUID(),
  ): Promise<void> {
    const { title } = content;
    await adding({ content, day, idempotencyKey }).then(
      () => showToast.success(`${title} is on ${formatLongDay(day, today)}`),
      (error: Error) =>
        showToast.failure(`${title} wasn’t added`, {
          detail: error.message,
          retry: () => void addOther(content, day, idempotencyKey),
        }),
    );
  }

  async function remove(entry: CalendarEntry): Promise<void> {
    const { id, workoutId, title, day, position, done } = entry;
    const restore = () =>
      workoutId && add({ id: workoutId, title }, day, { position, idempotencyKey: id });
    await removing(entry).then(
      () => {
        // The paces of a done entry are deleted with it, and a day of a plan is more than a workout of the library,
        // so adding it again would not restore it.
        if (done || !workoutId) showToast.success(`${title} removed from the calendar`);
        else showToast.undo(`${title} removed from the calendar`, () => void restore());
      },
      (error: Error) =>
        showToast.failure(`${title} wasn’t removed`, {
          detail: error.message,
          retry: () => void remove(entry),
        }),
    );
  }

  /** A16. Chooses another option of the day, which changes places with the present one. */
  async function choose(entry: CalendarEntry, option: EntryOption): Promise<void> {
    const index = entry.own?.alternatives.indexOf(option) ?? -1;
    await choosing({ entry, option }).then(
      (chosen) => {
        const before = chosen.own?.alternatives[index];
        const title = `Now ${nameOption(option)}`;
        if (before) showToast.undo(title, () => void choose(chosen, before), 'saved');
        else showToast.success(title);
      },
      (error: Error) =>
        showToast.failure(`${entry.title} wasn’t changed`, {
          detail: error.message,
          retry: () => void choose(entry, option),
        }),
    );
  }

  return { move, reorder, mark, add, addOther, remove, choose };
}
