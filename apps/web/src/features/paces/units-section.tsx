import type { PaceUnits } from '@pacewright/pace';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePacesIfKnown, useSaveUnits } from './paces-queries.ts';
import { UnitsCards } from './units-cards.tsx';

/** The choice of units, saved immediately. */
export function UnitsSection() {
  const paces = usePacesIfKnown();
  const save = useSaveUnits();
  // The mutation tells of itself a moment after the press, and the radio would jump back in between.
  const [chosen, setChosen] = useState<PaceUnits>();
  if (!paces) return <Skeleton label="Loading your units" rows={1} />;

  return (
    <>
      <UnitsCards
        trainingPaces={paces.trainingPaces}
        value={chosen ?? paces.paceUnits}
        onChange={(paceUnits) => {
          setChosen(paceUnits);
          save.mutate(paceUnits, { onSettled: () => setChosen(undefined) });
        }}
      />
      {save.error && (
        <Alert kind="error" title="Not saved.">
          {save.error.message}
        </Alert>
      )}
    </>
  );
}
