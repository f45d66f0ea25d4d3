import { useState } from 'react';
import { data, type LoaderFunctionArgs, useLocation, useParams } from 'react-router';
import * as z from 'zod/mini';
import { planQuery } from '../../platform/api/queries/plans.ts';
import { seasonsQuery } from '../../platform/api/queries/seasons.ts';
import { PlanScreen } from '../../features/plans/plan-screen.tsx';
import { startQueries } from '../loader-queries.ts';
import { usePaceContext } from '../pace-context.ts';

export function loadPlan({ params: { id }, ...args }: LoaderFunctionArgs): Promise<null> {
  // The API would reject the request, and the screen say that it did not load.
  if (id !== undefined && !z.safeParse(z.uuid(), id).success) throw data(null, { status: 404 });
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(planQuery(call, id)),
    id !== undefined && queryClient.prefetchQuery(seasonsQuery(call)),
  ]);
}

/** One route for two paths, so that a new plan stays mounted when saving gives it an id. */
export function PlanPage() {
  const { id } = useParams();
  const { state, key } = useLocation();
  const paceContext = usePaceContext();
  const [first, setFirst] = useState<{ id: string; editorKey: string }>();
  const editorKey = id === undefined ? key : id === first?.id ? first.editorKey : id;

  return (
    <PlanScreen
      key={editorKey}
      {...{ id, paceContext }}
      start={z.safeParse(startState, state).data?.start}
      onFirstSave={(saved) => setFirst({ id: saved.id, editorKey })}
    />
  );
}

/** The location state of a link to a new plan. */
const startState = z.object({ start: z.object({ text: z.string() }) });
