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
import { useRested } from '../ui/use-rested.ts';
import { MixBar, secondsByLane } from './mix-bar.tsx';
import { PaceLetter } from '../ui/pace-letter.tsx';
import './workout-view.css';

/** As long as the editor waits before it comments on the word at the caret. */
const TYPING_PAUSE_MS = 700;

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
  // Half a word is a mistake until it is finished, so a new one waits for a pause as the editor's note does.
  const shownMistakes = Math.min(mistakes, useRested(mistakes, TYPING_PAUSE_MS));

  return (
    <div className="totals">
      <dl className="totals-figures">
        <div>
          <dt>{time.isAtLeast && time.seconds > 0 ? 'Time, at least' : 'Time'}</dt>
          <dd className="fig">
            {time.isAtLeast && time.seconds === 0 ? 'open' : formatDuration(time.seconds)}
          </dd>
        </div>
        <div>
          <dt>{distance.isAtLeast && distance.metres > 0 ? 'Distance, at least' : 'Distance'}</dt>
          <dd className="fig">
            {distance.isAtLeast && distance.metres === 0 ? (
              'open'
            ) : (
              <>
                {formatLength(distance.metres, units)}
                <small> {LENGTH_UNITS[units]}</small>
              </>
            )}
          </dd>
        </div>
      </dl>
      <div className="totals-mix">
        <MixBar resolved={resolved} isSaidBeside />
        {resolved.items.length === 0 && (
          <p className="text-sm text-ink-2">The time at each pace shows here as you write.</p>
        )}
        <ul>
          {PACE_KEYS.filter((key) => byLane[key] > 0).map((key) => (
            <li key={key}>
              <PaceLetter letter={key} className="text-xs" />
              <span>{PACE_NAMES[key]}</span>
              <span className="fig">{formatDuration(byLane[key])}</span>
            </li>
          ))}
        </ul>
        {shownMistakes > 0 && (
          <Note
            kind="error"
            title={`Fix ${shownMistakes === 1 ? '1 problem' : `${shownMistakes} problems`}`}
          >
            to send this to a watch. You can still save it.
          </Note>
        )}
      </div>
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
