import type { CalendarEntry } from '@pacewright/contract';
import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import {
  formatDuration,
  formatLength,
  LENGTH_UNITS,
  readScript,
  type ResolvedWorkout,
} from '@pacewright/script';
import { Check, Download, Pencil, Printer } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { longDay } from '../../days/days.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { ScriptText } from '../../script-editor/script-text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { secondsByLane } from '../../workout-view/mix-bar.tsx';
import { PrintedWorkout } from '../../workout-view/printed-workout.tsx';
import { ProfileChart } from '../../workout-view/profile-chart.tsx';
import { StepTable } from '../../workout-view/step-table.tsx';
import { useLinkedStep } from '../../workout-view/use-linked-step.ts';
import { type EntryPart, saveEntryFit } from './entry-parts.tsx';
import { Figure } from './figure.tsx';
import { resolve, speedsOf } from './planned.ts';
import { type EntryActions, useEntryActions } from './use-entry-actions.ts';

/** Sends an entry to Garmin, and shows its state there. */
export type NextWorkoutGarmin = { Button: EntryPart; News: EntryPart };

/** Characters. A longer script is too long for a headline. */
const LONG_SCRIPT = 240;

type NextWorkoutProps = {
  entry: CalendarEntry;
  athlete: Athlete;
  today: string;
  garmin: NextWorkoutGarmin | undefined;
  /** Stands beside the steps. */
  aside: ReactNode;
};

/** A planned workout in full: the drawing, the totals and the steps, in the athlete's paces of now. */
export function NextWorkout({ entry, athlete, today, garmin, aside }: NextWorkoutProps) {
  const { title, script, day, reading } = entry;
  // The API stores neither the places of unclear steps nor all of a very long reading.
  const isEnough = reading.mistakeCount === 0 && !reading.isTruncated;
  const { workout, places } = useMemo(
    () => (isEnough ? { workout: reading.workout, places: [] } : readScript(script)),
    [isEnough, reading, script],
  );
  const actions = useEntryActions(athlete);
  const resolved = resolve(workout, speedsOf(entry, athlete));
  const view = {
    ...useLinkedStep(resolved),
    text: script,
    places,
    resolved,
    units: athlete.units,
  };
  const name = longDay(day, today);
  const { time, distance } = resolved.totals;
  const main = mainPace(resolved);

  return (
    <>
      <div className="flex gap-x-4 max-md:flex-col md:flex-wrap md:items-end">
        <PageHeading title={title} over={day === today ? name : `Next, ${name}`} />
        {/* On a phone the drawing comes first, and the buttons end its card. */}
        <div className="flex flex-wrap items-center gap-3 max-md:order-1 max-md:-mx-(--gutter) max-md:border-b max-md:border-line max-md:bg-surface max-md:px-(--gutter) max-md:pb-4 md:mb-6 md:ml-auto">
          <NextWorkoutButtons {...{ entry, athlete, today, actions, garmin }} />
        </div>
        {garmin && (
          <div className="md:w-full [&:not(:empty)]:mb-5">
            <garmin.News entry={entry} />
          </div>
        )}
        <Card
          edgeToEdge
          aria-label="The workout"
          className="px-(--gutter) pt-4 pb-4.5 max-md:border-b-0 md:w-full md:px-6 md:pt-5.5"
        >
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <p
              className={classNames(
                'min-w-0 text-base leading-relaxed break-words whitespace-pre-wrap',
                script.length < LONG_SCRIPT && 'md:text-xl',
              )}
            >
              <ScriptText script={script} />
            </p>
            <dl className="flex gap-8 max-md:w-full max-md:justify-between max-md:gap-3">
              <Figure name={time.isAtLeast ? 'Time, at least' : 'Time'}>
                {formatDuration(time.seconds)}
              </Figure>
              <Figure name={distance.isAtLeast ? 'Distance, at least' : 'Distance'}>
                {formatLength(distance.metres, athlete.units)}
                <small className="text-[0.9375rem] font-[500]">
                  {' '}
                  {LENGTH_UNITS[athlete.units]}
                </small>
              </Figure>
              {main && <Figure name={`At ${main.key} pace`}>{formatDuration(main.seconds)}</Figure>}
            </dl>
          </div>
          <ProfileChart {...view} isCompact />
        </Card>
      </div>
      <div className="mt-6 grid items-start gap-6 md:mt-8 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0 max-md:-mx-(--gutter)">
          <StepTable {...view} isFramed heading={<h2 className="text-[1.3125rem]">Steps</h2>} />
        </div>
        {aside}
      </div>
      <PrintSheet>
        {() => (
          <>
            <p className="mb-[1mm] text-[13pt]">{name}</p>
            <PrintedWorkout {...{ title, script, resolved }} notes="" units={athlete.units} />
          </>
        )}
      </PrintSheet>
    </>
  );
}

type ButtonsProps = Omit<NextWorkoutProps, 'aside'> & { actions: EntryActions };

function NextWorkoutButtons({ entry, athlete, today, actions, garmin }: ButtonsProps) {
  const { day, done, workoutId, reading } = entry;
  return (
    <>
      <IconButton
        label="Print"
        icon={<Printer aria-hidden />}
        onClick={() => window.print()}
        className="max-md:hidden"
      />
      {workoutId && (
        <Link
          to={`/app/workouts/${workoutId}`}
          className={classNames(buttonClass({ variant: 'quiet' }), 'max-md:order-last')}
        >
          <Pencil aria-hidden /> <span className="max-md:sr-only">Edit</span>
        </Link>
      )}
      {reading.mistakeCount === 0 && (
        <Button
          className="max-md:order-1"
          icon={<Download aria-hidden />}
          onClick={() => saveEntryFit(entry, athlete)}
        >
          <span>
            <span className="max-md:sr-only">Download </span>FIT
          </span>
        </Button>
      )}
      {done && (
        <span className="inline-flex items-center gap-1.5 font-[620] text-ok max-md:flex-1">
          <Check aria-hidden /> Done
        </span>
      )}
      {!done && day === today && (
        <Button
          className="max-md:flex-1"
          variant={garmin ? 'secondary' : 'primary'}
          icon={<Check aria-hidden />}
          onClick={() => void actions.mark(entry, true)}
        >
          Mark as done
        </Button>
      )}
      {garmin && <garmin.Button entry={entry} />}
    </>
  );
}

/** The pace with the most running, other than easy: what the workout is about. */
function mainPace(resolved: ResolvedWorkout): { key: PaceKey; seconds: number } | undefined {
  const byLane = secondsByLane(resolved);
  const hard = PACE_KEYS.filter((key) => key !== 'E' && byLane[key] > 0);
  const [key] = hard.sort((one, other) => byLane[other] - byLane[one]);
  return key && { key, seconds: byLane[key] };
}
