import {
  changeWorkout,
  copyWorkout,
  deleteWorkout,
  restoreWorkout,
  savedWorkout,
  type SavedWorkout,
  saveWorkout,
  type WorkoutToSave,
} from '@pacewright/contract';
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../platform/api/call-context.ts';
import { ApiProblem } from '../../platform/api/problem.ts';
import { CALENDAR, plannedDaysQuery } from '../../platform/api/queries/calendar.ts';
import { replaceQueryData } from '../../platform/api/queries/replace-query-data.ts';
import {
  DELETED_WORKOUTS,
  deletedWorkoutsQuery,
  hasWorkoutsQuery,
  LIBRARY_PAGES,
  type LibraryFilter,
  type LibraryPages,
  libraryQuery,
  refetchWorkouts,
  shortenPages,
  WORKOUT_TAGS,
  workoutKey,
  workoutQuery,
  WORKOUTS,
  workoutTagsQuery,
} from '../../platform/api/queries/workouts.ts';
import { useToday } from '../../platform/days/use-today.ts';

/** A workout as it was last stored, or undefined for a new one, and whether it has been deleted since. */
export function useWorkout(id: string, options: { isNew: boolean }) {
  const { data, error } = useSuspenseQuery(workoutQuery(useCall(), id, options));
  const isDeleted = error instanceof ApiProblem && error.code === 'NOT_FOUND';
  return { stored: data ?? undefined, isDeleted };
}

export function useLibrary(filter: LibraryFilter) {
  const call = useCall();
  const queryClient = useQueryClient();

  // A long list is shortened to its beginning, which is refetched on return.
  useEffect(
    () => () => {
      queryClient.setQueriesData<LibraryPages>({ queryKey: LIBRARY_PAGES }, shortenPages);
    },
    [queryClient],
  );

  return useInfiniteQuery(libraryQuery(call, filter));
}

/** Whether there is any workout at all. Undefined until it is known. */
export function useHasWorkouts(): boolean | undefined {
  return useQuery(hasWorkoutsQuery(useCall())).data;
}

export function useDeletedWorkouts() {
  return useInfiniteQuery(deletedWorkoutsQuery(useCall()));
}

export function useTags() {
  return useQuery(workoutTagsQuery(useCall()));
}

/** The days that each workout is planned for, the nearest first. */
export function useDaysAhead() {
  return useQuery({ ...plannedDaysQuery(useCall(), useToday()), select: groupByWorkout });
}

function groupByWorkout(days: { workoutId: string; day: string }[]): Map<string, string[]> {
  const byWorkout = new Map<string, string[]>();
  for (const { workoutId, day } of days)
    byWorkout.set(workoutId, [...(byWorkout.get(workoutId) ?? []), day]);
  return byWorkout;
}

type NewWorkout = { id?: string; workout: WorkoutToSave; idempotencyKey: string };

/** Saves a new workout. The idempotency key makes any number of attempts create one workout. */
export function useSaveWorkout() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, workout, idempotencyKey }: NewWorkout) =>
      call(saveWorkout, { body: { id, workout }, idempotencyKey }),
    onSuccess: (saved) => cacheSaved(queryClient, saved),
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
    onSuccess: (saved) => cacheSaved(queryClient, saved),
  });
}

/** The stored workout, when a save was refused because of its version. */
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
    onSuccess: (saved) => cacheSaved(queryClient, saved),
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
      const deleted = new Set(workouts.filter((one) => !failed.includes(one)).map(({ id }) => id));
      editPages(queryClient, (shown) => shown.filter(({ id }) => !deleted.has(id)));
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
    onSuccess: (_result, workouts) => {
      for (const { id } of workouts)
        void queryClient.invalidateQueries({ queryKey: workoutKey(id) });
      return refetchWorkouts(queryClient);
    },
  });
}

type Tagging = { workouts: SavedWorkout[]; add: string[]; remove: string[] };

/** Adds and removes tags of workouts, without overwriting other changes to them. */
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
    onSuccess: async ({ done }) => {
      const tagged = new Map(done.map((workout) => [workout.id, workout]));
      editPages(queryClient, (shown) => shown.map((one) => tagged.get(one.id) ?? one));
      for (const workout of done)
        await replaceQueryData(queryClient, workoutKey(workout.id), workout);
      return refreshAllButPages(queryClient);
    },
  });
}

/** The outcome of work on several things at once. */
type Outcome<Item, Result> = { done: Result[]; failed: Item[]; error: Error | undefined };

/** As many as a browser sends at once. */
const CONCURRENCY = 6;

async function forEach<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>> {
  const results: PromiseSettledResult<Result>[] = [];
  for (let at = 0; at < items.length; at += CONCURRENCY)
    results.push(...(await Promise.allSettled(items.slice(at, at + CONCURRENCY).map(work))));
  const refusals = results.filter((result) => result.status === 'rejected');
  return {
    done: results.filter((result) => result.status === 'fulfilled').map(({ value }) => value),
    failed: items.filter((_, index) => results[index]?.status === 'rejected'),
    // Calls reject with errors only.
    error: refusals[0]?.reason as Error | undefined,
  };
}

async function cacheSaved(queryClient: QueryClient, saved: SavedWorkout): Promise<unknown> {
  await replaceQueryData(queryClient, workoutKey(saved.id), saved);
  return refetchWorkouts(queryClient);
}

/** For pages that were edited in the cache: a long list is not refetched for one row. */
function refreshAllButPages(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    // Still stale, like the lists of other screens, which refetch when they open.
    queryClient.invalidateQueries({ queryKey: WORKOUTS, refetchType: 'none' }),
    ...[WORKOUT_TAGS, CALENDAR, DELETED_WORKOUTS].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  ]);
}

function editPages(
  queryClient: QueryClient,
  edit: (workouts: SavedWorkout[]) => SavedWorkout[],
): void {
  queryClient.setQueriesData<LibraryPages>(
    { queryKey: LIBRARY_PAGES },
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page) => ({ ...page, workouts: edit(page.workouts) })),
      },
  );
}
