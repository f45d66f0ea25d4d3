import { useLocation, useParams } from 'react-router';
import * as z from 'zod/mini';
import { usePaces } from '../features/paces/paces-queries.ts';
import { LibraryScreen } from '../features/workouts/library-screen.tsx';
import { NewWorkoutScreen, WorkoutScreen } from '../features/workouts/workout-screen.tsx';
import type { Athlete } from '../script-editor/reading.ts';

/** Workouts are kept by one feature and drawn in the paces of another; these put the two together. */

export function LibraryPage() {
  return <LibraryScreen athlete={useAthletesPaces()} />;
}

export function NewWorkoutPage() {
  const { state, key } = useLocation();
  const start = z.safeParse(startState, state).data?.start;
  return <NewWorkoutScreen key={key} athlete={useAthletesPaces()} {...(start && { start })} />;
}

export function WorkoutPage() {
  const { id = '' } = useParams();
  return <WorkoutScreen id={id} athlete={useAthletesPaces()} />;
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

function useAthletesPaces(): Athlete {
  const { trainingPaces, vdot, paceUnits } = usePaces();
  return { speeds: { trainingPaces, vdot }, units: paceUnits };
}
