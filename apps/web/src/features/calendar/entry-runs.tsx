import type { Activity, CalendarEntry } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import { Check, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { longWeekday } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { RunOutline } from '../../workout/view/run-outline.tsx';
import { ChartThumbnail } from './entry-parts.tsx';
import { speedsOf } from './resolve-entry.ts';

export function findRun(runs: readonly Activity[], { id }: CalendarEntry): Activity | undefined {
  return runs.find(({ entryId }) => entryId === id);
}

/** A run that no entry of its day has, and the entry of another day that has it. */
export type ExtraRun = { run: Activity; entry: CalendarEntry | undefined };

export function extraRuns(
  runs: readonly Activity[],
  entries: readonly CalendarEntry[],
  day: string,
): ExtraRun[] {
  return runs
    .filter((run) => run.day === day)
    .map((run) => ({ run, entry: entries.find(({ id }) => id === run.entryId) }))
    .filter(({ entry }) => entry?.day !== day);
}

export function nameExtraRun({ run, entry }: ExtraRun): string {
  return entry?.title ?? (run.entryId === null ? 'Unplanned run' : 'Run');
}

/** "Planned for Thursday", or nothing. */
export function plannedFor({ entry }: ExtraRun): string {
  return entry ? `Planned for ${longWeekday(entry.day)}` : '';
}

type EntryChartProps = {
  entry: CalendarEntry;
  run: Activity | undefined;
  resolved: ResolvedWorkout;
  paceContext: PaceContext;
  height: number;
};

/** The plan, and the run as a line over it, on one time. */
export function EntryChart({ entry, run, resolved, paceContext, height }: EntryChartProps) {
  if (!run) return <ChartThumbnail resolved={resolved} height={height} />;
  const planned = resolved.totals.time.seconds;
  const total = Math.max(1, planned, run.seconds);
  const paces = speedsOf(entry, paceContext)?.trainingPaces ?? DEFAULT_TRAINING_PACES;
  return (
    <span className="relative block" style={{ height }}>
      <span className="block" style={{ width: `${(100 * planned) / total}%` }}>
        <ChartThumbnail resolved={resolved} height={height} />
      </span>
      <span
        className="absolute inset-y-0 left-0"
        style={{ width: `${(100 * run.seconds) / total}%` }}
      >
        <RunOutline outline={run.outline} paces={paces} height={height} />
      </span>
    </span>
  );
}

type RunTotalsProps = { run: Activity; paceContext: PaceContext };

/** "56 min 10.9 km" */
export function RunTotals({ run: { seconds, metres }, paceContext: { units } }: RunTotalsProps) {
  return (
    <>
      <b className="fig font-semibold text-ink">{formatMinutes(seconds)}</b>
      {metres !== null && (
        <span className="fig">
          {formatLength(metres, units)} {LENGTH_UNITS[units]}
        </span>
      )}
    </>
  );
}

type ExtraRunProps = { extra: ExtraRun; paceContext: PaceContext };

/** A run that nothing was planned for on its day, in the week. */
export function ExtraRunCard({ extra, paceContext }: ExtraRunProps) {
  const { run } = extra;
  const paces = paceContext.speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES;
  return (
    <article className="grid h-full min-w-0 max-md:grid-cols-[72px_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 md:grid-rows-[auto_auto_1fr_auto_auto_auto] md:rounded-md md:border md:border-line md:bg-surface md:px-3.5 md:pt-3.5 md:pb-2">
      <div className="h-8 max-md:row-span-3">
        <RunOutline outline={run.outline} paces={paces} height={60} />
      </div>
      <h3 className="min-w-0 text-md leading-tight md:mt-3">
        <Link
          to={`/app/activities/${run.id}`}
          data-focus-target
          className="block wrap-anywhere no-underline hover:underline"
        >
          {nameExtraRun(extra)}
        </Link>
      </h3>
      <p className="flex items-center gap-1.5 self-start text-sm font-semibold max-md:col-start-2 md:mt-1.5 [&>.lucide]:size-4">
        {plannedFor(extra) || (
          <>
            <Plus aria-hidden /> Extra
          </>
        )}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm text-ink-2 max-md:col-start-2 md:mt-3 md:[&>b]:text-lg">
        <RunTotals {...{ run, paceContext }} />
      </p>
      <p className="flex min-h-8 items-center gap-1.5 text-sm font-semibold text-ok max-md:col-start-3 max-md:row-span-3 max-md:row-start-1 md:mt-1.5 [&>.lucide]:size-4 [&>.lucide]:stroke-[2.6]">
        <Check aria-hidden /> <span className="max-md:sr-only">Done</span>
      </p>
    </article>
  );
}

/** A run that nothing was planned for on its day, in the month. */
export function ExtraRunLink({ extra, paceContext }: ExtraRunProps) {
  const { run } = extra;
  const paces = paceContext.speeds?.trainingPaces ?? DEFAULT_TRAINING_PACES;
  const minutes = formatMinutes(run.seconds);
  return (
    <Link
      to={`/app/activities/${run.id}`}
      data-focus-target
      aria-label={[nameExtraRun(extra), plannedFor(extra), minutes].filter(Boolean).join(', ')}
      className="block min-w-0 rounded-sm text-xs text-ink-2 no-underline hover:bg-surface-2"
    >
      <span className="my-1 block h-7">
        <RunOutline outline={run.outline} paces={paces} height={28} />
      </span>
      <span className="flex items-center gap-1 max-md:justify-center">
        <span className="fig mr-auto max-md:hidden">{minutes}</span>
        <Check aria-hidden className="size-3.5 stroke-3 text-ok" />
      </span>
    </Link>
  );
}

/** A recorded run is a sentence; a past day without one can still be moved. */
export function EntryOutcome({ run, isPast }: { run: Activity | undefined; isPast: boolean }) {
  if (run?.summary)
    return (
      <p className="line-clamp-5 self-start text-sm text-ink-2 max-md:col-start-2 md:mt-1.5">
        {run.summary}
      </p>
    );
  if (!isPast) return null;
  return (
    <p className="self-start text-sm text-ink-2 max-md:col-start-2 md:mt-1.5">
      <b className="block font-semibold text-ink">Not done</b>
      <span className="max-md:hidden">Move it to another day, or leave it.</span>
    </p>
  );
}
