import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import * as z from 'zod/mini';
import { ChangeEntryScreen } from '../../features/plans/change-entry-screen.tsx';
import { calendarQuery } from '../../platform/api/queries/calendar.ts';
import { isDay } from '../../platform/days/days.ts';
import { startQueries } from '../loader-queries.ts';
import { usePaceContext } from '../pace-context.ts';

export function loadEntry({ params, ...args }: LoaderFunctionArgs): Promise<null> {
  const { day = '', id } = params;
  if (!isDay(day) || !z.safeParse(z.uuid(), id).success) throw data(null, { status: 404 });
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(calendarQuery(call, { from: day, to: day })),
  ]);
}

export function ChangeEntryPage() {
  const { day = '', id = '' } = useParams();
  const paceContext = usePaceContext();
  return <ChangeEntryScreen key={id} {...{ id, day, paceContext }} />;
}
