import { usePaces } from '../features/paces/paces-queries.ts';
import { type PaceContext, paceContextOf } from '../workout/pace-context.ts';

/** The current paces, in the shape that workout components need. */
export function usePaceContext(): PaceContext {
  return paceContextOf(usePaces());
}
