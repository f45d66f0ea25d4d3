import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../client.ts';
import { CALENDAR, findEarlierDays, readCalendar } from './calendar.ts';

const RACES_AHEAD = [...CALENDAR, 'races ahead'];

/** The races of the calendar from this month on, so that a tab left open asks once a month and not every midnight. */
export function racesAheadQuery(call: Call, today: string) {
  const from = `${today.slice(0, 7)}-01`;
  return queryOptions({
    queryKey: [...RACES_AHEAD, from],
    queryFn: ({ signal }) => readCalendar(call, { from, only: 'races' }, signal),
    meta: { offline: (stored) => findEarlierDays(RACES_AHEAD, from, stored) },
  });
}
