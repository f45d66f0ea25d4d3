import { PACE_KEYS, PACE_NAMES, type PaceUnits } from '@pacewright/pace';
import {
  type Diagnostic,
  formatDuration,
  formatLength,
  LENGTH_UNITS,
  nameTotals,
  type ResolvedWorkout,
} from '@pacewright/script';
import { useEffect, useState } from 'react';
import { Note } from '../ui/note.tsx';
import { MixBar, secondsByLane } from './mix-bar.tsx';
import { PaceLetter } from '../ui/pace-letter.tsx';
import './workout-view.css';

type WorkoutTotalsProps = {
  resolved: ResolvedWorkout;
  units: PaceUnits;
  diagnostics: readonly Diagnostic[];
};

/** How long and how far, what of it at which pace, and what stands between it and a watch. */
export function WorkoutTotals({ resolved, units, diagnostics }: WorkoutTotalsProps) {
  const { time, distance } = resolved.totals;
  const byLane = secondsByLane(resolved);
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error').length;

  return (
    <div className="totals">
      <dl className="totals-figures">
        <div>
          <dt>{time.isAtLeast ? 'Time, at least' : 'Time'}</dt>
          <dd className="fig">{formatDuration(time.seconds)}</dd>
        </div>
        <div>
          <dt>{distance.isAtLeast ? 'Distance, at least' : 'Distance'}</dt>
          <dd className="fig">
            {formatLength(distance.metres, units)}
            <small> {LENGTH_UNITS[units]}</small>
          </dd>
        </div>
      </dl>
      <MixBar resolved={resolved} isSaidBeside />
      <ul className="totals-mix">
        {PACE_KEYS.filter((key) => byLane[key] > 0).map((key) => (
          <li key={key}>
            <PaceLetter letter={key} className="text-xs" />
            <span>{PACE_NAMES[key]}</span>
            <span className="fig">{formatDuration(byLane[key])}</span>
          </li>
        ))}
      </ul>
      {mistakes > 0 && (
        <Note kind="error" title={mistakes === 1 ? '1 problem' : `${mistakes} problems`}>
          to settle before this can go to a watch. You can save it as it is.
        </Note>
      )}
      <Spoken text={`Total ${nameTotals(resolved.totals, units)}`} />
    </div>
  );
}

/** Said once typing has paused, not after every letter. */
function Spoken({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setSaid(text), 1500);
    return () => clearTimeout(pause);
  }, [text]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
