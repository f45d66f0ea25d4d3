import type { LoaderFunctionArgs } from 'react-router';
import { plannedDaysQuery } from '../../platform/api/queries/calendar.ts';
import { libraryQuery, workoutTagsQuery } from '../../platform/api/queries/workouts.ts';
import { getToday } from '../../platform/days/use-today.ts';
import { readFilter } from '../../features/workouts/library-filter.ts';
import { LibraryScreen } from '../../features/workouts/library-screen.tsx';
import { LibrarySwitch } from '../links.tsx';
import { usePaceContext } from '../pace-context.ts';
import { startQueries } from '../loader-queries.ts';

export function loadLibrary({ url, ...args }: LoaderFunctionArgs): Promise<null> {
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchInfiniteQuery(libraryQuery(call, readFilter(url.search))),
    queryClient.prefetchQuery(workoutTagsQuery(call)),
    queryClient.prefetchQuery(plannedDaysQuery(call, getToday())),
  ]);
}

export function LibraryPage() {
  const paceContext = usePaceContext();
  return (
    <>
      <LibrarySwitch />
      <LibraryScreen paceContext={paceContext} />
    </>
  );
}
