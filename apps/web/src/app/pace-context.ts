import { usePaces } from '../features/paces/paces-queries.ts';
import type { PaceContext } from '../workout/pace-context.ts';

/** The current paces, in the shape that workout components need. */
export function usePaceContext(): PaceContext {
  const { trainingPaces, vdot, paceUnits } = usePaces();
  return { speeds: { trainingPaces, vdot }, units: paceUnits };
}
