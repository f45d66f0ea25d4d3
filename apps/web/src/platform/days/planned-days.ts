import { useQuery } from '@tanstack/react-query';
import { useCall } from '../api/call-context.ts';
import { type PlannedDay, plannedDaysQuery } from '../api/queries/calendar.ts';
import { useToday } from './use-today.ts';

/** How many workouts are planned for each day from today on. Undefined until it is known. */
export function usePlannedDays(): ReadonlyMap<string, number> | undefined {
  return useQuery({ ...plannedDaysQuery(useCall(), useToday()), select: countByDay }).data;
}

function countByDay(days: PlannedDay[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { day } of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
