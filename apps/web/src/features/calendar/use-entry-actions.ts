import type {
  CalendarEntry,
  EntryContentToSave,
  EntryOption,
  SavedWorkout,
  TimeOfDay,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useAddEntry } from '../../platform/api/queries/calendar.ts';
import { showToast } from '../../ui/toast.tsx';
import {
  useChangeContent,
  useChooseOption,
  useMarkEntry,
  useMoveEntry,
  useRemoveEntry,
} from './calendar-queries.ts';
import { formatTimeOfDay, nameOption } from './entry-option.ts';
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
    changing: useChangeContent().mutateAsync,
  };
  return entryActions(changes, useToday(), speeds);
}

type Changes = {
  moving: ReturnType<typeof useMoveEntry>['mutateAsync'];
  marking: ReturnType<typeof useMarkEntry>['mutateAsync'];
  removing: ReturnType<typeof useRemoveEntry>['mutateAsync'];
  adding: ReturnType<typeof useAddEntry>['mutateAsync'];
  choosing: ReturnType<typeof useChooseOption>['mutateAsync'];
  changing: ReturnType<typeof useChangeContent>['mutateAsync'];
};

function entryActions(
  { moving, marking, removing, adding, choosing, changing }: Changes,
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
      reportFailure(`${entry.title} wasn’t moved`, () => void move(entry, day)),
    );
  }

  /** Moves an entry to another position in its day. */
  async function reorder(entry: CalendarEntry, position: number): Promise<void> {
    await moving({ entry, day: entry.day, position }).catch(
      reportFailure(`${entry.title} wasn’t moved`, () => void reorder(entry, position)),
    );
  }

  /** Says when on its day an entry is, or with null that it doesn't matter. */
  async function setTimeOfDay(entry: CalendarEntry, timeOfDay: TimeOfDay | null): Promise<void> {
    const { title, day, timeOfDay: before = null } = entry;
    await moving({ entry, day, timeOfDay }).then(
      () =>
        showToast.undo(
          timeOfDay ? `${title} set to ${formatTimeOfDay(timeOfDay)}` : `${title} set to any time`,
          () => void setTimeOfDay({ ...entry, timeOfDay }, before),
          'saved',
        ),
      reportFailure(`${title} wasn’t changed`, () => void setTimeOfDay(entry, timeOfDay)),
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
      reportFailure(`${entry.title} wasn’t changed`, () => void mark(entry, isDone)),
    );
  }

  function add({ id, title }: Pick<SavedWorkout, 'id' | 'title'>, when: When): Promise<void> {
    return put({ workoutId: id }, title, when);
  }

  /** Puts a race, a rest day or another activity on a day. */
  function addOther(content: EntryContentToSave, when: When): Promise<void> {
    return put({ content }, content.title, when);
  }

  async function put(
    what: EntrySource,
    title: string,
    when: When,
    place: { position?: number; idempotencyKey: string } = { idempotencyKey: crypto.randomUUID() },
  ): Promise<void> {
    await adding({ ...what, ...when, ...place }).then(
      () => showToast.success(`${title} is on ${formatLongDay(when.day, today)}`),
      reportFailure(`${title} wasn’t added`, () => void put(what, title, when, place)),
    );
  }

  /** Gives an entry another content, and another day if it differs. */
  async function change(
    entry: CalendarEntry,
    content: EntryContentToSave,
    day: string,
  ): Promise<void> {
    const before = contentOf(entry);
    await changing({ entry, content })
      .then((saved) => day !== entry.day && moving({ entry: saved, day }))
      .then(
        () => {
          const message = `${content.title} saved`;
          const changed = { ...entry, ...content, day };
          if (!before) showToast.success(message);
          else showToast.undo(message, () => void change(changed, before, entry.day), 'saved');
        },
        reportFailure(`${entry.title} wasn’t changed`, () => void change(entry, content, day)),
      );
  }

  async function remove(entry: CalendarEntry): Promise<void> {
    const { id: idempotencyKey, title, day, timeOfDay, position } = entry;
    const when = { day, ...(timeOfDay && { timeOfDay }) };
    const message = `${title} removed from the calendar`;
    const what = findSource(entry);
    await removing(entry).then(
      () => {
        if (!what) showToast.success(message);
        else
          showToast.undo(message, () => void put(what, title, when, { position, idempotencyKey }));
      },
      reportFailure(`${title} wasn’t removed`, () => void remove(entry)),
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
      reportFailure(`${entry.title} wasn’t changed`, () => void choose(entry, option)),
    );
  }

  return { move, reorder, setTimeOfDay, mark, add, addOther, remove, choose, change };
}

export type When = { day: string; timeOfDay?: TimeOfDay | undefined };

type EntrySource = { workoutId: string } | { content: EntryContentToSave };

/**
 * The source that restores an entry. Undefined for a done one, whose paces are deleted with it, and for a day of a
 * plan, which has more than its content.
 */
function findSource(entry: CalendarEntry): EntrySource | undefined {
  const { workoutId, own, season, done } = entry;
  if (done) return undefined;
  if (workoutId) return { workoutId };
  const content = contentOf(entry);
  return content && !season && own?.alternatives.length === 0 ? { content } : undefined;
}

function contentOf({ own, title, script }: CalendarEntry): EntryContentToSave | undefined {
  if (!own) return undefined;
  const { alternatives: _others, ...content } = own;
  return { ...content, title, script };
}

function reportFailure(title: string, retry: () => void) {
  return ({ message }: Error) => showToast.failure(title, { detail: message, retry });
}
