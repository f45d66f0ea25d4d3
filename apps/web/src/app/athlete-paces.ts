import { usePaces } from '../features/paces/paces-queries.ts';
import type { Athlete } from '../script-editor/reading.ts';

/** The current paces, in the shape that workout components need. */
export function useAthletePaces(): Athlete {
  const { trainingPaces, vdot, paceUnits } = usePaces();
  return { speeds: { trainingPaces, vdot }, units: paceUnits };
}
