import type { LoaderFunctionArgs } from 'react-router';
import { activitiesQuery } from '../../platform/api/queries/activities.ts';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { getToday } from '../../platform/days/use-today.ts';
import { CalendarScreen, shownRange } from '../../features/calendar/calendar-screen.tsx';
import {
  EntryDelivery,
  EntryDeliveryIcon,
  EntryMenuItem,
} from '../../features/garmin/garmin-entry-controls.tsx';
import { GarminSendProvider } from '../../features/garmin/garmin-send-provider.tsx';
import { usePaceContext } from '../pace-context.ts';
import { startQueries } from '../loader-queries.ts';

export function loadCalendar({ url, ...args }: LoaderFunctionArgs): Promise<null> {
  const range = shownRange(url.searchParams, getToday());
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(calendarQuery(call, range)),
    queryClient.prefetchQuery(activitiesQuery(call, range)),
  ]);
}

export function CalendarPage() {
  const paceContext = usePaceContext();
  return (
    <GarminSendProvider paceContext={paceContext}>
      <CalendarScreen paceContext={paceContext} garmin={GARMIN} />
    </GarminSendProvider>
  );
}

const GARMIN = { StatusLine: EntryDelivery, Icon: EntryDeliveryIcon, MenuItem: EntryMenuItem };
