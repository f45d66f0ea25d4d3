import type { Activity, CalendarEntry } from '@pacewright/contract';
import { PACE_KEYS, PACE_NAMES, type PaceKey } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, type ResolvedWorkout } from '@pacewright/script';
import { ChevronDown } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { storedValue } from '../../platform/stored-value.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { PaceBar } from '../../workout/view/pace-bar.tsx';
import { secondsByLane } from '../../workout/view/pace-mix-bar.tsx';
import { findRun } from './entry-runs.tsx';
import { sumEntries } from './resolve-entry.ts';

/** Seconds. Less at a pace that was not planned is noise. */
const MIN_UNPLANNED = 60;

type WeekDoneProps = {
  entries: CalendarEntry[];
  /** Of the week. */
  runs: Activity[];
  /** Also of the days around it, which may have been planned in it. */
  allRuns: Activity[];
  paceContext: PaceContext;
};

/** The week's running beside its plan, in all and by pace. */
export function WeekDone({ entries, runs, allRuns, paceContext }: WeekDoneProps) {
  const { units } = paceContext;
  const planned = sumEntries(entries, paceContext);
  const plannedByLane = secondsByLane(planned);
  const marked = sumEntries(markedOnly(entries, allRuns), paceContext);
  const runByLane = sumRuns(marked, runs);
  const { seconds, metres } = runTotals(marked, runs);
  const lanes = PACE_KEYS.map((key) => ({ key, planned: plannedByLane[key], run: runByLane[key] }))
    .filter((lane) => lane.planned > 0 || lane.run >= MIN_UNPLANNED)
    .map((lane) => ({ ...lane, longer: Math.max(lane.planned, lane.run) }));
  // One scale for all of them.
  const max = Math.max(1, ...lanes.map(({ longer }) => longer));
  const isOpen = useSyncExternalStore(byPace.subscribe, byPace.read);
  const id = useId();
  return (
    <Card
      aria-label="Week totals"
      className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2.5 px-4 py-3 md:gap-x-7 md:grid-cols-[auto_minmax(0,1fr)_auto] md:px-5.5"
    >
      <dl className="flex flex-wrap gap-x-4 md:gap-x-7">
        <WeekTotal
          name="Done"
          of={planned.totals.time.seconds > 0 && formatMinutes(planned.totals.time.seconds)}
        >
          {formatMinutes(seconds)}
        </WeekTotal>
        <WeekTotal
          name="Distance"
          of={
            planned.totals.distance.metres > 0 &&
            `${formatLength(planned.totals.distance.metres, units, 0)} ${LENGTH_UNITS[units]}`
          }
        >
          {formatLength(metres, units)}
        </WeekTotal>
      </dl>
      <div aria-hidden className="flex gap-0.5 max-md:order-last max-md:col-span-2">
        {lanes.map(({ key, planned: own, run, longer }) => (
          <span key={key} className="min-w-1.5" style={{ flex: `${longer} 1 0` }}>
            <PaceBar pace={key} planned={own} run={run} max={longer}>
              {longer * 20 > max && (
                <b className="absolute left-1 mt-px font-mono text-xs">{key}</b>
              )}
            </PaceBar>
          </span>
        ))}
      </div>
      <Button
        variant="quiet"
        className="-mr-2"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => byPace.write(!isOpen)}
      >
        <span className="max-md:sr-only">By pace</span>
        <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : undefined} />
      </Button>
      <ul id={id} hidden={!isOpen} className="order-last col-span-full border-t border-line pt-1.5">
        {lanes.map(({ key, planned: own, run }) => (
          <li
            key={key}
            className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 py-1.5 text-sm md:grid-cols-[auto_7rem_minmax(0,1fr)_10rem]"
          >
            <PaceLetter letter={key} className="text-xs" />
            <span className="font-medium">{PACE_NAMES[key]}</span>
            <span className="max-md:order-last max-md:col-span-full">
              <PaceBar pace={key} planned={own} run={run} max={max} />
            </span>
            <span className="fig text-right text-ink-2">
              <b className="font-semibold text-ink">{formatMinutes(run)}</b>
              {own > 0 ? ` of ${formatMinutes(own)}` : ', not planned'}
            </span>
          </li>
        ))}
        <li aria-hidden className="pt-1 text-xs text-ink-2">
          Outline: planned. Filled: run. All bars on one scale.
        </li>
      </ul>
    </Card>
  );
}

/** Whether the rows are open, remembered on this device. */
const byPace = storedValue({
  // Removed with the local user, whose key it begins with.
  key: 'pacewright.user.week-by-pace',
  parse: (text) => text === 'open',
  fallback: false,
  format: (isOpen) => (isOpen ? 'open' : null),
});

function WeekTotal({ name, of, children }: { name: string; of: string | false; children: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="fig text-xl font-semibold whitespace-nowrap">
        {children}
        {of && <small className="text-sm font-medium text-ink-2"> of {of}</small>}
      </dd>
    </div>
  );
}

/** A done entry without a recording counts as it was planned. */
function markedOnly(entries: CalendarEntry[], runs: Activity[]): CalendarEntry[] {
  return entries.filter((entry) => entry.done && !findRun(runs, entry));
}

function sumRuns(marked: ResolvedWorkout, runs: Activity[]): Record<PaceKey, number> {
  const sums = secondsByLane(marked);
  for (const { paceSeconds } of runs) for (const key of PACE_KEYS) sums[key] += paceSeconds[key];
  return sums;
}

function runTotals({ totals: { time, distance } }: ResolvedWorkout, runs: Activity[]) {
  return {
    seconds: runs.reduce((sum, run) => sum + run.seconds, time.seconds),
    metres: runs.reduce((sum, run) => sum + (run.metres ?? 0), distance.metres),
  };
}
