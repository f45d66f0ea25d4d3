import { data, type LoaderFunctionArgs, useParams } from 'react-router';
import * as z from 'zod/mini';
import { planQuery } from '../../platform/api/queries/plans.ts';
import { seasonQuery } from '../../platform/api/queries/seasons.ts';
import { SeasonChangesScreen } from '../../features/plans/season-changes-screen.tsx';
import { startQueries } from '../loader-queries.ts';
import { usePaceContext } from '../pace-context.ts';

const ids = z.object({ id: z.uuid(), seasonId: z.uuid() });

export function loadSeasonChanges({ params, ...args }: LoaderFunctionArgs): Promise<null> {
  const parsed = z.safeParse(ids, params);
  if (!parsed.success) throw data(null, { status: 404 });
  const { id, seasonId } = parsed.data;
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(planQuery(call, id)),
    queryClient.prefetchQuery(seasonQuery(call, seasonId)),
  ]);
}

export function SeasonChangesPage() {
  const { id = '', seasonId = '' } = useParams();
  const paceContext = usePaceContext();
  return <SeasonChangesScreen key={seasonId} planId={id} {...{ seasonId, paceContext }} />;
}
