import { useLocation, useParams } from 'react-router';
import * as z from 'zod/mini';
import { GarminDesk } from '../features/garmin/garmin-desk.tsx';
import type { Sendable } from '../features/garmin/sendable.ts';
import { SendButton, SendNews } from '../features/garmin/send-parts.tsx';
import { NewWorkoutScreen, WorkoutScreen } from '../features/workouts/workout-screen.tsx';
import { useAthletePaces } from './athlete-paces.ts';

export function NewWorkoutPage() {
  const { state, key } = useLocation();
  const athlete = useAthletePaces();
  const start = z.safeParse(startState, state).data?.start;
  return (
    <GarminDesk athlete={athlete}>
      <NewWorkoutScreen key={key} {...{ athlete, garmin }} {...(start && { start })} />
    </GarminDesk>
  );
}

export function WorkoutPage() {
  const { id = '' } = useParams();
  const athlete = useAthletePaces();
  return (
    <GarminDesk athlete={athlete}>
      <WorkoutScreen id={id} {...{ athlete, garmin }} />
    </GarminDesk>
  );
}

function garmin(what: Sendable) {
  return { button: <SendButton what={what} />, news: <SendNews what={what} /> };
}

/** What a link to a new workout may bring along. */
const startState = z.object({
  start: z.object({
    title: z.string(),
    script: z.string(),
    notes: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
  }),
});
