import { type AthletePaces, type CalendarEntry, isRunEntry } from '@pacewright/contract';
import type { DatedWorkout } from '@pacewright/delivery';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { readCalendar } from '../../platform/api/queries/calendar.ts';
import { pacesQuery } from '../../platform/api/queries/paces.ts';
import { addDays } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { useAthlete } from '../../platform/session/session-context.ts';
import { useConnection } from './connection.ts';
import { CALENDAR_TO_SEND, DAYS_AHEAD, sendCalendar } from './sync-runner.ts';

/**
 * Sends the days ahead to intervals.icu whenever the API returns them. The query is separate from those of the screens:
 * theirs also have changes that the API may still refuse, and data from an earlier visit.
 */
export function CalendarSync() {
  const call = useCall();
  const { user } = useAthlete();
  const connection = useConnection(user.id);
  const key = connection && !connection.isRejected ? connection.key : undefined;
  const today = useToday();
  const lastDay = addDays(today, DAYS_AHEAD - 1);
  const calendar = useQuery({
    queryKey: [...CALENDAR_TO_SEND, { from: today, to: lastDay }],
    queryFn: ({ signal }) => readCalendar(call, { from: today, to: lastDay }, signal),
    enabled: key !== undefined,
  });
  const paces = useQuery(pacesQuery(call));
  const { data: entries, dataUpdatedAt: calendarTime } = calendar;
  const isLoading = calendar.isFetching || paces.isFetching;

  useEffect(() => {
    if (key === undefined || !entries || !paces.data || isLoading) return;
    void sendCalendar({
      athleteId: user.id,
      key,
      calendarTime,
      today,
      lastDay,
      planned: listPlanned(entries, paces.data),
      done: entries.filter(({ done }) => done).map(({ id }) => id),
    });
  }, [user.id, key, entries, calendarTime, paces.data, isLoading, today, lastDay]);

  return null;
}

function listPlanned(
  entries: readonly CalendarEntry[],
  { trainingPaces, vdot }: AthletePaces,
): DatedWorkout[] {
  return entries
    .filter((entry) => !entry.done && isRunEntry(entry))
    .map(({ id, title, script, day }) => ({
      id,
      title,
      script,
      day,
      speeds: { trainingPaces, vdot },
    }));
}
