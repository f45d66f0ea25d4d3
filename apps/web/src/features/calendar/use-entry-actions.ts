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
import { ApiProblem } from '../../platform/api/problem.ts';
import { useAddEntry } from '../../platform/api/queries/calendar.ts';
import { useAction } from '../../ui/use-action.ts';
import {
  useChangeContent,
  useChooseOption,
  useFindPlace,
  useMarkEntry,
  useMoveEntry,
  useRemoveEntry,
} from './calendar-queries.ts';
import { contentOf } from '../../platform/days/own-content.ts';
import { formatTimeOfDay, nameOption } from './entry-option.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';

export type EntryActions = ReturnType<typeof useEntryActions>;

/** Actions on a calendar entry. Each reports its result, with Undo where possible. */
export function useEntryActions({ speeds }: PaceContext) {
  const changes = {
    moving: useMoveEntry().mutateAsync,
    marking: useMarkEntry().mutateAsync,
    removing: useRemoveEntry().mutateAsync,
    adding: useAddEntry().mutateAsync,
    choosing: useChooseOption().mutateAsync,
    changing: useChangeContent().mutateAsync,
  };
  const act = useAction().run;
  const circumstances = { today: useToday(), findPlace: useFindPlace(), speeds };
  return {
    ...entryActions(changes, act, circumstances),
    ...contentActions(changes, act, circumstances),
  };
}

type Circumstances = {
  today: string;
  findPlace: ReturnType<typeof useFindPlace>;
  speeds?: AthleteSpeeds | undefined;
};

type Act = ReturnType<typeof useAction>['run'];

type Changes = {
  moving: ReturnType<typeof useMoveEntry>['mutateAsync'];
  marking: ReturnType<typeof useMarkEntry>['mutateAsync'];
  removing: ReturnType<typeof useRemoveEntry>['mutateAsync'];
  adding: ReturnType<typeof useAddEntry>['mutateAsync'];
  choosing: ReturnType<typeof useChooseOption>['mutateAsync'];
  changing: ReturnType<typeof useChangeContent>['mutateAsync'];
};

function entryActions(
  { moving, marking, removing, adding }: Changes,
  act: Act,
  { today, findPlace, speeds = { trainingPaces: DEFAULT_TRAINING_PACES } }: Circumstances,
) {
  /** Moves an entry to another day, time of day or position in its day. */
  async function move(
    entry: CalendarEntry,
    { day, timeOfDay, position }: EntryPlace,
  ): Promise<void> {
    const { title, day: from, timeOfDay: before = null } = entry;
    const place = findPlace(entry);
    const isSameDay = day === from;
    const isSameTime = timeOfDay === undefined || timeOfDay === before;
    if (isSameDay && isSameTime && position === undefined) return;
    const time = timeOfDay ? formatTimeOfDay(timeOfDay) : 'any time';
    await act({
      run: () => moving({ entry, day, position, ...(!isSameTime && { timeOfDay }) }),
      done: () => ({
        title: isSameDay
          ? `${title} ${isSameTime ? 'moved' : `set to ${time}`}`
          : `${title} moved to ${formatLongDay(day, today)}`,
        undo: () =>
          moving({
            entry,
            day: from,
            position: place,
            ...(!isSameTime && { timeOfDay: before }),
          }),
      }),
      failed: `Couldn’t move ${title}`,
    });
  }

  async function mark(entry: CalendarEntry, isDone: boolean): Promise<void> {
    await act({
      run: () => marking({ entry, isDone, speeds }),
      done: () =>
        isDone
          ? {
              title: 'Marked as done',
              undo: () => marking({ entry, isDone: false, speeds }),
            }
          : // No undo here: marking it as done again would store the current paces instead of those it was run
            // with.
            'Marked as not done',
      failed: `Couldn’t change ${entry.title}`,
    });
  }

  function add({ id, title }: Pick<SavedWorkout, 'id' | 'title'>, when: When): Promise<void> {
    return put({ workoutId: id }, title, when);
  }

  /** Puts a race, a rest day or another activity on a day. */
  function addOther(content: EntryContentToSave, when: When): Promise<void> {
    return put({ content }, content.title, when);
  }

  async function put(what: EntrySource, title: string, when: When): Promise<void> {
    const idempotencyKey = crypto.randomUUID();
    await act({
      run: () => adding({ ...what, ...when, idempotencyKey }),
      done: (added) => ({
        title: `${title} added to ${formatLongDay(when.day, today)}`,
        undo: () => removing(added),
      }),
      failed: `Couldn’t add ${title}`,
    });
  }

  async function remove(entry: CalendarEntry): Promise<void> {
    const { id: idempotencyKey, title, day, timeOfDay } = entry;
    const position = findPlace(entry);
    const when = { day, ...(timeOfDay && { timeOfDay }) };
    const what = findSource(entry);
    await act({
      run: () => removing(entry),
      done: () => ({
        title: `${title} removed from calendar`,
        isRemoval: true,
        undo: what && (() => adding({ ...what, ...when, position, idempotencyKey })),
      }),
      failed: `Couldn’t remove ${title}`,
    });
  }

  return { move, mark, add, addOther, remove };
}

/** What changes the content of an entry. */
function contentActions(
  { choosing, changing }: Changes,
  act: Act,
  { today, findPlace }: Circumstances,
) {
  /** Gives an entry another content and day, in one request. A conflict is with the entry that is saved. */
  async function change(
    entry: CalendarEntry,
    { content, day }: EntryChange,
    onConflict: (saved: unknown) => void,
  ): Promise<void> {
    const before = contentOf(entry);
    const back = day !== entry.day && { day: entry.day, position: findPlace(entry) };
    await act({
      run: () =>
        changing({ entry, content, ...(day !== entry.day && { day }) }).catch((error: unknown) => {
          if (!(error instanceof ApiProblem) || error.code !== 'STALE_VERSION') throw error;
          onConflict(error.current);
          return undefined;
        }),
      done: (saved) =>
        saved && {
          title: `${content.title} saved`,
          undo: before && (() => changing({ entry: saved, ...before, ...back })),
        },
      failed: `Couldn’t change ${entry.title}`,
    });
  }

  /** A16. Chooses another option of the day, which changes places with the present one. */
  async function choose(entry: CalendarEntry, option: EntryOption): Promise<void> {
    const index = entry.own?.alternatives.indexOf(option) ?? -1;
    await act({
      run: () => choosing({ entry, option }),
      done: (chosen) => {
        const before = chosen.own?.alternatives[index];
        return {
          title: `Changed to ${nameOption(option)}`,
          undo: before && (() => choosing({ entry: chosen, option: before })),
        };
      },
      failed: `Couldn’t change ${entry.title}`,
    });
  }

  /** A19. Runs a skipped day after all: as its plan has it, or as it was. */
  async function putBack(entry: CalendarEntry): Promise<void> {
    const before = contentOf(entry);
    await act({
      run: () => changing({ entry, content: null }),
      done: (saved) => ({
        title: `${saved.title} is back on ${formatLongDay(saved.day, today)}`,
        undo: before && (() => changing({ entry: saved, ...before })),
      }),
      failed: `Couldn’t put ${entry.title} back`,
    });
  }

  return { choose, change, putBack };
}

/** The content of an entry and its day, after a change. */
export type EntryChange = { content: EntryContentToSave; day: string };

/** Where an entry is moved to. A missing time of day stays, and a missing position is the last. */
export type EntryPlace = {
  day: string;
  timeOfDay?: TimeOfDay | null | undefined;
  position?: number | undefined;
};

export type When = { day: string; timeOfDay?: TimeOfDay | undefined };

type EntrySource =
  | { workoutId: string }
  | {
      content: EntryContentToSave;
      alternatives?: EntryOption[];
      season?: { id: string; key: string; entryId: string };
    };

/** The source that restores an entry. Undefined for a done one, whose paces are deleted with it. */
export function findSource(entry: CalendarEntry): EntrySource | undefined {
  const { id: entryId, workoutId, season, done } = entry;
  if (done) return undefined;
  if (workoutId) return { workoutId };
  const own = contentOf(entry);
  return own && { ...own, ...(season && { season: { id: season.id, key: season.key, entryId } }) };
}
