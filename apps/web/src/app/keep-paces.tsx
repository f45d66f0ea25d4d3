import { useEffect } from 'react';
import { usePacesIfKnown } from '../features/paces/paces-queries.ts';
import { writeLocalPaces } from '../session/local-paces.ts';

/** Keeps the athlete's paces on this device, so that workouts are drawn in them without a network. */
export function KeepPaces() {
  const paces = usePacesIfKnown();
  useEffect(() => {
    if (paces) writeLocalPaces(paces);
  }, [paces]);
  return null;
}
