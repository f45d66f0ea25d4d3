import { type Activity, getActivity, listActivities } from '@pacewright/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call } from '../client.ts';
import { CALENDAR, type DayRange } from './calendar.ts';

const ACTIVITIES = ['activities'];

/** The runs of a range of days. */
export function activitiesQuery(call: Call, range: DayRange) {
  return queryOptions({
    queryKey: [...ACTIVITIES, 'days', range],
    queryFn: ({ signal }) => readActivities(call, range, signal),
    meta: { offline: true },
  });
}

/** Reads the runs of a range page by page. */
async function readActivities(
  call: Call,
  range: DayRange,
  signal?: AbortSignal,
): Promise<Activity[]> {
  const activities: Activity[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...range, ...(cursor && { cursor }) };
    const page = await call(listActivities, { query, ...(signal && { signal }) });
    activities.push(...page.activities);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return activities;
}

/** One run with its trace. */
export function activityQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: activityKey(id),
    queryFn: ({ signal }) => call(getActivity, { params: { id }, signal }),
    meta: { offline: true },
    // Another device may have written notes since, so opening it or returning to it refetches.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

export function activityKey(id: string): string[] {
  return [...ACTIVITIES, 'one', id];
}

/** After a change of a run: lists show its sentence, and the calendar marks its entry as done. */
export function refetchActivities(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ACTIVITIES }),
    queryClient.invalidateQueries({ queryKey: CALENDAR }),
  ]);
}
