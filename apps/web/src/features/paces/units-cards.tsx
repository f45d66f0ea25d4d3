import {
  formatRange,
  PACE_UNIT_LABELS,
  type PaceUnits,
  type TrainingPaces,
} from '@pacewright/pace';
import { RadioCards } from '../../ui/radio-cards.tsx';

type UnitsCardsProps = {
  trainingPaces: TrainingPaces;
  value: PaceUnits;
  onChange: (units: PaceUnits) => void;
  className?: string;
};

/** Either unit, shown by the athlete's own threshold pace. */
export function UnitsCards({ trainingPaces, ...props }: UnitsCardsProps) {
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
