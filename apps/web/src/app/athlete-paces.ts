import { usePaces } from '../features/paces/paces-queries.ts';
import type { Athlete } from '../script-editor/reading.ts';

/** Workouts are kept by some features and drawn in the paces of another; this hands those over. */
export function useAthletePaces(): Athlete {
  const { trainingPaces, vdot, paceUnits } = usePaces();
  return { speeds: { trainingPaces, vdot }, units: paceUnits };
}
