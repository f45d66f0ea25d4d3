import { listDaysAhead } from '@pacewright/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCall } from '../api/call-context.ts';
import { useToday } from './use-today.ts';

type PlannedDay = { workoutId: string; day: string };

/** The days from today on that workouts are planned for, one row per workout and day. */
export function usePlannedDaysQuery() {
  const call = useCall();
  const from = useToday();
  return queryOptions({
    queryKey: ['calendar', 'days ahead', from],
    queryFn: async ({ signal }): Promise<PlannedDay[]> =>
      (await call(listDaysAhead, { query: { from }, signal })).days,
  });
}

/** How many workouts are planned for each day from today on. Undefined until it is known. */
export function usePlannedDays(): ReadonlyMap<string, number> | undefined {
  return useQuery({ ...usePlannedDaysQuery(), select: countByDay }).data;
}

function countByDay(days: PlannedDay[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { day } of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
