import {
  type PaceUnits,
  formatRange,
  PACE_UNIT_LABELS,
  type TrainingPaces,
} from '@pacewright/pace';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePacesIfKnown, useSaveUnits } from './paces-queries.ts';
import { RadioCards } from '../../ui/radio-cards.tsx';

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

type UnitsCardsProps = {
  trainingPaces: TrainingPaces;
  value: PaceUnits;
  onChange: (units: PaceUnits) => void;
  className?: string;
};

/** Either unit, shown by the athlete's own threshold pace. */
function UnitsCards({ trainingPaces, ...props }: UnitsCardsProps) {
  return (
    <RadioCards
      label="Units"
      options={UNITS.map((value) => ({
        value,
        label: PACE_UNIT_LABELS[value],
        detail: (
          <span>
            <span className="fig text-lg font-semibold">{formatRange(trainingPaces.T, value)}</span>{' '}
            <small className="text-xs text-ink-2">at T</small>
          </span>
        ),
      }))}
      {...props}
    />
  );
}

const UNITS: PaceUnits[] = ['metric', 'imperial'];
