import { useState } from 'react';
import { data, type LoaderFunctionArgs, useLocation, useParams } from 'react-router';
import * as z from 'zod/mini';
import { garminStatusQuery } from '../../platform/api/queries/garmin.ts';
import { workoutQuery } from '../../platform/api/queries/workouts.ts';
import { GarminSendProvider } from '../../features/garmin/garmin-send-provider.tsx';
import type { SendableWorkout } from '../../features/garmin/sendable-workout.ts';
import { SendButton, DeliveryAlert } from '../../features/garmin/send-button.tsx';
import { WorkoutScreen } from '../../features/workouts/workout-screen.tsx';
import { HelpDialog } from '../help-dialog.ts';
import { usePaceContext } from '../pace-context.ts';
import { startQueries } from '../loader-queries.ts';

export function loadWorkout({ params: { id }, ...args }: LoaderFunctionArgs): Promise<null> {
  // The API would reject the request, and the screen say that it did not load.
  if (id !== undefined && !z.safeParse(z.uuid(), id).success) throw data(null, { status: 404 });
  return startQueries(args, (queryClient, call) => [
    queryClient.prefetchQuery(workoutQuery(call, id)),
    queryClient.prefetchQuery(garminStatusQuery(call)),
  ]);
}

/** One route for two paths, so that a new workout stays mounted when saving gives it an id. */
export function WorkoutPage() {
  const { id } = useParams();
  const { state, key } = useLocation();
  const paceContext = usePaceContext();
  const [first, setFirst] = useState<{ id: string; editorKey: string }>();
  const editorKey = id === undefined ? key : id === first?.id ? first.editorKey : id;

  return (
    <GarminSendProvider paceContext={paceContext}>
      <WorkoutScreen
        key={editorKey}
        {...{ id, paceContext, garmin, HelpDialog }}
        start={z.safeParse(startState, state).data?.start}
        onFirstSave={(saved) => setFirst({ id: saved.id, editorKey })}
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
