import { DEFAULT_TRAINING_PACES, formatRange, PACE_KEYS, PACE_UNIT_LABELS } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import type { Athlete } from '../../script-editor/reading.ts';
import { inMinutes } from '../../workout-view/in-minutes.ts';

type PrintedFiguresProps = { resolved: ResolvedWorkout; athlete: Athlete };

/** "50 min · 10.5 km" */
export function PrintedFigures({ resolved, athlete: { units } }: PrintedFiguresProps) {
  const { time, distance } = resolved.totals;
  return (
    <span className="fig">
      {time.isAtLeast && 'at least '}
      <b className="font-[660]">{inMinutes(time.seconds)}</b> · {distance.isAtLeast && 'at least '}
      {formatLength(distance.metres, units)} {LENGTH_UNITS[units]}
    </span>
  );
}

/** The five ranges in one line, for the foot of a sheet. */
export function PrintedPaces({ athlete: { speeds, units } }: { athlete: Athlete }) {
  const { trainingPaces } = speeds ?? { trainingPaces: DEFAULT_TRAINING_PACES };
  return (
    <p className="fig mt-[6mm] flex flex-wrap gap-x-[6mm] text-[11pt]">
      {PACE_KEYS.map((key) => (
        <span key={key}>
          <b className="font-mono">{key}</b> {formatRange(trainingPaces[key], units)}
        </span>
      ))}
      <span>{PACE_UNIT_LABELS[units]}</span>
    </p>
  );
}
