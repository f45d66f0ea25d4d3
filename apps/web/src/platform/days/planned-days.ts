import type { CalendarEntry } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../api/call-context.ts';
import { calendarQuery, type DayRange } from '../api/queries/calendar.ts';

/** How many entries of any kind each day of a range has, done ones as well. Undefined until it is known. */
export function usePlannedDays(range: DayRange): ReadonlyMap<string, number> | undefined {
  return useQuery({ ...calendarQuery(useCall(), range), select: countByDay }).data;
}

function countByDay(entries: CalendarEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { day } of entries) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
