import { PACE_KEYS, PACE_NAMES, type PaceUnits, plural } from '@pacewright/pace';
import {
  type Diagnostic,
  formatDuration,
  formatLength,
  LENGTH_UNITS,
  nameTotals,
  type ResolvedWorkout,
} from '@pacewright/script';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { PaceMixBar, secondsByLane } from './pace-mix-bar.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import './workout-view.css';

/** As long as the editor waits before it shows a mistake at the caret. */
const TYPING_PAUSE_MS = 700;

type WorkoutTotalsProps = {
  resolved: ResolvedWorkout;
  units: PaceUnits;
  diagnostics: readonly Diagnostic[];
};

/** Duration and distance, the share of each pace, and the mistakes to fix before it can go to a watch. */
export function WorkoutTotals({ resolved, units, diagnostics }: WorkoutTotalsProps) {
  const { time, distance } = resolved.totals;
  const byLane = secondsByLane(resolved);
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error').length;
  // Half a word is a mistake until it is finished, so a new one waits for a pause, like the editor's note.
  const shownMistakes = Math.min(mistakes, useDebouncedValue(mistakes, TYPING_PAUSE_MS));

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
        <PaceMixBar resolved={resolved} isDecorative />
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
      </div>
      {/* Always rendered, so that nothing below it moves. */}
      <div className="totals-mistakes">
        {shownMistakes > 0 && (
          <>
            <CircleAlert aria-hidden />
            <p role="alert">
              Fix {plural(shownMistakes, 'problem')} to send this to a watch. You can still save it.
            </p>
          </>
        )}
      </div>
      <LiveText text={`Total ${nameTotals(resolved.totals, units)}`} />
    </div>
  );
}

/** Announced once typing has paused, not after every keystroke. */
function LiveText({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setAnnounced(text), 1500);
    return () => clearTimeout(pause);
  }, [text]);
  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
