import type { AthletePaces } from '@pacewright/contract';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { readLocalPaces } from '../session/local-paces.ts';
import { type Kept, readKept, watchKept } from './kept.ts';
import { type OwnPaces, pacesOf } from './own-paces.ts';

/** What this device keeps for whoever looks, and their paces. Needs no account and no network. */
export function useVisitor(): { kept: Kept; paces: OwnPaces } {
  const kept = useSyncExternalStore(watchKept, readKept);
  const [athletes] = useState(readLocalPaces);
  const paces = useMemo(
    () => (athletes ? ofAthlete(athletes, kept) : pacesOf(kept)),
    [athletes, kept],
  );
  return { kept, paces };
}

/** An athlete's are those that this device saw last. */
function ofAthlete({ trainingPaces, paceUnits, vdot }: AthletePaces, { units }: Kept): OwnPaces {
  return { from: 'athlete', race: undefined, vdot, trainingPaces, units: units ?? paceUnits };
}
