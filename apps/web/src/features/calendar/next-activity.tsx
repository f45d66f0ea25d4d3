import type { CalendarEntry } from '@pacewright/contract';
import type { ReactNode } from 'react';
import { formatLongDay } from '../../platform/days/days.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { DayOptions } from './day-options.tsx';
import { DoneButton } from './done-button.tsx';
import { formatTimeOfDay } from './entry-option.ts';
import { RaceLines } from './race-lines.tsx';
import { SeasonLine } from './season-line.tsx';
import { useEntryActions } from './use-entry-actions.ts';

type NextActivityProps = {
  entry: CalendarEntry;
  paceContext: PaceContext;
  today: string;
  /** Shown under the heading. */
  below: ReactNode;
  aside: ReactNode;
  /** Shown under the heading, in place of the line about the plan. */
  seasonBand: ReactNode;
};

/** A rest day or an activity other than running: its note, and the other options of the day. */
export function NextActivity({
  entry,
  paceContext,
  today,
  below,
  aside,
  seasonBand,
}: NextActivityProps) {
  const { title, day, timeOfDay, own, season } = entry;
  const actions = useEntryActions(paceContext);
  const name = [formatLongDay(day, today), formatTimeOfDay(timeOfDay)].filter(Boolean).join(', ');
  // An activity that has only a note is named after it.
  const notes = own?.notes === title ? '' : own?.notes;
  return (
    <>
      <PageHeading
        title={title}
        over={day === today ? name : `Next: ${name}`}
        under={
          <>
            {!seasonBand && season?.title && <SeasonLine season={season} />}
            <RaceLines today={today} />
          </>
        }
        actions={<DoneButton {...{ entry, today, actions }} variant="primary" />}
      />
      {seasonBand}
      {below}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Card
          edgeToEdge
          aria-label={day === today ? 'Today’s activity' : 'Next activity'}
          className="px-(--gutter) py-4.5 md:px-6"
        >
          <p className="break-words whitespace-pre-wrap">
            {notes || (own?.kind === 'rest' ? 'Rest day.' : 'No run today.')}
          </p>
          <DayOptions {...{ entry, actions }} />
        </Card>
        {aside}
      </div>
      <PrintSheet>
        {() => (
          <>
            <p className="mb-[1mm] text-md">{name}</p>
            <p className="text-2xl font-bold break-words">{title}</p>
            <p className="break-words whitespace-pre-wrap">{notes}</p>
          </>
        )}
      </PrintSheet>
    </>
  );
}
