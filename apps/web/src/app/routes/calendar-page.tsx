import type { CalendarEntry } from '@pacewright/contract';
import type { LoaderFunctionArgs } from 'react-router';
import { activitiesQuery } from '../../platform/api/queries/activities.ts';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { racesAheadQuery } from '../../platform/api/queries/races-ahead.ts';
import { rangeOfRuns } from '../../features/calendar/range-of-month.ts';
import { getToday } from '../../platform/days/use-today.ts';
import { CalendarScreen, shownRange } from '../../features/calendar/calendar-screen.tsx';
import { EntryDelivery, EntryDeliveryIcon } from '../../features/garmin/garmin-entry-controls.tsx';
import { PlanDifference } from '../../features/plans/entry-changes.tsx';
import { GarminSendProvider } from '../../features/garmin/send.tsx';
import { SendWeekButton } from '../../features/garmin/send-week-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { usePaceContext } from '../pace-context.ts';
import { startQueries } from '../loader-queries.ts';
import { SendOrShareDialog } from '../send-or-share-dialog.ts';

export function loadCalendar({ url, ...args }: LoaderFunctionArgs): Promise<null> {
  const range = shownRange(url.searchParams, getToday());
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(calendarQuery(call, range)),
    queryClient.prefetchQuery(activitiesQuery(call, rangeOfRuns(range))),
    queryClient.prefetchQuery(racesAheadQuery(call, getToday())),
  ]);
}

export function CalendarPage() {
  const paceContext = usePaceContext();
  return (
    <GarminSendProvider paceContext={paceContext}>
      <CalendarScreen paceContext={paceContext} garmin={GARMIN} plans={PLANS} />
    </GarminSendProvider>
  );
}

/** Loaded on demand: most weeks are run. */
const AwayDialog = lazyDialog(
  async () => (await import('../../features/plans/away-dialog.tsx')).AwayDialog,
);

type EntryProps = { entry: CalendarEntry };

function StatusLine({ entry }: EntryProps) {
  return (
    <>
      <PlanDifference entry={entry} />
      <EntryDelivery entry={entry} />
    </>
  );
}

const GARMIN = {
  StatusLine,
  Icon: EntryDeliveryIcon,
  SendDialog: SendOrShareDialog,
  SendWeek: SendWeekButton,
};

const PLANS = { AwayDialog };
