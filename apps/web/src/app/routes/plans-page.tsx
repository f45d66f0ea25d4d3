import type { LoaderFunctionArgs } from 'react-router';
import { plansQuery } from '../../platform/api/queries/plans.ts';
import { seasonsQuery } from '../../platform/api/queries/seasons.ts';
import { PlansScreen } from '../../features/plans/plans-screen.tsx';
import { LibrarySwitch } from '../links.tsx';
import { startQueries } from '../loader-queries.ts';
import { usePaceContext } from '../pace-context.ts';

export function loadPlans(args: LoaderFunctionArgs): Promise<null> {
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchInfiniteQuery(plansQuery(call)),
    queryClient.prefetchQuery(seasonsQuery(call)),
  ]);
}

export function PlansPage() {
  const paceContext = usePaceContext();
  return (
    <>
      <LibrarySwitch />
      <PlansScreen paceContext={paceContext} />
    </>
  );
}
