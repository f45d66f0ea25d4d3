import { useEffect } from 'react';
import { usePacesIfKnown } from '../features/paces/paces-queries.ts';
import { writeLocalPaces } from '../platform/session/local-paces.ts';

/** Stores the athlete's paces on this device, so that workouts are shown in them without a network. */
export function StoreLocalPaces() {
  const paces = usePacesIfKnown();
  useEffect(() => {
    if (paces) writeLocalPaces(paces);
  }, [paces]);
  return null;
}
