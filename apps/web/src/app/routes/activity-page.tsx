import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import * as z from 'zod/mini';
import { ActivityScreen } from '../../features/activities/activity-screen.tsx';
import { activityQuery } from '../../platform/api/queries/activities.ts';
import { startQueries } from '../loader-queries.ts';
import { usePaceContext } from '../pace-context.ts';

export function loadActivity({ params: { id }, ...args }: LoaderFunctionArgs): Promise<null> {
  // The API would reject the request, and the screen say that it did not load.
  const parsed = z.safeParse(z.uuid(), id);
  if (!parsed.success) throw data(null, { status: 404 });
  return startQueries(args, (queryClient, call) =>
    queryClient.prefetchQuery(activityQuery(call, parsed.data)),
  );
}

export function ActivityPage() {
  const { id = '' } = useParams();
  return <ActivityScreen id={id} paceContext={usePaceContext()} />;
}
