import {
  addToCalendar,
  type CalendarEntry,
  type EntryContentToSave,
  type EntryOption,
  listCalendar,
  listDaysAhead,
  type TimeOfDay,
} from '@pacewright/contract';
import {
  hashKey,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { addDays } from '../../days/days.ts';
import type { StoredQuery } from '../../offline/query-store.ts';
import { useCall } from '../call-context.ts';
import type { Call } from '../client.ts';
import { SEASONS } from './season-key.ts';

export const CALENDAR = ['calendar'];
const ENTRIES = [...CALENDAR, 'entries'];
const DAYS_AHEAD = [...CALENDAR, 'days ahead'];

/** First and last day, both included. */
export type DayRange = { from: string; to: string };

/** Every list of entries that was read, each in its order. */
export function readStoredEntries(queryClient: QueryClient): CalendarEntry[][] {
  return queryClient
    .getQueriesData<CalendarEntry[]>({ queryKey: ENTRIES })
    .flatMap(([, entries]) => (entries ? [entries] : []));
}

export function calendarQuery(call: Call, range: DayRange) {
  return queryOptions({
    queryKey: [...ENTRIES, range],
    queryFn: async ({ client, queryKey, signal }) =>
      addChanges(client, { queryKey, entries: await readCalendar(call, range, signal) }),
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
  alternatives?: EntryOption[];
  /** The place in a plan of a day that was removed. */
  season?: { id: string; key: string; entryId: string };
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
      const update: Update = (entries, { from, to }) =>
        saved.day < from || saved.day > to
          ? entries
          : inOrder([...entries.filter(({ id }) => id !== saved.id), saved]);
      updateEntries(queryClient, update);
      confirm(queryClient, update);
    },
    onSettled: (saved) =>
      Promise.all([
        refetchCalendar(queryClient),
        // A season knows which of its days were changed.
        saved?.season && queryClient.invalidateQueries({ queryKey: SEASONS }),
      ]),
  });
}

type OptimisticChange<Variables> = {
  send: (call: Call, variables: Variables) => Promise<unknown>;
  /** The entries of a range after the change, shown until the server has answered. */
  apply: (entries: CalendarEntry[], variables: Variables, range: DayRange) => CalendarEntry[];
};

/** Changes are sent one after the other, or an earlier one that takes longer would undo the last. */
export const CHANGES_IN_ORDER = { id: 'calendar' };

type Update = (entries: CalendarEntry[], range: DayRange) => CalendarEntry[];

type Cached = { queryKey: QueryKey; entries: CalendarEntry[] };

/** The optimistic changes in their order, and the entries without them, by the hash of their key. */
type InFlight = {
  changes: Set<Update>;
  confirmed: Map<string, Cached>;
  /** Changes that were answered and wait for the calendar. */
  refetching: number;
};

const inFlight = new WeakMap<QueryClient, InFlight>();

function inFlightOf(queryClient: QueryClient): InFlight {
  const found = inFlight.get(queryClient) ?? {
    changes: new Set(),
    confirmed: new Map(),
    refetching: 0,
  };
  inFlight.set(queryClient, found);
  return found;
}

/** The server may have answered before it had the changes in flight. */
function addChanges(queryClient: QueryClient, answer: Cached): CalendarEntry[] {
  const { changes, confirmed } = inFlightOf(queryClient);
  if (changes.size > 0) confirmed.set(hashKey(answer.queryKey), answer);
  return withChanges(answer, changes);
}

function withChanges({ queryKey, entries }: Cached, changes: Set<Update>): CalendarEntry[] {
  return [...changes].reduce((shown, change) => change(shown, rangeOf(queryKey)), entries);
}

/** What the server has accepted stays when a change before it is refused. */
function confirm(queryClient: QueryClient, update: Update): void {
  for (const cached of inFlightOf(queryClient).confirmed.values())
    cached.entries = update(cached.entries, rangeOf(cached.queryKey));
}

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
      const { changes, confirmed } = inFlightOf(queryClient);
      if (changes.size === 0) {
        confirmed.clear();
        for (const cached of listCached(queryClient))
          confirmed.set(hashKey(cached.queryKey), cached);
      }
      const change: Update = (entries, range) => apply(entries, variables, range);
      changes.add(change);
      updateEntries(queryClient, change);
      return change;
    },
    onSuccess: (_data, _variables, change) => {
      inFlightOf(queryClient).changes.delete(change);
      confirm(queryClient, change);
    },
    onError: (_error, _variables, change) => {
      const { changes, confirmed } = inFlightOf(queryClient);
      if (change) changes.delete(change);
      for (const cached of confirmed.values())
        queryClient.setQueryData(cached.queryKey, withChanges(cached, changes));
    },
    onSettled: () => refetchCalendar(queryClient),
  });
}

/**
 * Refetches the calendar after a change, unless another change is still in flight: the answer would
 * overwrite its optimistic update. The last change to settle refetches for all of them. A change that waits for its own
 * refetch is no longer in flight; that answer may be too old, and is dropped.
 */
export async function refetchCalendar(queryClient: QueryClient): Promise<void> {
  const shared = inFlightOf(queryClient);
  if (queryClient.isMutating({ mutationKey: CALENDAR }) > shared.refetching + 1) return;
  shared.refetching++;
  await queryClient.invalidateQueries({ queryKey: CALENDAR });
  // The mutation ends some microtasks later.
  setTimeout(() => shared.refetching--);
}

function updateEntries(queryClient: QueryClient, update: Update): void {
  for (const { queryKey, entries } of listCached(queryClient))
    queryClient.setQueryData(queryKey, update(entries, rangeOf(queryKey)));
}

function listCached(queryClient: QueryClient): Cached[] {
  return queryClient
    .getQueriesData<CalendarEntry[]>({ queryKey: ENTRIES })
    .flatMap(([queryKey, entries]) => (entries ? [{ queryKey, entries }] : []));
}

/** The last element of the key. */
function rangeOf(queryKey: QueryKey): DayRange {
  return queryKey[2] as DayRange;
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
