import { PACE_UNIT_LABELS } from '@pacewright/pace';
import { ArrowRight } from 'lucide-react';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { saveVisitorPaces } from './visitor-store.ts';
import type { VisitorPaces } from './visitor-paces.ts';
import { RaceInput } from './race-input.tsx';

/** Says whose paces the page shows. Visitors can enter a race here. */
export function PacesBar({ paces: { from, race, vdot, units } }: { paces: VisitorPaces }) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      {from !== 'athlete' && (
        <RaceInput
          race={race}
          onRace={(next) => saveVisitorPaces({ race: next })}
          byHand="/try/paces"
        />
      )}
      <p className="flex min-h-(--control-h) items-center gap-2" aria-live="polite">
        {from === 'race' && <ArrowRight aria-hidden className="text-ink-3" />}
        {from === 'athlete' && 'Shown at your training paces.'}
        {from === 'hand' && 'Shown at the paces you set by hand.'}
        {from === 'defaults' && (
          <span className="text-sm text-ink-2">Shown at default paces until you enter a race.</span>
        )}
        {vdot !== undefined && (
          <span>
            VDOT <b className="fig text-lg">{vdot.toFixed(1)}</b>
          </span>
        )}
        {race?.isExample && <span className="text-sm text-ink-2">An example. Enter your own.</span>}
      </p>
      <SegmentedControl
        label="Pace units"
        options={UNITS}
        value={units}
        onChange={(next) => saveVisitorPaces({ units: next })}
        small
        className="ml-auto self-center"
      />
    </div>
  );
}

const UNITS = [
  { value: 'metric', label: PACE_UNIT_LABELS.metric },
  { value: 'imperial', label: PACE_UNIT_LABELS.imperial },
] as const;
