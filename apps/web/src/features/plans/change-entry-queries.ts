import { changeEntryContent, type EntryContentToSave } from '@pacewright/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { CALENDAR } from '../../platform/api/queries/calendar.ts';
import { SEASONS } from '../../platform/api/queries/seasons.ts';

type Change = { id: string; content: EntryContentToSave | null };

/** Changes one entry of the calendar. Without a content it gets that of its plan. */
export function useChangeEntry() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    meta: { affectsGarmin: true },
    mutationFn: ({ id, content }: Change) =>
      call(changeEntryContent, { params: { id }, body: { content } }),
    onSuccess: () =>
      Promise.all(
        [SEASONS, CALENDAR].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
