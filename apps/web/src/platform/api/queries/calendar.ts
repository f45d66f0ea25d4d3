import {
  addToCalendar,
  type CalendarEntry,
  type EntryContentToSave,
  listCalendar,
  listDaysAhead,
  type TimeOfDay,
} from '@pacewright/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addDays } from '../../days/days.ts';
import type { StoredQuery } from '../../offline/query-store.ts';
import { useCall } from '../call-context.ts';
import type { Call } from '../client.ts';

export const CALENDAR = ['calendar'];
const ENTRIES = [...CALENDAR, 'entries'];
const DAYS_AHEAD = [...CALENDAR, 'days ahead'];

/** First and last day, both included. */
export type DayRange = { from: string; to: string };

export function calendarQuery(call: Call, range: DayRange) {
  return queryOptions({
    queryKey: [...ENTRIES, range],
    queryFn: ({ signal }) => readCalendar(call, range, signal),
    meta: { offline: (stored) => findStoredRange(range, stored) },
  });
}

/** Reads the entries of a range, from a day on, or of the whole calendar, page by page. */
export async function readCalendar(
  call: Call,
  range?: { from: string; to?: string; only?: 'races' },
  signal?: AbortSignal,
): Promise<CalendarEntry[]> {
  const entries: CalendarEntry[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...range, ...(cursor && { cursor }) };
    const page = await call(listCalendar, { query, ...(signal && { signal }) });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return entries;
}

/** A month with the weeks around it. */
const MAX_VIEW_DAYS = 42;

/**
 * The entries of another stored range that contains this one. Today's range moves on every month and ends far
 * ahead, so missing days at its end don't matter.
 */
function findStoredRange({ from, to }: DayRange, stored: StoredQuery[]): StoredQuery | undefined {
  const needed = [to, addDays(from, MAX_VIEW_DAYS - 1)].sort()[0] ?? to;
  return stored
    .filter(({ key }) => startsWith(key, ENTRIES))
    .filter(({ key }) => {
      const range = key[2] as DayRange;
      return range.from <= from && range.to >= needed;
    })
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .map(({ data, ...query }) => ({
      ...query,
      data: (data as CalendarEntry[]).filter(({ day }) => day >= from && day <= to),
    }))[0];
}

export type PlannedDay = { workoutId: string; day: string };

/** The days from a day on that workouts are planned for, one row per workout and day. */
export function plannedDaysQuery(call: Call, from: string) {
  return queryOptions({
    queryKey: [...DAYS_AHEAD, from],
    queryFn: async ({ signal }): Promise<PlannedDay[]> =>
      (await call(listDaysAhead, { query: { from }, signal })).days,
    meta: { offline: (stored) => findEarlierDays(DAYS_AHEAD, from, stored) },
  });
}

/** The days as they were stored on an earlier day, without those in the past. */
export function findEarlierDays(
  start: string[],
  from: string,
  stored: StoredQuery[],
): StoredQuery | undefined {
  return stored
    .filter(({ key }) => startsWith(key, start))
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .map(({ data, ...query }) => ({
      ...query,
      data: (data as { day: string }[]).filter(({ day }) => day >= from),
    }))[0];
}

function startsWith(key: readonly unknown[], start: string[]): boolean {
  return start.every((part, index) => key[index] === part);
}

/** With either a workout or its own content. */
type NewEntry = {
  workoutId?: string;
  content?: EntryContentToSave;
  day: string;
  timeOfDay?: TimeOfDay | undefined;
  position?: number | undefined;
  idempotencyKey: string;
};

/** Puts a workout, or another activity, on a day. The idempotency key makes any number of attempts create one entry. */
export function useAddEntry() {
  return useSavedEntry<NewEntry>((call, { idempotencyKey, ...body }) =>
    call(addToCalendar, { body, idempotencyKey }),
  );
}

/** A change of one entry that shows when the server has answered with it. */
export function useSavedEntry<Variables>(
  send: (call: Call, variables: Variables) => Promise<CalendarEntry>,
) {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: CALENDAR,
    meta: { affectsGarmin: true },
    mutationFn: (variables: Variables) => send(call, variables),
    onSuccess: (saved) => {
      updateEntries(queryClient, (entries, { from, to }) =>
        saved.day < from || saved.day > to
          ? entries
          : inOrder([...entries.filter(({ id }) => id !== saved.id), saved]),
      );
    },
    onSettled: () => refetchCalendar(queryClient),
  });
}

type OptimisticChange<Variables> = {
  send: (call: Call, variables: Variables) => Promise<unknown>;
  /** The entries of a range after the change, shown until the server has answered. */
  apply: (entries: CalendarEntry[], variables: Variables, range: DayRange) => CalendarEntry[];
};

/** Changes are sent one after the other, or an earlier one that takes longer would undo the last. */
export const CHANGES_IN_ORDER = { id: 'calendar' };

/** A change of the calendar that shows at once, and is rolled back when the server refuses it. */
export function useOptimisticEntries<Variables>({ send, apply }: OptimisticChange<Variables>) {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: CALENDAR,
    scope: CHANGES_IN_ORDER,
    meta: { affectsGarmin: true },
    mutationFn: (variables: Variables) => send(call, variables),
    onMutate: async (variables) => {
      await queryClient.cancelQueries({ queryKey: CALENDAR });
      const before = queryClient.getQueriesData<CalendarEntry[]>({ queryKey: ENTRIES });
      updateEntries(queryClient, (entries, range) => apply(entries, variables, range));
      return { before };
    },
    onError: (_error, _variables, context) => {
      for (const [key, entries] of context?.before ?? []) queryClient.setQueryData(key, entries);
    },
    onSettled: () => refetchCalendar(queryClient),
  });
}

/**
 * Refetches the calendar after a change, unless another change is still in flight: the answer would
 * overwrite its optimistic update. The last change to settle refetches for all of them.
 */
export function refetchCalendar(queryClient: QueryClient): Promise<void> | undefined {
  if (queryClient.isMutating({ mutationKey: CALENDAR }) > 1) return undefined;
  return queryClient.invalidateQueries({ queryKey: CALENDAR });
}

function updateEntries(
  queryClient: QueryClient,
  update: (entries: CalendarEntry[], range: DayRange) => CalendarEntry[],
): void {
  for (const [key, entries] of queryClient.getQueriesData<CalendarEntry[]>({ queryKey: ENTRIES }))
    // The last element of the key is the range.
    if (entries) queryClient.setQueryData(key, update(entries, key[2] as DayRange));
}

export function inOrder(entries: CalendarEntry[]): CalendarEntry[] {
  return entries.sort(
    (one, other) =>
      one.day.localeCompare(other.day) ||
      partOfDay(one) - partOfDay(other) ||
      one.position - other.position,
  );
}

/** Morning, no time of day, afternoon. */
function partOfDay({ timeOfDay }: CalendarEntry): number {
  return timeOfDay === 'am' ? 0 : timeOfDay === 'pm' ? 2 : 1;
}
