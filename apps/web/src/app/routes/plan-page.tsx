import { useState } from 'react';
import {
  data,
  type LoaderFunctionArgs,
  Navigate,
  useLocation,
  useParams,
  useSearchParams,
} from 'react-router';
import * as z from 'zod/mini';
import { planQuery } from '../../platform/api/queries/plans.ts';
import { seasonsQuery } from '../../platform/api/queries/seasons.ts';
import { newId } from '../../platform/new-id.ts';
import { PlanScreen } from '../../features/plans/plan-screen.tsx';
import { startQueries } from '../loader-queries.ts';
import { usePaceContext } from '../pace-context.ts';

/** A new plan has its id, and so its URL, before it is saved. */
export function NewPlanPage() {
  const [id] = useState(() => newId());
  return <Navigate replace to={`/app/plans/${id}?new`} state={useLocation().state} />;
}

export function loadPlan({ params, ...args }: LoaderFunctionArgs): Promise<null> {
  // The API would reject the request, and the screen say that it did not load.
  const { data: id } = z.safeParse(z.uuid(), params['id']);
  if (id === undefined) throw data(null, { status: 404 });
  const isNew = new URL(args.request.url).searchParams.has('new');
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(planQuery(call, id, { isNew })),
    !isNew && queryClient.prefetchQuery(seasonsQuery(call)),
  ]);
}

export function PlanPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const paceContext = usePaceContext();

  return (
    <PlanScreen
      key={id}
      {...{ id, paceContext }}
      isNew={search.has('new')}
      start={z.safeParse(startState, state).data?.start}
    />
  );
}

/** The location state of a link to a new plan. */
const startState = z.object({ start: z.object({ text: z.string() }) });
