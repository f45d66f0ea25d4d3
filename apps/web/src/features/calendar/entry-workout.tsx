import type { CalendarEntry } from '@pacewright/contract';
import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import {
  formatDuration,
  formatLength,
  LENGTH_UNITS,
  readScript,
  type ResolvedWorkout,
} from '@pacewright/script';
import { useMemo } from 'react';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { secondsByLane } from '../../workout/view/pace-mix-bar.tsx';
import { PrintedWorkout } from '../../workout/view/printed-workout.tsx';
import { useReading } from '../../workout/use-reading.ts';
import { WorkoutChart } from '../../workout/view/profile-chart.tsx';
import { StepTable } from '../../workout/view/step-table.tsx';
import { useLinkedStep } from '../../workout/view/use-linked-step.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { DayOptions } from './day-options.tsx';
import { notesOf, resolve, speedsOf } from './resolve-entry.ts';
import { SummaryItem } from './summary-item.tsx';
import type { EntryActions } from './use-entry-actions.ts';

/** Characters. A longer script is too long for a headline. */
const LONG_SCRIPT = 240;

/** A run of the calendar in the athlete's paces: its chart and its steps point at each other. */
export function useEntryView(entry: CalendarEntry, paceContext: PaceContext) {
  const { script, reading } = entry;
  // The API stores neither the places of unclear steps nor all of a very long reading.
  const isReadingComplete = reading.mistakeCount === 0 && !reading.isTruncated;
  const read = useReading(readScript);
  const { workout, places } = useMemo(
    () => (isReadingComplete ? { workout: reading.workout, places: [] } : read(script)),
    [isReadingComplete, reading, read, script],
  );
  const resolved = resolve(workout, speedsOf(entry, paceContext));
  return {
    ...useLinkedStep(resolved),
    text: script,
    places,
    resolved,
    units: paceContext.units,
  };
}

export type EntryView = ReturnType<typeof useEntryView>;

type EntryCardProps = { entry: CalendarEntry; view: EntryView; actions: EntryActions };

/** The script, the totals, the notes and the chart. */
export function EntryWorkoutCard({ entry, view, actions }: EntryCardProps) {
  const { script } = entry;
  const { resolved, units } = view;
  const { time, distance } = resolved.totals;
  const notes = notesOf(entry);
  const main = mainPace(resolved);
  return (
    <Card
      edgeToEdge
      aria-label="Workout"
      className="px-(--gutter) pt-4 pb-4.5 max-md:border-b-0 md:w-full md:px-6 md:pt-5.5"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p
          className={classNames(
            'min-w-0 text-md leading-relaxed break-words whitespace-pre-wrap',
            script.length < LONG_SCRIPT && 'md:text-xl',
          )}
        >
          <ScriptText script={script} />
        </p>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 max-md:w-full max-md:justify-between max-md:gap-x-3">
          <SummaryItem name={time.isAtLeast ? 'Time, at least' : 'Time'}>
            {formatDuration(time.seconds)}
          </SummaryItem>
          <SummaryItem name={distance.isAtLeast ? 'Distance, at least' : 'Distance'}>
            {formatLength(distance.metres, units)}
            <small className="text-sm font-medium"> {LENGTH_UNITS[units]}</small>
          </SummaryItem>
          {main && (
            <SummaryItem name={`At ${main.key} pace`}>{formatDuration(main.seconds)}</SummaryItem>
          )}
        </dl>
      </div>
      {notes && <p className="mt-2 text-sm break-words whitespace-pre-wrap text-ink-2">{notes}</p>}
      <DayOptions {...{ entry, actions }} />
      <WorkoutChart {...view} isCompact />
    </Card>
  );
}

export function EntrySteps({ view }: { view: EntryView }) {
  return (
    <div className="min-w-0 max-md:-mx-(--gutter)">
      <StepTable {...view} isFramed heading={<h2 className="text-lg">Steps</h2>} />
    </div>
  );
}

type EntrySheetProps = { entry: CalendarEntry; view: EntryView; name: string };

/** The run on paper. */
export function EntrySheet({ entry, view: { resolved, units }, name }: EntrySheetProps) {
  const { title, script } = entry;
  return (
    <PrintSheet>
      {() => (
        <>
          <p className="mb-[1mm] text-md">{name}</p>
          <PrintedWorkout {...{ title, script, resolved, units }} notes={notesOf(entry)} />
        </>
      )}
    </PrintSheet>
  );
}

/** The pace with the most running, other than easy. */
function mainPace(resolved: ResolvedWorkout): { key: PaceKey; seconds: number } | undefined {
  const byLane = secondsByLane(resolved);
  const hard = PACE_KEYS.filter((key) => key !== 'E' && byLane[key] > 0);
  const [key] = hard.sort((one, other) => byLane[other] - byLane[one]);
  return key && { key, seconds: byLane[key] };
}
