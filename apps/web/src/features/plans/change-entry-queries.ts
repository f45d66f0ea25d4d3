import {
  addToCalendar,
  changeEntryContent,
  type EntryContentToSave,
  type RequestOf,
} from '@pacewright/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { CALENDAR } from '../../platform/api/queries/calendar.ts';
import { SEASONS } from '../../platform/api/queries/seasons.ts';

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
