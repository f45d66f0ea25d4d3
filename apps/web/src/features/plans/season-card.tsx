import { PACE_KEYS, PACE_NAMES } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS } from '@pacewright/script';
import type { ComponentProps, ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { SeasonChart } from './season-chart.tsx';
import type { SeasonWeek } from './season-layout.ts';
import { WeekTable } from './week-table.tsx';

type SeasonCardProps = Omit<ComponentProps<typeof SeasonChart>, 'units'> & {
  paceContext: PaceContext;
};

/** The season drawn, with its totals above, and its paces and the same as a table below. */
export function SeasonCard({ weeks, paceContext, ...chart }: SeasonCardProps) {
  return (
    <Card edgeToEdge className="px-4 pt-4 pb-3.5 md:px-5">
      <SeasonTotals weeks={weeks} paceContext={paceContext} />
      {weeks.length === 0 ? (
        <p className="grid min-h-40 place-items-center text-center text-ink-2">
          Your plan appears here as you write, one column per week.
        </p>
      ) : (
        <>
          <SeasonChart weeks={weeks} units={paceContext.units} {...chart} />
          <SeasonKey weeks={weeks} />
          <WeekTable weeks={weeks} units={paceContext.units} />
        </>
      )}
    </Card>
  );
}

type SeasonTotalsProps = { weeks: readonly SeasonWeek[]; paceContext: PaceContext };

function SeasonTotals({ weeks, paceContext: { units } }: SeasonTotalsProps) {
  const sum = (amountOf: (week: SeasonWeek) => number) =>
    weeks.reduce((total, week) => total + amountOf(week), 0);
  const isAtLeast = weeks.some((week) => week.isAtLeast);
  return (
    <dl className="mb-2 flex flex-wrap gap-x-8 gap-y-2 max-md:justify-between max-md:gap-x-4">
      <Figure name="Weeks">{weeks.length}</Figure>
      <Figure name="Runs">{sum(({ runs }) => runs)}</Figure>
      <Figure name={isAtLeast ? 'Time, at least' : 'Time'}>
        {formatMinutes(sum(({ seconds }) => seconds))}
      </Figure>
      <Figure name={isAtLeast ? 'Distance, at least' : 'Distance'}>
        {formatLength(
          sum(({ metres }) => metres),
          units,
          0,
        )}
        <small className="text-sm font-medium"> {LENGTH_UNITS[units]}</small>
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="fig text-xl leading-tight font-semibold">{children}</dd>
    </div>
  );
}

/** The time at each pace in the whole season. Races have their own time. */
function SeasonKey({ weeks }: { weeks: readonly SeasonWeek[] }) {
  const times = PACE_KEYS.map((key) => ({
    key,
    seconds: weeks.reduce((total, { lanes }) => total + lanes[key], 0),
  })).filter(({ seconds }) => seconds > 0);
  return (
    <ul className="mt-2 mb-2 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-3 text-sm max-md:justify-around max-md:gap-x-3">
      {times.map(({ key, seconds }) => (
        <li key={key} className="flex items-center gap-2 max-md:flex-col max-md:gap-1">
          <PaceLetter letter={key} className="text-xs" />
          <span className="sr-only">{PACE_NAMES[key]}</span>
          <span className="fig font-medium">{formatMinutes(seconds)}</span>
        </li>
      ))}
    </ul>
  );
}
