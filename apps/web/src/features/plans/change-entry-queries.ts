import {
  addToCalendar,
  type CalendarEntry,
  changeEntryContent,
  changeWorkout,
  type EntryContentToSave,
  getWorkout,
  type RequestOf,
} from '@pacewright/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { ApiProblem } from '../../platform/api/problem.ts';
import { CALENDAR } from '../../platform/api/queries/calendar.ts';
import { SEASONS } from '../../platform/api/queries/seasons.ts';
import { WORKOUTS } from '../../platform/api/queries/workouts.ts';
import type { EntryText } from './entry-draft.ts';

type Change = {
  id: string;
  /** The version that was changed. */
  version: number | undefined;
  content: EntryContentToSave | null;
  /** With null as content: the workout of the library that it shows again. */
  workoutId?: string | undefined;
};

/** Changes one entry of the calendar. Without a content it gets that of its plan. */
export function useChangeEntry() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ id, ...body }: Change) => call(changeEntryContent, { params: { id }, body }),
    onSuccess: () => refetchCalendar(queryClient),
  });
}

type ChangeOfWorkout = { entry: CalendarEntry; text: EntryText };

/** Changes the workout of the library that an entry shows, on all of its days. */
export function useChangeWorkoutOfEntry() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: async ({ entry, text }: ChangeOfWorkout) => {
      const params = { id: entry.workoutId ?? '' };
      try {
        const { version, title, script, notes } = await call(getWorkout, { params });
        // Of another device, which the entry does not show yet.
        if (title !== entry.title || script !== entry.script || notes !== (entry.notes ?? ''))
          throw new Error('The workout was changed elsewhere. Check it and save again.');
        return await call(changeWorkout, { params, body: { workout: text, version } });
      } catch (error) {
        // A save that waits for the network changes the day only.
        if (error instanceof ApiProblem && error.code === 'UNREACHABLE')
          throw new Error('The workout can only be changed while you’re online.', { cause: error });
        throw error;
      }
    },
    onSettled: () =>
      Promise.all([
        refetchCalendar(queryClient),
        queryClient.invalidateQueries({ queryKey: WORKOUTS }),
      ]),
  });
}

type NewEntry = RequestOf<typeof addToCalendar>['body'] & { idempotencyKey: string };

/** Adds an entry beside another. */
export function useAddEntry() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ idempotencyKey, ...body }: NewEntry) =>
      call(addToCalendar, { body, idempotencyKey }),
    onSuccess: () => refetchCalendar(queryClient),
  });
}

function refetchCalendar(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [SEASONS, CALENDAR].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
