import {
  addToCalendar,
  changeWorkout,
  copyWorkout,
  deleteWorkout,
  getWorkout,
  listDeletedWorkouts,
  listWorkouts,
  listWorkoutTags,
  MOST_WORKOUTS_ON_A_PAGE,
  type ReplyOf,
  restoreWorkout,
  savedWorkout,
  type SavedWorkout,
  saveWorkout,
  type WorkoutToSave,
} from '@pacewright/contract';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { ApiProblem } from '../../api/problem.ts';
import { useCall } from '../../api/call-context.ts';
import { usePlannedDaysQuery } from '../../days/planned-days.ts';
import type { StoredQuery } from '../../offline/query-store.ts';
import type { LibraryFilter } from './library-filter.ts';

const LIBRARY = ['workouts'];
const PAGES = [...LIBRARY, 'pages'];
const TAGS = ['workout-tags'];
const CALENDAR = ['calendar'];
const DELETED = ['deleted-workouts'];

function keyOf(id: string): string[] {
  return ['workout', id];
}

/** A workout as it is stored. Of a new one, nothing is. */
export function useWorkout(id: string | undefined): SavedWorkout | undefined {
  const call = useCall();
  const { data } = useSuspenseQuery({
    queryKey: keyOf(id ?? 'new'),
    queryFn: ({ signal }) =>
      id === undefined ? null : call(getWorkout, { params: { id }, signal }),
    ...(id !== undefined && { meta: { offline: (stored) => findInPages(id, stored) } }),
    ...(id === undefined && { initialData: null }),
    // Another device may have saved it since; opening it or coming back to it asks again.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  return data ?? undefined;
}

/** A workout that was never opened here, as the stored pages of the library have it. */
function findInPages(id: string, stored: StoredQuery[]): StoredQuery | undefined {
  return stored
    .filter(({ key }) => key[0] === PAGES[0] && key[1] === PAGES[1])
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .flatMap(({ data, ...query }) =>
      (data as Pages).pages
        .flatMap(({ workouts }) => workouts)
        .filter((workout) => workout.id === id)
        .map((workout) => ({ ...query, data: workout })),
    )[0];
}

type Pages = InfiniteData<ReplyOf<typeof listWorkouts>, string | undefined>;

/** How many pages are fetched anew without being asked for. They come one after the other. */
const MOST_PAGES_REFETCHED = 5;

/** The library page by page. What was found before stays until the next answer is there. */
export function useLibrary({ q, pace, tag, order }: LibraryFilter) {
  const call = useCall();
  const queryClient = useQueryClient();

  // Whoever comes back to a list that was long starts with its beginning.
  useEffect(
    () => () => {
      queryClient.setQueriesData<Pages>({ queryKey: PAGES }, (kept) =>
        kept && isLong(kept)
          ? {
              pages: kept.pages.slice(0, MOST_PAGES_REFETCHED),
              pageParams: kept.pageParams.slice(0, MOST_PAGES_REFETCHED),
            }
          : kept,
      );
    },
    [queryClient],
  );

  return useInfiniteQuery({
    queryKey: [...PAGES, { q, pace, tag, order }],
    queryFn: ({ pageParam, signal }) =>
      call(listWorkouts, {
        query: {
          limit: MOST_WORKOUTS_ON_A_PAGE,
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
    // Comparing ten thousand workouts with themselves for every page that is added takes longer than a frame.
    structuralSharing: false,
  });
}

function isLong(kept: Pages | undefined): boolean {
  return kept !== undefined && kept.pages.length > MOST_PAGES_REFETCHED;
}

/** Whether there is any workout at all. Undefined until it is known. */
export function useHasWorkouts(): boolean | undefined {
  const call = useCall();
  return useQuery({
    queryKey: [...LIBRARY, 'any'],
    queryFn: async ({ signal }) =>
      (await call(listWorkouts, { query: { limit: 1 }, signal })).workouts.length > 0,
    meta: { offline: true },
  }).data;
}

export type DeletedWorkout = ReplyOf<typeof listDeletedWorkouts>['workouts'][number];

/** What can be restored, page by page, the last deleted first. */
export function useDeletedWorkouts() {
  const call = useCall();
  return useInfiniteQuery({
    queryKey: DELETED,
    queryFn: ({ pageParam, signal }) =>
      call(listDeletedWorkouts, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Workouts are also deleted on other devices, and leave on their own day by day.
    staleTime: 0,
  });
}

export function useTags() {
  const call = useCall();
  return useQuery({
    queryKey: TAGS,
    queryFn: async ({ signal }) => (await call(listWorkoutTags, { signal })).tags,
    meta: { offline: true },
  });
}

/** The days ahead that each workout is planned for, the nearest first. */
export function useDaysAhead() {
  return useQuery({ ...usePlannedDaysQuery(), select: groupByWorkout });
}

function groupByWorkout(days: { workoutId: string; day: string }[]): Map<string, string[]> {
  const byWorkout = new Map<string, string[]>();
  for (const { workoutId, day } of days)
    byWorkout.set(workoutId, [...(byWorkout.get(workoutId) ?? []), day]);
  return byWorkout;
}

type NewWorkout = { workout: WorkoutToSave; idempotencyKey: string };

/** Saves a new workout. The key makes one workout of any number of attempts. */
export function useSaveWorkout() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ workout, idempotencyKey }: NewWorkout) =>
      call(saveWorkout, { body: { workout }, idempotencyKey }),
    onSuccess: (saved) => keep(queryClient, saved),
  });
}

type Change = { id: string; workout: WorkoutToSave; version: number };

export function useChangeWorkout() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ id, workout, version }: Change) =>
      call(changeWorkout, { params: { id }, body: { workout, version } }),
    onSuccess: (saved) => keep(queryClient, saved),
  });
}

/** The workout as it is stored now, when a save was refused because of it. */
export function currentOf(error: unknown, code: ApiProblem['code']): SavedWorkout | undefined {
  return error instanceof ApiProblem && error.code === code
    ? z.safeParse(savedWorkout, error.current).data
    : undefined;
}

export function useCopyWorkout() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call(copyWorkout, { params: { id }, idempotencyKey }),
    onSuccess: (saved) => keep(queryClient, saved),
  });
}

export function useDeleteWorkouts() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: (workouts: SavedWorkout[]) =>
      forEach(workouts, ({ id }) => call(deleteWorkout, { params: { id }, query: {} })),
    onSuccess: ({ failed }, workouts) => {
      const gone = new Set(workouts.filter((one) => !failed.includes(one)).map(({ id }) => id));
      editPages(queryClient, (shown) => shown.filter(({ id }) => !gone.has(id)));
      return refreshAllButPages(queryClient);
    },
  });
}

export function useRestoreWorkouts() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: (workouts: SavedWorkout[]) =>
      forEach(workouts, ({ id }) => call(restoreWorkout, { params: { id } })),
    onSuccess: () => refresh(queryClient),
  });
}

type Tagging = { workouts: SavedWorkout[]; add: string[]; remove: string[] };

/** Adds tags to workouts and takes others off, whatever else is saved in them meanwhile. */
export function useTagWorkouts() {
  const call = useCall();
  const queryClient = useQueryClient();

  async function tag(workout: SavedWorkout, { add, remove }: Omit<Tagging, 'workouts'>) {
    const { id, title, script, version } = workout;
    const tags = [...workout.tags.filter((one) => !remove.includes(one)), ...add];
    return call(changeWorkout, {
      params: { id },
      body: { workout: { title, script, tags }, version },
    });
  }

  return useMutation({
    mutationFn: ({ workouts, ...change }: Tagging) =>
      forEach(workouts, (workout) =>
        tag(workout, change).catch((error: unknown) => {
          const current = currentOf(error, 'STALE_VERSION');
          if (!current) throw error;
          return tag(current, change);
        }),
      ),
    onSuccess: ({ done }) => {
      const tagged = new Map(done.map((workout) => [workout.id, workout]));
      editPages(queryClient, (shown) => shown.map((one) => tagged.get(one.id) ?? one));
      for (const workout of done) queryClient.setQueryData(keyOf(workout.id), workout);
      return refreshAllButPages(queryClient);
    },
  });
}

/** What became of work on several things at once. */
type Outcome<Item, Result> = { done: Result[]; failed: Item[]; error: Error | undefined };

async function forEach<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>> {
  const results = await Promise.allSettled(items.map(work));
  const refusals = results.filter((result) => result.status === 'rejected');
  return {
    done: results.filter((result) => result.status === 'fulfilled').map(({ value }) => value),
    failed: items.filter((_, index) => results[index]?.status === 'rejected'),
    // Calls fail with errors and nothing else.
    error: refusals[0]?.reason as Error | undefined,
  };
}

type Planned = { workoutId: string; day: string; idempotencyKey: string };

/** Puts a workout on a day. The key makes one entry of any number of attempts. */
export function usePutOnDay() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ workoutId, day, idempotencyKey }: Planned) =>
      call(addToCalendar, { body: { workoutId, day }, idempotencyKey }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: CALENDAR }),
  });
}

function keep(queryClient: QueryClient, saved: SavedWorkout): Promise<unknown> {
  queryClient.setQueryData(keyOf(saved.id), saved);
  return refresh(queryClient);
}

/** The calendar shows workouts too, as they are now. */
function refresh(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [LIBRARY, TAGS, CALENDAR, DELETED].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** For pages that have been edited as they stand: a long list is not fetched again for one line of it. */
function refreshAllButPages(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: PAGES, refetchType: 'none' }),
    ...[TAGS, CALENDAR, DELETED].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ]);
}

function editPages(
  queryClient: QueryClient,
  edit: (workouts: SavedWorkout[]) => SavedWorkout[],
): void {
  queryClient.setQueriesData<Pages>(
    { queryKey: PAGES },
    (kept) =>
      kept && {
        ...kept,
        pages: kept.pages.map((page) => ({ ...page, workouts: edit(page.workouts) })),
      },
  );
}
