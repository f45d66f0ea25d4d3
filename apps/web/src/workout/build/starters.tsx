import type { PaceUnits } from '@pacewright/pace';
import { type AthleteSpeeds, nameTotals, previewScript } from '@pacewright/script';
import { useMemo } from 'react';
import { MiniChart } from '../view/mini-profile.tsx';

type StartersProps = {
  speeds: AthleteSpeeds | undefined;
  units: PaceUnits;
  onPlace: (script: string) => void;
};

/** Offered over the lanes of an empty chart, in the athlete's paces. */
export function Starters({ speeds, units, onPlace }: StartersProps) {
  const starters = useMemo(
    () =>
      STARTERS.map((starter) => ({
        ...starter,
        resolved: previewScript(starter.script, { speeds }).resolved,
      })),
    [speeds],
  );

  return (
    <ul aria-label="Start with" className="build-starters">
      {starters.map(({ name, script, resolved }) => (
        <li key={name}>
          <button type="button" onClick={() => onPlace(script)}>
            <MiniChart resolved={resolved} width={88} height={30} />
            <b>{name}</b>
            <small className="fig">{nameTotals(resolved.totals, units)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Workouts to begin with, as they are written most often. */
const STARTERS = [
  { name: 'Easy run', script: '40m E' },
  { name: 'Intervals', script: '15m E + 5x(3m I + 2m E) + 10m E' },
  { name: 'Tempo', script: '15m E + 20m T + 10m E' },
  { name: 'Long run', script: '1h30m E' },
  { name: 'Strides', script: '30m E + 6x(20s R + 1m jog)' },
] as const;
