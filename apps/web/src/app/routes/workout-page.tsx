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
import { garminStatusQuery } from '../../platform/api/queries/garmin.ts';
import { workoutQuery } from '../../platform/api/queries/workouts.ts';
import { newId } from '../../platform/new-id.ts';
import { GarminSendProvider, SendButton, DeliveryAlert } from '../../features/garmin/send.tsx';
import type { SendableWorkout } from '../../features/garmin/deliveries.tsx';
import { WorkoutScreen } from '../../features/workouts/workout-screen.tsx';
import { HelpDialog } from '../help-dialog.ts';
import { usePaceContext } from '../pace-context.ts';
import { startQueries } from '../loader-queries.ts';

/** A new workout has its id, and so its URL, before it is saved. */
export function NewWorkoutPage() {
  const [id] = useState(() => newId());
  return <Navigate replace to={`/app/workouts/${id}?new`} state={useLocation().state} />;
}

export function loadWorkout({ params, ...args }: LoaderFunctionArgs): Promise<null> {
  // The API would reject the request, and the screen say that it did not load.
  const { data: id } = z.safeParse(z.uuid(), params['id']);
  if (id === undefined) throw data(null, { status: 404 });
  const isNew = new URL(args.request.url).searchParams.has('new');
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(workoutQuery(call, id, { isNew })),
    queryClient.prefetchQuery(garminStatusQuery(call)),
  ]);
}

export function WorkoutPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const paceContext = usePaceContext();

  return (
    <GarminSendProvider paceContext={paceContext}>
      <WorkoutScreen
        key={id}
        {...{ id, paceContext, garmin, HelpDialog }}
        isNew={search.has('new')}
        start={z.safeParse(startState, state).data?.start}
      />
    </GarminSendProvider>
  );
}

function garmin(workout: SendableWorkout) {
  return { button: <SendButton workout={workout} />, alert: <DeliveryAlert workout={workout} /> };
}

/** The location state of a link to a new workout. */
const startState = z.object({
  start: z.object({
    title: z.string(),
    script: z.string(),
    notes: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
  }),
});
