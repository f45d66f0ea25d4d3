import { type Activity, type CalendarEntry, isRunEntry } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS } from '@pacewright/script';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { dayOfMonth, formatLongDay, shortWeekday, weekTitle } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { classNames } from '../../ui/class-names.ts';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { RunOutline } from '../../workout/view/run-outline.tsx';
import { entryPath } from '../../platform/days/entry-links.ts';
import { type ExtraRun, extraRuns, nameExtraRun, plannedFor, RunTotals } from './entry-runs.tsx';
import { ChartThumbnail, TimeOfDayLabel } from './entry-parts.tsx';
import { resolveEntry } from './resolve-entry.ts';

type ThisWeekProps = {
  week: string[];
  entries: CalendarEntry[];
  /** Recorded runs of the week. */
  runs: Activity[];
  today: string;
  paceContext: PaceContext;
};

/** Seven days at a glance. */
export function ThisWeek({ week, entries, runs, today, paceContext }: ThisWeekProps) {
  return (
    <section aria-labelledby="this-week" className="mt-7 md:mt-10">
      <div className="mb-3 flex items-baseline gap-4">
        <h2 id="this-week" className="text-lg">
          This week
        </h2>
        <span className="fig text-sm text-ink-2">{weekTitle(week, today)}</span>
        <Link to="/app/calendar" className="ml-auto text-sm font-medium">
          Open calendar
        </Link>
      </div>
      <ol className="grid max-md:overflow-hidden max-md:rounded-md max-md:border max-md:border-line max-md:bg-surface md:grid-cols-4 md:gap-2 xl:grid-cols-7">
        {week.map((day) => (
          <DayCard
            key={day}
            day={day}
            today={today}
            paceContext={paceContext}
            entries={entries.filter((entry) => entry.day === day)}
            runs={extraRuns(runs, entries, day)}
          />
        ))}
      </ol>
    </section>
  );
}

function DayCard({
  day,
  today,
  paceContext,
  entries,
  runs,
}: Omit<ThisWeekProps, 'week' | 'runs'> & { day: string; runs: ExtraRun[] }) {
  const isToday = day === today;
  const isEmpty = entries.length === 0 && runs.length === 0;
  return (
    <li
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'relative flex min-w-0 gap-3 max-md:items-center max-md:border-line max-md:px-3.5 max-md:py-2.5 max-md:not-first:border-t',
        'md:min-h-42 md:flex-col md:rounded-md md:border md:bg-surface md:px-3.5 md:pt-3 md:pb-3.5',
        isToday
          ? 'max-md:shadow-[inset_4px_0_var(--ink)] md:border-ink md:shadow-[inset_0_0_0_1px_var(--ink)] forced-colors:border-l-4'
          : 'md:border-line',
      )}
    >
      <p
        className={classNames(
          'flex w-10 flex-none gap-1.5 text-sm max-md:flex-col max-md:gap-0 md:w-auto md:items-baseline',
          isToday ? 'font-semibold' : 'text-ink-2',
        )}
      >
        <span className="sr-only">{formatLongDay(day, today)}</span>
        <span aria-hidden>{shortWeekday(day)}</span>
        <b aria-hidden className="fig text-lg leading-tight font-semibold text-ink">
          {dayOfMonth(day)}
        </b>
      </p>
      {isEmpty && <p className="text-sm text-ink-3 md:my-auto">Nothing planned</p>}
      {!isEmpty && (
        <ul className="grid min-w-0 flex-1 gap-3 md:content-start">
          {entries.map((entry) => (
            <DayEntry key={entry.id} entry={entry} paceContext={paceContext} />
          ))}
          {runs.map((extra) => (
            <DayRun key={extra.run.id} {...{ extra, paceContext }} />
          ))}
        </ul>
      )}
    </li>
  );
}

function DayEntry({ entry, paceContext }: { entry: CalendarEntry; paceContext: PaceContext }) {
  const resolved = resolveEntry(entry, paceContext);
  const { time, distance } = resolved.totals;
  return (
    <li className="grid min-w-0 max-md:grid-cols-[84px_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3">
      {isRunEntry(entry) && (
        <>
          <div className="max-md:hidden">
            <ChartThumbnail resolved={resolved} height={48} />
          </div>
          <div className="md:hidden">
            <ChartThumbnail resolved={resolved} height={32} />
          </div>
        </>
      )}
      <div className="min-w-0 max-md:col-start-2 md:mt-2.5">
        <p className="line-clamp-3 text-sm leading-tight font-semibold wrap-anywhere">
          <TimeOfDayLabel of={entry} />
          <Link to={entryPath(entry)} className="no-underline hover:underline">
            {entry.title}
          </Link>
        </p>
        {isRunEntry(entry) && (
          <p className="fig text-sm text-ink-2">
            <AtLeastPrefix of={time} />
            {formatMinutes(time.seconds)} · <AtLeastPrefix of={distance} />
            {formatLength(distance.metres, paceContext.units)} {LENGTH_UNITS[paceContext.units]}
          </p>
        )}
      </div>
      {entry.done && <DoneMark />}
    </li>
  );
}

/** A run that nothing was planned for on its day. */
function DayRun({ extra, paceContext }: { extra: ExtraRun; paceContext: PaceContext }) {
  const { run } = extra;
  const paces = paceContext.speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES;
  return (
    <li className="grid min-w-0 max-md:grid-cols-[84px_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3">
      <RunOutline outline={run.outline} paces={paces} height={32} />
      <div className="min-w-0 max-md:col-start-2 md:mt-2.5">
        <p className="text-sm leading-tight font-semibold">
          <Link to={`/app/activities/${run.id}`} className="no-underline hover:underline">
            {nameExtraRun(extra)}
          </Link>
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-2">
          {plannedFor(extra)}
          <RunTotals {...{ run, paceContext }} />
        </p>
      </div>
      <DoneMark />
    </li>
  );
}

function DoneMark() {
  return (
    <span className="grid size-5 place-items-center rounded-full bg-ok text-surface forced-color-adjust-none md:absolute md:top-3.5 md:right-3.5">
      <Check aria-hidden className="size-[13px] stroke-3" />
      <span className="sr-only">Done</span>
    </span>
  );
}
