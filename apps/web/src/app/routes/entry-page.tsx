import type { CalendarEntry } from '@pacewright/contract';
import { type ComponentProps, Suspense } from 'react';
import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import * as z from 'zod/mini';
import { rangeOfMonth, rangeOfRuns } from '../../features/calendar/range-of-month.ts';
import { EntryScreen } from '../../features/calendar/entry-screen.tsx';
import { EntryDeliveryAlert } from '../../features/garmin/garmin-entry-controls.tsx';
import { GarminSendProvider } from '../../features/garmin/send.tsx';
import { OtherDays, SaveToLibrary } from '../../features/workouts/entry-parts.tsx';
import { activitiesQuery } from '../../platform/api/queries/activities.ts';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { isDay } from '../../platform/days/days.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { startQueries } from '../loader-queries.ts';
import { SendOrShareDialog } from '../send-or-share-dialog.ts';
import { usePaceContext } from '../pace-context.ts';

/** Loaded on demand: only days of a plan need the language of plans. */
const PlanLine = lazyWhenOnline(
  async () => (await import('../../features/plans/plan-line.tsx')).PlanLine,
);

export function loadEntryPage({ params, ...args }: LoaderFunctionArgs): Promise<null> {
  const { day = '', id } = params;
  if (!isDay(day) || !z.safeParse(z.uuid(), id).success) throw data(null, { status: 404 });
  const range = rangeOfMonth(day);
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(calendarQuery(call, range)),
    queryClient.prefetchQuery(activitiesQuery(call, rangeOfRuns(range))),
  ]);
}

export function EntryPage() {
  const { day = '', id = '' } = useParams();
  const paceContext = usePaceContext();
  return (
    <GarminSendProvider paceContext={paceContext}>
      <EntryScreen key={id} {...{ id, day, paceContext }} parts={PARTS} />
    </GarminSendProvider>
  );
}

const PARTS: ComponentProps<typeof EntryScreen>['parts'] = {
  PlanLine: LazyPlanLine,
  SendDialog: SendOrShareDialog,
  DeliveryAlert: EntryDeliveryAlert,
  SaveToLibrary,
  OtherDays,
};

function LazyPlanLine({ entry }: { entry: CalendarEntry }) {
  return (
    <Suspense>
      <PlanLine entry={entry} />
    </Suspense>
  );
}
