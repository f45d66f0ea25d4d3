import type { Activity, CalendarEntry } from '@pacewright/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { useCall } from '../../platform/api/call-context.ts';
import { fetchFresh } from '../../platform/api/fetch-fresh.ts';
import { activitiesQuery } from '../../platform/api/queries/activities.ts';
import { calendarQuery, type DayRange } from '../../platform/api/queries/calendar.ts';
import { pacesQuery } from '../../platform/api/queries/paces.ts';
import { addMonths } from '../../platform/days/days.ts';
import { type PaceContext, paceContextOf } from '../../workout/pace-context.ts';
import { daysAround } from './candidates.ts';

type Month = { entries: CalendarEntry[]; activities: Activity[] };

export type AccountReader = {
  paces: () => Promise<PaceContext>;
  /** The calendar and the runs around a day. */
  monthOf: (day: string) => Promise<Month>;
};

/** The account as it is now, not as this device stored it. Asked once for the files that are read together. */
export function createAccountReader(
  call: ReturnType<typeof useCall>,
  queryClient: QueryClient,
): AccountReader {
  const asked = new Map<string, Promise<unknown>>();
  function once<Value>(key: string, ask: () => Promise<Value>): Promise<Value> {
    const known = asked.get(key) as Promise<Value> | undefined;
    if (known) return known;
    const promise = ask();
    asked.set(key, promise);
    promise.catch(() => asked.delete(key));
    return promise;
  }
  return {
    paces: () =>
      once('paces', async () => paceContextOf(await fetchFresh(queryClient, pacesQuery(call)))),
    monthOf: (day) => {
      const range = monthAround(day);
      return once(range.from, async () => {
        const [entries, activities] = await Promise.all([
          fetchFresh(queryClient, calendarQuery(call, range)),
          fetchFresh(queryClient, activitiesQuery(call, range)),
        ]);
        return { entries, activities };
      });
    },
  };
}

/** The month of a day and the days beside it, so that the files of a month share one request. */
function monthAround(day: string): DayRange {
  const first = `${day.slice(0, 7)}-01`;
  return { from: daysAround(first).from, to: daysAround(addMonths(first, 1)).to };
}
