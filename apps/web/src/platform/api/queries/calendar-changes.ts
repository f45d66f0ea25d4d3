import { type CalendarChanges, changeCalendar } from '@pacewright/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../call-context.ts';
import { CALENDAR, CHANGES_IN_ORDER, refetchCalendar } from './calendar.ts';

/** Changes of many entries, or the undoing of such. */
export function useChangeCalendar() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: CALENDAR,
    scope: CHANGES_IN_ORDER,
    meta: { affectsGarmin: true },
    mutationFn: (changes: CalendarChanges) => call(changeCalendar, { body: changes }),
    onSettled: () => refetchCalendar(queryClient),
  });
}

/** What is said of changes that were not made. */
export function nameSkipped(count: number): string {
  return count === 1
    ? '1 item had been edited since, so we left it.'
    : `${count} items had been edited since, so we left them.`;
}
