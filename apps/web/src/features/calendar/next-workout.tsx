import type { CalendarEntry } from '@pacewright/contract';
import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import {
  formatDuration,
  formatLength,
  LENGTH_UNITS,
  readScript,
  type ResolvedWorkout,
} from '@pacewright/script';
import { Download, Pencil, PencilLine, Printer, Timer } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { formatLongDay } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { secondsByLane } from '../../workout/view/pace-mix-bar.tsx';
import { PrintedWorkout } from '../../workout/view/printed-workout.tsx';
import { WorkoutChart } from '../../workout/view/profile-chart.tsx';
import { StepTable } from '../../workout/view/step-table.tsx';
import { useLinkedStep } from '../../workout/view/use-linked-step.ts';
import { DayOptions } from './day-options.tsx';
import { DoneButton } from './done-button.tsx';
import { formatTimeOfDay } from './entry-option.ts';
import { type EntryPart, downloadEntryFit } from './entry-parts.tsx';
import { RaceLines } from './race-lines.tsx';
import { SeasonLine } from './season-line.tsx';
import { SummaryItem } from './summary-item.tsx';
import { notesOf, resolve, speedsOf } from './resolve-entry.ts';
import { type EntryActions, useEntryActions } from './use-entry-actions.ts';

/** Sends an entry to Garmin, and shows its state there. */
export type NextWorkoutGarmin = { Button: EntryPart; Alert: EntryPart };

/** Characters. A longer script is too long for a headline. */
const LONG_SCRIPT = 240;

type NextWorkoutProps = {
  entry: CalendarEntry;
  paceContext: PaceContext;
  today: string;
  garmin: NextWorkoutGarmin | undefined;
  /** Opens track mode, which stays open when another workout is the next one. */
  onTrack: () => void;
  /** Shown beside the steps. */
  aside: ReactNode;
  /** Shown above the chart, in place of the line about the plan. */
  seasonBand: ReactNode;
};

/** A planned workout in full: the chart, the totals and the steps, with the athlete's current paces. */
export function NextWorkout({
  entry,
  paceContext,
  today,
  garmin,
  onTrack,
  aside,
  seasonBand,
}: NextWorkoutProps) {
  const { title, script, day, timeOfDay, reading, season } = entry;
  const notes = notesOf(entry);
  // The API stores neither the places of unclear steps nor all of a very long reading.
  const isReadingComplete = reading.mistakeCount === 0 && !reading.isTruncated;
  const { workout, places } = useMemo(
    () => (isReadingComplete ? { workout: reading.workout, places: [] } : readScript(script)),
    [isReadingComplete, reading, script],
  );
  const actions = useEntryActions(paceContext);
  const resolved = resolve(workout, speedsOf(entry, paceContext));
  const view = {
    ...useLinkedStep(resolved),
    text: script,
    places,
    resolved,
    units: paceContext.units,
  };
  const name = [formatLongDay(day, today), formatTimeOfDay(timeOfDay)].filter(Boolean).join(', ');
  const { time, distance } = resolved.totals;
  const main = mainPace(resolved);

  return (
    <>
      <div className="flex gap-x-4 max-md:flex-col md:flex-wrap md:items-end">
        <PageHeading
          title={title}
          over={day === today ? name : `Next: ${name}`}
          under={
            <>
              {!seasonBand && season?.title && <SeasonLine season={season} />}
              <RaceLines today={today} />
            </>
          }
        />
        {/* On a phone the chart comes first, and the buttons are at the end of its card. */}
        <div className="flex flex-wrap items-center gap-3 max-md:order-1 max-md:-mx-(--gutter) max-md:border-b max-md:border-line max-md:bg-surface max-md:px-(--gutter) max-md:pb-4 md:mb-6 md:ml-auto">
          <NextWorkoutButtons {...{ entry, paceContext, today, actions, garmin, onTrack }} />
        </div>
        {garmin && (
          <div className="md:w-full [&:not(:empty)]:mb-5">
            <garmin.Alert entry={entry} />
          </div>
        )}
        {seasonBand && <div className="md:w-full">{seasonBand}</div>}
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
                {formatLength(distance.metres, paceContext.units)}
                <small className="text-sm font-medium"> {LENGTH_UNITS[paceContext.units]}</small>
              </SummaryItem>
              {main && (
                <SummaryItem name={`At ${main.key} pace`}>
                  {formatDuration(main.seconds)}
                </SummaryItem>
              )}
            </dl>
          </div>
          {notes && (
            <p className="mt-2 text-sm break-words whitespace-pre-wrap text-ink-2">{notes}</p>
          )}
          <DayOptions {...{ entry, actions }} />
          <WorkoutChart {...view} isCompact />
        </Card>
      </div>
      <div className="mt-6 grid items-start gap-6 md:mt-8 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0 max-md:-mx-(--gutter)">
          <StepTable {...view} isFramed heading={<h2 className="text-lg">Steps</h2>} />
        </div>
        {aside}
      </div>
      <PrintSheet>
        {() => (
          <>
            <p className="mb-[1mm] text-md">{name}</p>
            <PrintedWorkout
              {...{ title, script, resolved }}
              notes={notes}
              units={paceContext.units}
            />
          </>
        )}
      </PrintSheet>
    </>
  );
}

type ButtonsProps = Omit<NextWorkoutProps, 'aside' | 'seasonBand'> & { actions: EntryActions };

function NextWorkoutButtons(props: ButtonsProps) {
  const { entry, paceContext, today, actions, garmin, onTrack } = props;
  const { id, day, done, workoutId, reading } = entry;
  return (
    <>
      {!done && (
        <Button icon={<Timer aria-hidden />} className="max-md:w-full" onClick={onTrack}>
          Track mode
        </Button>
      )}
      <IconButton
        label="Print"
        icon={<Printer aria-hidden />}
        onClick={() => window.print()}
        className="max-md:hidden"
      />
      {/* On a phone in a row of their own. */}
      <div className="flex gap-x-3 empty:hidden max-md:order-last max-md:w-full max-md:flex-wrap md:contents">
        {workoutId && (
          <Link
            to={`/app/workouts/${workoutId}`}
            className={classNames(buttonClass({ variant: 'quiet' }), 'max-md:flex-1')}
          >
            <Pencil aria-hidden /> Edit
          </Link>
        )}
        {!done && (
          <Link
            to={`/app/calendar/${day}/${id}`}
            title="Edit this day only"
            className={classNames(buttonClass({ variant: 'quiet' }), 'max-md:flex-1')}
          >
            <PencilLine aria-hidden />
            <span className="whitespace-nowrap md:max-xl:sr-only">Edit this day only</span>
          </Link>
        )}
      </div>
      {reading.mistakeCount === 0 && (
        <Button
          className="max-md:order-1"
          icon={<Download aria-hidden />}
          onClick={() => downloadEntryFit(entry, paceContext)}
        >
          <span>
            <span className="max-md:sr-only">Download </span>FIT
          </span>
        </Button>
      )}
      <DoneButton {...{ entry, today, actions }} variant={garmin ? 'secondary' : 'primary'} />
      {garmin && <garmin.Button entry={entry} />}
    </>
  );
}

/** The pace with the most running, other than easy. */
function mainPace(resolved: ResolvedWorkout): { key: PaceKey; seconds: number } | undefined {
  const byLane = secondsByLane(resolved);
  const hard = PACE_KEYS.filter((key) => key !== 'E' && byLane[key] > 0);
  const [key] = hard.sort((one, other) => byLane[other] - byLane[one]);
  return key && { key, seconds: byLane[key] };
}
