import { type Activity, type CalendarEntry, isRestEntry } from '@pacewright/contract';
import { PACE_KEYS, PACE_NAMES } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS } from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { PaceMixBar, percentByLane, secondsByLane } from '../../workout/view/pace-mix-bar.tsx';
import { SummaryItem } from './summary-item.tsx';
import { sumEntries } from './resolve-entry.ts';

type WeekByPaceProps = { entries: CalendarEntry[]; runs: Activity[]; paceContext: PaceContext };

/** The share of each of the five paces in a week. */
export function WeekByPace({ entries, runs, paceContext }: WeekByPaceProps) {
  const sum = sumEntries(entries, paceContext);
  const { time, distance } = sum.totals;
  const byLane = secondsByLane(sum);
  const percents = percentByLane(byLane);
  const toDo = entries.filter((entry) => !isRestEntry(entry));
  const done = toDo.filter((entry) => entry.done).length;
  const extra = runs.filter(({ entryId }) => entryId === null).length;

  return (
    <section aria-labelledby="week-by-pace">
      <h2
        id="week-by-pace"
        className="mb-3 flex min-h-8 items-center text-lg pointer-coarse:md:min-h-11"
      >
        This week by pace
      </h2>
      <Card className="grid gap-4 px-4 pt-4 pb-2 md:px-6 md:pt-5 md:pb-2.5">
        <dl className="flex justify-between gap-3">
          <SummaryItem name={time.isAtLeast ? 'Planned, at least' : 'Planned'}>
            {formatMinutes(time.seconds)}
          </SummaryItem>
          <SummaryItem name={distance.isAtLeast ? 'Distance, at least' : 'Distance'}>
            {formatLength(distance.metres, paceContext.units, 0)}
            <small className="text-sm font-medium"> {LENGTH_UNITS[paceContext.units]}</small>
          </SummaryItem>
          <SummaryItem name="Done">
            {done}
            <small className="text-sm font-medium">
              {' '}
              of {toDo.length}
              {extra > 0 && `, ${extra} extra`}
            </small>
          </SummaryItem>
        </dl>
        <PaceMixBar resolved={sum} isDecorative />
        <ul>
          {PACE_KEYS.filter((key) => byLane[key] > 0).map((key) => (
            <li
              key={key}
              className="grid grid-cols-[26px_1fr_48px_72px] items-center gap-3 py-1.5 text-sm"
            >
              <PaceLetter letter={key} className="text-xs" />
              <span>{PACE_NAMES[key]}</span>
              <span className="fig text-right text-ink-2">{percents[key]}%</span>
              <span className="fig text-right font-semibold">
                {formatMinutes(Math.max(60, byLane[key]))}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
