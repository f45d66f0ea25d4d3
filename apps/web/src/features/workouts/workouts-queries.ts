import {
  addToCalendar,
  changeWorkout,
  copyWorkout,
  deleteWorkout,
  getWorkout,
  listWorkouts,
  listWorkoutTags,
  restoreWorkout,
  type SavedWorkout,
  saveWorkout,
  type WorkoutToSave,
} from '@pacewright/contract';
import type { PaceKey } from '@pacewright/pace';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useCall } from '../../api/call-context.ts';

const LIBRARY = ['workouts'];
const TAGS = ['workout-tags'];
const CALENDAR = ['calendar'];

/** What the library is narrowed down to. */
export type LibraryFilter = { q: string; pace: PaceKey | undefined; tag: string | undefined };

function keyOf(id: string): string[] {
  return ['workout', id];
}

export function useWorkout(id: string): SavedWorkout {
  const call = useCall();
  return useSuspenseQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getWorkout, { params: { id }, signal }),
  }).data;
}

/** The library page by page. What was found before stays until the next answer is there. */
export function useLibrary({ q, pace, tag }: LibraryFilter) {
  const call = useCall();
  return useInfiniteQuery({
    queryKey: [...LIBRARY, { q, pace, tag }],
    queryFn: ({ pageParam, signal }) =>
      call(listWorkouts, {
        query: { limit: 50, cursor: pageParam, q: q || undefined, pace, tag },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function useTags() {
  const call = useCall();
  return useQuery({
    queryKey: TAGS,
    queryFn: async ({ signal }) => (await call(listWorkoutTags, { signal })).tags,
  });
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
    mutationFn: ({ id, workout, version }: Change) =>
      call(changeWorkout, { params: { id }, body: { workout, version } }),
    onSuccess: (saved) => keep(queryClient, saved),
  });
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
    mutationFn: (ids: string[]) =>
      Promise.all(ids.map((id) => call(deleteWorkout, { params: { id }, query: {} }))),
    onSettled: () => refresh(queryClient),
  });
}

export function useRestoreWorkouts() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) =>
      Promise.all(ids.map((id) => call(restoreWorkout, { params: { id } }))),
    onSettled: () => refresh(queryClient),
  });
}

export function usePutOnDay() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ workoutId, day }: { workoutId: string; day: string }) =>
      call(addToCalendar, { body: { workoutId, day }, idempotencyKey: crypto.randomUUID() }),
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
    [LIBRARY, TAGS, CALENDAR].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
