import type { PaceUnits } from '@pacewright/pace';
import { type AthleteSpeeds, nameTotals, previewScript } from '@pacewright/script';
import { useMemo } from 'react';
import { MiniChart } from '../view/mini-profile.tsx';
import { STARTERS } from './starter-scripts.ts';

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
