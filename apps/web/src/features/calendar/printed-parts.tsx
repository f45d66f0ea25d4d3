import { DEFAULT_TRAINING_PACES, formatRange, PACE_KEYS, PACE_UNIT_LABELS } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import type { ReactNode } from 'react';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';

type PrintedTotalsProps = { resolved: ResolvedWorkout; paceContext: PaceContext };

/** "50 min · 10.5 km" */
export function PrintedTotals({ resolved, paceContext: { units } }: PrintedTotalsProps) {
  const { time, distance } = resolved.totals;
  return (
    <span className="fig">
      {time.isAtLeast && 'at least '}
      <b className="font-semibold">{formatMinutes(time.seconds)}</b> ·{' '}
      {distance.isAtLeast && 'at least '}
      {formatLength(distance.metres, units)} {LENGTH_UNITS[units]}
    </span>
  );
}

type PrintedCalendarProps = { title: string; paceContext: PaceContext; children: ReactNode };

/** A printed page of the calendar: its title above, and the paces to run it with below. */
export function PrintedCalendar({ title, paceContext, children }: PrintedCalendarProps) {
  return (
    <>
      <p className="text-2xl leading-tight font-bold [font-stretch:112%]">{title}</p>
      {children}
      <PrintedPaces paceContext={paceContext} />
    </>
  );
}

/** The five ranges in one line. */
function PrintedPaces({ paceContext: { speeds, units } }: { paceContext: PaceContext }) {
  const { trainingPaces } = speeds ?? { trainingPaces: DEFAULT_TRAINING_PACES };
  return (
    <p className="fig mt-[6mm] flex flex-wrap gap-x-[6mm] text-sm">
      {PACE_KEYS.map((key) => (
        <span key={key}>
          <b className="font-mono">{key}</b> {formatRange(trainingPaces[key], units)}
        </span>
      ))}
      <span>{PACE_UNIT_LABELS[units]}</span>
    </p>
  );
}
