import type { LoaderFunctionArgs } from 'react-router';
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
  return startQueries(args, (queryClient, call) =>
    queryClient.prefetchQuery(calendarQuery(call, shownRange(url.searchParams, getToday()))),
  );
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
