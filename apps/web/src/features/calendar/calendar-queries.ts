import {
  type Activity,
  type CalendarEntry,
  changeEntryContent,
  chooseAlternative,
  type EntryContentToSave,
  type EntryOption,
  markDone,
  markUndone,
  moveInCalendar,
  removeFromCalendar,
  type TimeOfDay,
} from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { activitiesQuery } from '../../platform/api/queries/activities.ts';
import {
  calendarQuery,
  readStoredEntries,
  type DayRange,
  inOrder,
  readCalendar,
  useOptimisticEntries,
  useSavedEntry,
} from '../../platform/api/queries/calendar.ts';

export function useCalendar(range: DayRange): CalendarEntry[] {
  return useSuspenseQuery(calendarQuery(useCall(), range)).data;
}

const NO_RUNS: Activity[] = [];

/** The recorded runs of a range. The calendar does not wait for them. */
export function useRuns(range: DayRange): Activity[] {
  return useQuery(activitiesQuery(useCall(), range)).data ?? NO_RUNS;
}

/** Reads the entries of a range, or of the whole calendar, without the cache, for a file. */
export function useReadCalendar() {
  const call = useCall();
  return (range?: DayRange): Promise<CalendarEntry[]> => readCalendar(call, range);
}

/** The place of an entry among those of its day. Its position may leave gaps, or be that of a morning behind an evening. */
export function useFindPlace(): (entry: CalendarEntry) => number {
  const queryClient = useQueryClient();
  return ({ id, day, position }) => {
    const lists = readStoredEntries(queryClient).map((entries) => entries.filter(isOn(day)));
    const place = lists.map((entries) => entries.findIndex((entry) => entry.id === id));
    return place.find((index) => index !== -1) ?? position;
  };
}

type Moved = {
  entry: CalendarEntry;
  day: string;
  /** Stays if it is missing. */
  timeOfDay?: TimeOfDay | null | undefined;
  /** The position within that day; the last one if it is missing. */
  position?: number | undefined;
};

export function useMoveEntry() {
  return useOptimisticEntries<Moved>({
    send: (call, { entry: { id }, day, timeOfDay, position }) =>
      call(moveInCalendar, { params: { id }, body: { day, timeOfDay, position } }),
    apply: (entries, { entry, day, timeOfDay, position }, { from, to }) => {
      const others = entries.filter(({ id }) => id !== entry.id);
      if (day < from || day > to) return others;
      const when = timeOfDay === undefined ? {} : { timeOfDay };
      const thatDay = others.filter(isOn(day));
      thatDay.splice(position ?? thatDay.length, 0, { ...entry, day, ...when });
      return inOrder([
        ...others.filter((other) => other.day !== day),
        ...thatDay.map((other, place) => ({ ...other, position: place })),
      ]);
    },
  });
}

type Marked = { entry: CalendarEntry; isDone: boolean; speeds: AthleteSpeeds };

export function useMarkEntry() {
  return useOptimisticEntries<Marked>({
    send: (call, { entry: { id }, isDone }) =>
      call(isDone ? markDone : markUndone, { params: { id } }),
    apply: (entries, { entry, isDone, speeds: { trainingPaces, vdot } }) => {
      const paces = { trainingPaces, ...(vdot !== undefined && { vdot }) };
      const done = isDone ? { at: new Date().toISOString(), paces } : null;
      return entries.map((other) => (other.id === entry.id ? { ...other, done } : other));
    },
  });
}

export function useChooseOption() {
  return useSavedEntry<{ entry: CalendarEntry; option: EntryOption }>(
    (call, { entry: { id }, option }) =>
      call(chooseAlternative, { params: { id }, body: { option } }),
  );
}

type Changed = {
  entry: CalendarEntry;
  /** Null for that of its plan. */
  content: EntryContentToSave | null;
  /** Those that it has, without any. */
  alternatives?: EntryOption[];
  /** Another day that it moves to. */
  day?: string | undefined;
  position?: number | undefined;
};

/** Refused if another device changed the entry since. */
export function useChangeContent() {
  return useSavedEntry<Changed>((call, { entry: { id, version }, ...body }) =>
    call(changeEntryContent, { params: { id }, body: { ...body, version } }),
  );
}

/** Refused if another device changed the entry since. One that is done is removed whatever it is, after a question. */
export function useRemoveEntry() {
  return useOptimisticEntries<CalendarEntry>({
    send: (call, { id, version, day, done }) =>
      call(removeFromCalendar, { params: { id }, query: done ? {} : { version, day } }),
    apply: (entries, { id }) => entries.filter((other) => other.id !== id),
  });
}

function isOn(day: string) {
  return (entry: CalendarEntry) => entry.day === day;
}
