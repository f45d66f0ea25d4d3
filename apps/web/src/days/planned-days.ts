import { listDaysAhead } from '@pacewright/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCall } from '../api/call-context.ts';
import type { StoredQuery } from '../offline/query-store.ts';
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
    meta: { offline: (stored) => findEarlier(from, stored) },
  });
}

/** The days as they were stored on an earlier day, without those that have passed. */
function findEarlier(from: string, stored: StoredQuery[]): StoredQuery | undefined {
  return stored
    .filter(({ key }) => key[0] === 'calendar' && key[1] === 'days ahead')
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .map(({ data, ...query }) => ({
      ...query,
      data: (data as PlannedDay[]).filter(({ day }) => day >= from),
    }))[0];
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
