import type { CalendarEntry } from '@pacewright/contract';
import { Download, Pencil, Printer, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatLongDay } from '../../platform/days/days.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { DoneButton } from './done-button.tsx';
import { editPath } from '../../platform/days/entry-links.ts';
import { formatTimeOfDay } from './entry-option.ts';
import { type EntryPart, downloadEntryFit } from './entry-parts.tsx';
import { EntrySheet, EntrySteps, EntryWorkoutCard, useEntryView } from './entry-workout.tsx';
import { RaceLines } from './race-lines.tsx';
import { SeasonLine } from './season-line.tsx';
import { type EntryActions, useEntryActions } from './use-entry-actions.ts';

/** Sends an entry to Garmin, and shows its state there. */
export type NextWorkoutGarmin = { Button: EntryPart; Alert: EntryPart };

type NextWorkoutProps = {
  entry: CalendarEntry;
  paceContext: PaceContext;
  today: string;
  garmin: NextWorkoutGarmin | undefined;
  /** Opens track mode, which stays open when another workout is the next one. */
  onTrack: () => void;
  /** Shown under the card. */
  below: ReactNode;
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
  below,
  aside,
  seasonBand,
}: NextWorkoutProps) {
  const { title, day, timeOfDay, season } = entry;
  const actions = useEntryActions(paceContext);
  const view = useEntryView(entry, paceContext);
  const name = [formatLongDay(day, today), formatTimeOfDay(timeOfDay)].filter(Boolean).join(', ');

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
        <div className="flex flex-wrap items-center gap-3 max-md:order-1 max-md:-mx-(--gutter) max-md:grid max-md:grid-cols-2 max-md:border-b max-md:border-line max-md:bg-surface max-md:px-(--gutter) max-md:pb-4 md:mb-6 md:ml-auto">
          <NextWorkoutButtons {...{ entry, paceContext, today, actions, garmin, onTrack }} />
        </div>
        {garmin && (
          <div className="md:w-full [&:not(:empty)]:mb-5">
            <garmin.Alert entry={entry} />
          </div>
        )}
        {seasonBand && <div className="md:w-full">{seasonBand}</div>}
        <EntryWorkoutCard {...{ entry, view, actions }} />
      </div>
      {below}
      <div className="mt-6 grid items-start gap-6 *:min-w-0 md:mt-8 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <EntrySteps view={view} />
        {aside}
      </div>
      <EntrySheet {...{ entry, view, name }} />
    </>
  );
}

type ButtonsProps = Omit<NextWorkoutProps, 'below' | 'aside' | 'seasonBand'> & {
  actions: EntryActions;
};

function NextWorkoutButtons(props: ButtonsProps) {
  const { entry, paceContext, today, actions, garmin, onTrack } = props;
  const { done, reading } = entry;
  return (
    <>
      {!done && (
        <Button icon={<Timer aria-hidden />} className="max-md:order-1" onClick={onTrack}>
          Track mode
        </Button>
      )}
      <IconButton
        label="Print"
        icon={<Printer aria-hidden />}
        onClick={() => window.print()}
        className="max-md:hidden"
      />
      {!done && (
        <Link
          to={editPath(entry)}
          className={classNames(buttonClass({ variant: 'quiet' }), 'max-md:order-last')}
        >
          <Pencil aria-hidden /> Edit
        </Link>
      )}
      {reading.mistakeCount === 0 && (
        <Button
          className="max-md:order-2"
          icon={<Download aria-hidden />}
          onClick={() => downloadEntryFit(entry, paceContext)}
        >
          Download FIT
        </Button>
      )}
      <DoneButton {...{ entry, today, actions }} variant={garmin ? 'secondary' : 'primary'} />
      {garmin && (
        <span className="contents max-md:*:order-first max-md:*:col-span-2">
          <garmin.Button entry={entry} />
        </span>
      )}
    </>
  );
}
