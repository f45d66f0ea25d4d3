import {
  addToCalendar,
  type CalendarEntry,
  listCalendar,
  listWorkouts,
  markDone,
  markUndone,
  moveInCalendar,
  removeFromCalendar,
} from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  queryOptions,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { Call } from '../../api/client.ts';
import { useCall } from '../../api/call-context.ts';
import { addDays } from '../../days/days.ts';
import type { StoredQuery } from '../../offline/query-store.ts';

const CALENDAR = ['calendar'];
const ENTRIES = [...CALENDAR, 'entries'];
const LIBRARY = ['workouts'];

/** Days, both included. */
export type DayRange = { from: string; to: string };

export function useCalendar(range: DayRange): CalendarEntry[] {
  return useSuspenseQuery(useCalendarQuery(range)).data;
}

/** Starts to load a range before the component that shows it is rendered. */
export function usePrefetchCalendar(range: DayRange): void {
  usePrefetchQuery(useCalendarQuery(range));
}

function useCalendarQuery(range: DayRange) {
  const call = useCall();
  return queryOptions({
    queryKey: [...ENTRIES, range],
    queryFn: ({ signal }) => readPages(call, range, signal),
    meta: { offline: (stored) => findStored(range, stored) },
  });
}

/** A month with the weeks around it. */
const LONGEST_VIEW_DAYS = 42;

/**
 * The entries of another range that was stored and has all of this one in it. Today's range moves on every month
 * and ends far ahead, so what is missing at its end doesn't matter.
 */
function findStored({ from, to }: DayRange, stored: StoredQuery[]): StoredQuery | undefined {
  const needed = [to, addDays(from, LONGEST_VIEW_DAYS - 1)].sort()[0] ?? to;
  return stored
    .filter(({ key }) => key[0] === ENTRIES[0] && key[1] === ENTRIES[1])
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

/** Reads the entries of a range, or the whole calendar, past the cache, for a file. */
export function useReadCalendar() {
  const call = useCall();
  return (range?: DayRange): Promise<CalendarEntry[]> => readPages(call, range);
}

async function readPages(
  call: Call,
  range: DayRange | undefined,
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

/** How many workouts of the library come at once. */
const PAGE = 24;

/** The workouts of the library that match, newest first, page by page. */
export function useWorkoutPages(q: string) {
  const call = useCall();
  return useInfiniteQuery({
    queryKey: [...LIBRARY, 'pages to choose from', q],
    queryFn: ({ pageParam, signal }) =>
      call(listWorkouts, {
        query: { limit: PAGE, cursor: pageParam, q: q || undefined },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The newest workouts of the library that match, enough of them to choose from. */
export function useWorkoutSearch(q: string) {
  const call = useCall();
  return useQuery({
    queryKey: [...LIBRARY, 'to choose from', q],
    queryFn: ({ signal }) =>
      call(listWorkouts, { query: { limit: 12, q: q.trim() || undefined }, signal }),
    placeholderData: keepPreviousData,
  });
}

type Moved = {
  entry: CalendarEntry;
  day: string;
  /** Its place among the others of that day; the last unless it is said. */
  position?: number | undefined;
};

export function useMoveEntry() {
  return useForeseen<Moved>({
    send: (call, { entry: { id }, day, position }) =>
      call(moveInCalendar, { params: { id }, body: { day, position } }),
    foresee: (entries, { entry, day, position }, { from, to }) => {
      const others = entries.filter(({ id }) => id !== entry.id);
      if (day < from || day > to) return others;
      const thatDay = others.filter(isOn(day));
      thatDay.splice(position ?? thatDay.length, 0, { ...entry, day });
      return inOrder([
        ...others.filter((other) => other.day !== day),
        ...thatDay.map((other, place) => ({ ...other, position: place })),
      ]);
    },
  });
}

type Marked = { entry: CalendarEntry; isDone: boolean; speeds: AthleteSpeeds };

export function useMarkEntry() {
  return useForeseen<Marked>({
    send: (call, { entry: { id }, isDone }) =>
      call(isDone ? markDone : markUndone, { params: { id } }),
    foresee: (entries, { entry, isDone, speeds: { trainingPaces, vdot } }) => {
      const paces = { trainingPaces, ...(vdot !== undefined && { vdot }) };
      const done = isDone ? { at: new Date().toISOString(), paces } : null;
      return entries.map((other) => (other.id === entry.id ? { ...other, done } : other));
    },
  });
}

export function useRemoveEntry() {
  return useForeseen<CalendarEntry>({
    send: (call, { id }) => call(removeFromCalendar, { params: { id } }),
    foresee: (entries, { id }) => entries.filter((other) => other.id !== id),
  });
}

type Added = { workoutId: string; day: string; position?: number; idempotencyKey: string };

/** Puts a workout on a day. The key makes one entry of any number of attempts. */
export function useAddEntry() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: CALENDAR,
    meta: { affectsGarmin: true },
    mutationFn: ({ idempotencyKey, ...body }: Added) =>
      call(addToCalendar, { body, idempotencyKey }),
    onSuccess: (added) => {
      change(queryClient, (entries, { from, to }) =>
        added.day < from || added.day > to
          ? entries
          : inOrder([...entries.filter(({ id }) => id !== added.id), added]),
      );
    },
    onSettled: () => refetchUnlessBusy(queryClient),
  });
}

type Foreseen<Variables> = {
  send: (call: Call, variables: Variables) => Promise<unknown>;
  /** What the entries of a range will be, shown until the server has answered. */
  foresee: (entries: CalendarEntry[], variables: Variables, range: DayRange) => CalendarEntry[];
};

/** A change that shows at once, and is taken back when the server refuses it. */
function useForeseen<Variables>({ send, foresee }: Foreseen<Variables>) {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: CALENDAR,
    meta: { affectsGarmin: true },
    mutationFn: (variables: Variables) => send(call, variables),
    onMutate: async (variables) => {
      await queryClient.cancelQueries({ queryKey: CALENDAR });
      const before = queryClient.getQueriesData<CalendarEntry[]>({ queryKey: ENTRIES });
      change(queryClient, (entries, range) => foresee(entries, variables, range));
      return { before };
    },
    onError: (_error, _variables, context) => {
      for (const [key, entries] of context?.before ?? []) queryClient.setQueryData(key, entries);
    },
    onSettled: () => refetchUnlessBusy(queryClient),
  });
}

/**
 * Refetches the calendar after a change, unless another change is still in flight: the answer would
 * overwrite its optimistic update. The last change to settle refetches for all of them.
 */
function refetchUnlessBusy(queryClient: QueryClient): Promise<void> | undefined {
  if (queryClient.isMutating({ mutationKey: CALENDAR }) > 1) return undefined;
  return queryClient.invalidateQueries({ queryKey: CALENDAR });
}

function change(
  queryClient: QueryClient,
  update: (entries: CalendarEntry[], range: DayRange) => CalendarEntry[],
): void {
  for (const [key, entries] of queryClient.getQueriesData<CalendarEntry[]>({ queryKey: ENTRIES }))
    // The keys of this file end in the range they are for.
    if (entries) queryClient.setQueryData(key, update(entries, key[2] as DayRange));
}

function isOn(day: string) {
  return (entry: CalendarEntry) => entry.day === day;
}

function inOrder(entries: CalendarEntry[]): CalendarEntry[] {
  return entries.sort((a, b) =>
    a.day === b.day ? a.position - b.position : a.day < b.day ? -1 : 1,
  );
}
