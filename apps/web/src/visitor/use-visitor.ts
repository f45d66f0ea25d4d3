import type { AthletePaces } from '@pacewright/contract';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { readLocalPaces } from '../platform/session/local-paces.ts';
import { type VisitorData, getVisitorData, subscribeVisitorData } from './visitor-store.ts';
import { type VisitorPaces, resolveVisitorPaces } from './visitor-paces.ts';

/** The visitor's data and the paces to show. Needs no account and no network. */
export function useVisitor(): { data: VisitorData; paces: VisitorPaces } {
  const data = useSyncExternalStore(subscribeVisitorData, getVisitorData);
  const [athletePaces] = useState(readLocalPaces);
  const paces = useMemo(
    () => (athletePaces ? ofAthlete(athletePaces, data) : resolveVisitorPaces(data)),
    [athletePaces, data],
  );
  return { data, paces };
}

/** The last paces of an athlete that this device saw. */
function ofAthlete(
  { trainingPaces, paceUnits, vdot }: AthletePaces,
  { units }: VisitorData,
): VisitorPaces {
  return { from: 'athlete', race: undefined, vdot, trainingPaces, units: units ?? paceUnits };
}
