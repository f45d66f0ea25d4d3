import {
  getWorkout,
  listDeletedWorkouts,
  listWorkouts,
  listWorkoutTags,
  MAX_WORKOUTS_PER_PAGE,
  type ReplyOf,
  type SavedWorkout,
  type WorkoutOrder,
} from '@pacewright/contract';
import type { PaceKey } from '@pacewright/pace';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { StoredQuery } from '../../offline/query-store.ts';
import type { Call } from '../client.ts';
import { CALENDAR } from './calendar.ts';

/** Lists of workouts of any kind. */
export const WORKOUTS = ['workouts'];
export const LIBRARY_PAGES = [...WORKOUTS, 'pages'];
export const WORKOUT_TAGS = ['workout-tags'];
export const DELETED_WORKOUTS = ['deleted-workouts'];

export function workoutKey(id: string): string[] {
  return ['workout', id];
}

/** A workout as it is stored, or null for a new one that was not saved yet. */
export function workoutQuery(call: Call, id: string, { isNew = false } = {}) {
  return queryOptions({
    queryKey: workoutKey(id),
    queryFn: ({ signal, client }) =>
      isNew
        ? (client.getQueryData<SavedWorkout>(workoutKey(id)) ?? null)
        : call(getWorkout, { params: { id }, signal }),
    ...(isNew ? { initialData: null } : { meta: { offline: (stored) => findInPages(id, stored) } }),
    // Another device may have saved it since, so opening it or returning to it refetches.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** A workout that was never opened here, taken from the stored pages of the library. */
function findInPages(id: string, stored: StoredQuery[]): StoredQuery | undefined {
  return stored
    .filter(({ key }) => key[0] === LIBRARY_PAGES[0] && key[1] === LIBRARY_PAGES[1])
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .flatMap(({ data, ...query }) =>
      (data as LibraryPages).pages
        .flatMap(({ workouts }) => workouts)
        .filter((workout) => workout.id === id)
        .map((workout) => ({ ...query, data: workout })),
    )[0];
}

export type LibraryPages = InfiniteData<ReplyOf<typeof listWorkouts>, string | undefined>;

/** The search in the library, and its order. */
export type LibraryFilter = {
  q: string;
  pace: PaceKey | undefined;
  tag: string | undefined;
  order: WorkoutOrder;
};

/** The library page by page. The previous results stay until the next ones have loaded. */
export function libraryQuery(call: Call, { q, pace, tag, order }: LibraryFilter) {
  return infiniteQueryOptions({
    queryKey: [...LIBRARY_PAGES, { q, pace, tag, order }],
    queryFn: ({ pageParam, signal }) =>
      call(listWorkouts, {
        query: {
          limit: MAX_WORKOUTS_PER_PAGE,
          cursor: pageParam,
          q: q || undefined,
          pace,
          tag,
          order,
        },
        signal,
      }),
    meta: { offline: true },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: ({ state }) => !isLong(state.data),
    refetchOnReconnect: ({ state }) => !isLong(state.data),
    // Structural sharing over ten thousand workouts for every added page takes longer than a frame.
    structuralSharing: false,
  });
}

/** Pages are refetched one after the other, so only this many are refetched automatically. */
const MAX_PAGES_REFETCHED = 5;

function isLong(data: LibraryPages | undefined): boolean {
  return data !== undefined && data.pages.length > MAX_PAGES_REFETCHED;
}

/** The beginning of a list that has become too long to refetch. */
export function shortenPages(data: LibraryPages | undefined): LibraryPages | undefined {
  if (!data || !isLong(data)) return data;
  return {
    pages: data.pages.slice(0, MAX_PAGES_REFETCHED),
    pageParams: data.pageParams.slice(0, MAX_PAGES_REFETCHED),
  };
}

/** Answers to the questions of an import read the same library again. */
const WHOLE_LIBRARY_STALE_MS = 60_000;

/** The titles and scripts of the whole library, to compare others with. */
export function wholeLibraryQuery(call: Call) {
  return queryOptions({
    queryKey: [...WORKOUTS, 'all'],
    queryFn: async ({ signal }) => {
      const all: { id: string; title: string; script: string; notes: string }[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: MAX_WORKOUTS_PER_PAGE, cursor };
        const page = await call(listWorkouts, { query, signal });
        all.push(
          ...page.workouts.map(({ id, title, script, notes }) => ({ id, title, script, notes })),
        );
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return all;
    },
    staleTime: WHOLE_LIBRARY_STALE_MS,
  });
}

/** Whether there is any workout at all. */
export function hasWorkoutsQuery(call: Call) {
  return queryOptions({
    queryKey: [...WORKOUTS, 'any'],
    queryFn: async ({ signal }) =>
      (await call(listWorkouts, { query: { limit: 1 }, signal })).workouts.length > 0,
    meta: { offline: true },
  });
}

/** The newest workouts of the library that match, enough of them to choose from. */
export function workoutSearchQuery(call: Call, q: string) {
  return queryOptions({
    queryKey: [...WORKOUTS, 'to choose from', q],
    queryFn: ({ signal }) =>
      call(listWorkouts, { query: { limit: 12, q: q.trim() || undefined }, signal }),
    placeholderData: keepPreviousData,
  });
}

const CHOICE_PAGE_SIZE = 24;

/** The workouts of the library that match, newest first, page by page. */
export function workoutPickerQuery(call: Call, q: string) {
  return infiniteQueryOptions({
    queryKey: [...WORKOUTS, 'pages to choose from', q],
    queryFn: ({ pageParam, signal }) =>
      call(listWorkouts, {
        query: { limit: CHOICE_PAGE_SIZE, cursor: pageParam, q: q || undefined },
        signal,
      }),
    ...(q === '' && { meta: { offline: findLibrary } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The whole library as its own screen stored it last, in any order. */
function findLibrary(stored: StoredQuery[]): StoredQuery | undefined {
  return stored
    .filter(({ key }) => {
      const { q, pace, tag } = (key[2] ?? {}) as Partial<LibraryFilter>;
      return LIBRARY_PAGES.every((part, index) => key[index] === part) && !q && !pace && !tag;
    })
    .sort((one, other) => other.updatedAt - one.updatedAt)[0];
}

export type DeletedWorkout = ReplyOf<typeof listDeletedWorkouts>['workouts'][number];

/** Deleted workouts that can be restored, page by page, the last deleted first. */
export function deletedWorkoutsQuery(call: Call) {
  return infiniteQueryOptions({
    queryKey: DELETED_WORKOUTS,
    queryFn: ({ pageParam, signal }) =>
      call(listDeletedWorkouts, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Workouts are also deleted on other devices, and expire day by day.
    staleTime: 0,
  });
}

export function workoutTagsQuery(call: Call) {
  return queryOptions({
    queryKey: WORKOUT_TAGS,
    queryFn: async ({ signal }) => (await call(listWorkoutTags, { signal })).tags,
    meta: { offline: true },
  });
}

/** Refetches lists of workouts, and the calendar, which shows workouts too. */
export function refetchWorkouts(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [WORKOUTS, WORKOUT_TAGS, CALENDAR, DELETED_WORKOUTS].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
