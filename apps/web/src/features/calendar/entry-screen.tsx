import { type CalendarEntry, isRunEntry, kindOfEntry } from '@pacewright/contract';
import { CalendarArrowUp, Check, Pencil, Send, Timer, Trash2 } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { formatLongDay, weekOf, weekTitle } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { TrackDialog, useTracked } from '../../workout/track/use-tracked.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { LinkUp } from '../../ui/link-up.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useCalendar, useRuns } from './calendar-queries.ts';
import { DayOptions } from './day-options.tsx';
import { DoneButton } from './done-button.tsx';
import { type EntryDialog, EntryDialogs } from './entry-dialogs.tsx';
import { editPath, entryPath, isEditable } from '../../platform/days/entry-links.ts';
import { type OpenDialog, removeEntry } from './entry-menu.tsx';
import { formatTimeOfDay } from './entry-option.ts';
import type { EntryPart, SendDialogPart } from './entry-parts.tsx';
import { findRun } from './entry-runs.tsx';
import { EntrySheet, EntrySteps, EntryWorkoutCard, useEntryView } from './entry-workout.tsx';
import { readRaceEntry } from './race-entry.ts';
import { rangeOfMonth, rangeOfRuns } from './range-of-month.ts';
import { notesOf } from './resolve-entry.ts';
import { type EntryActions, useEntryActions } from './use-entry-actions.ts';

/** Parts of an entry's page that other features render. */
export type EntryScreenParts = {
  /** The line of its plan. */
  PlanLine: EntryPart;
  SendDialog: SendDialogPart | undefined;
  /** An alert about its delivery. */
  DeliveryAlert: EntryPart;
  /** Saves a run that is only on the calendar to the library. */
  SaveToLibrary: ComponentType<{ title: string; script: string; notes: string }>;
  /** The days ahead that have the same workout of the library. */
  OtherDays: ComponentType<{ workoutId: string; day: string }>;
};

type EntryScreenProps = {
  id: string;
  day: string;
  paceContext: PaceContext;
  parts: EntryScreenParts;
};

/** One entry of the calendar, whatever it was made from. */
export function EntryScreen({ id, day, paceContext, parts }: EntryScreenProps) {
  const entries = useCalendar(rangeOfMonth(day));
  const entry = entries.find((each) => each.id === id);
  if (!entry) return <NoEntry day={day} />;
  // It was moved since the address was written down.
  if (entry.day !== day) return <Navigate replace to={entryPath(entry)} />;
  return <EntryPage {...{ entry, entries, paceContext, parts }} />;
}

function NoEntry({ day }: { day: string }) {
  return (
    <>
      <PageHeading title="Not on this day" />
      <Alert kind="info">
        This was moved or removed.{' '}
        <Link to={`/app/calendar?day=${day}`} className="font-semibold">
          Open calendar
        </Link>
      </Alert>
    </>
  );
}

type EntryPageProps = Omit<EntryScreenProps, 'id' | 'day'> & {
  entry: CalendarEntry;
  /** Of its month. */
  entries: readonly CalendarEntry[];
};

function EntryPage({ entry, entries, paceContext, parts }: EntryPageProps) {
  const { id, title, script, day, timeOfDay } = entry;
  const today = useToday();
  const navigate = useNavigate();
  const week = weekOf(day, firstWeekday());
  const calendarPath = day === today ? '/app/calendar' : `/app/calendar?day=${day}`;
  const run = findRun(useRuns(rangeOfRuns(rangeOfMonth(day))), entry);
  const actions = useEntryActions(paceContext);
  const view = useEntryView(entry, paceContext);
  const [dialog, setDialog] = useState<EntryDialog>();
  const [trackedId, track] = useTracked();
  const openDialog: OpenDialog = (next) => {
    if (next.kind === 'track') track(next.entry.id);
    else if ('entry' in next || next.kind === 'race') setDialog(next);
  };
  const name = [formatLongDay(day, today), formatTimeOfDay(timeOfDay)].filter(Boolean).join(', ');
  const hasScript = isRunEntry(entry);

  return (
    <>
      <LinkUp to={calendarPath}>{weekTitle(week, today)}</LinkUp>
      <div className="flex gap-x-4 max-md:flex-col md:flex-wrap md:items-end">
        <PageHeading title={title} under={name} />
        <div className="flex flex-wrap items-center gap-3 max-md:order-1 max-md:-mx-(--gutter) max-md:grid max-md:grid-cols-2 max-md:border-b max-md:border-line max-md:bg-surface max-md:px-(--gutter) max-md:pb-4 md:mb-6 md:ml-auto">
          <EntryButtons {...{ entry, actions, openDialog }}>
            {run ? (
              <Link to={`/app/activities/${run.id}`} className={buttonClass()}>
                <Check aria-hidden /> View run
              </Link>
            ) : (
              <DoneButton {...{ entry, today, actions }} variant="secondary" />
            )}
          </EntryButtons>
        </div>
        <div className="md:w-full [&:not(:empty)]:mb-5">
          <parts.DeliveryAlert entry={entry} />
        </div>
        {hasScript ? (
          <EntryWorkoutCard {...{ entry, view, actions }} />
        ) : (
          <ActivityCard {...{ entry, actions }} />
        )}
      </div>
      <div className="mt-6 grid items-start *:min-w-0 gap-6 md:mt-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {hasScript && <EntrySteps view={view} />}
        <OriginCard entry={entry} parts={parts} />
      </div>
      <EntrySheet {...{ entry, view, name }} />
      {trackedId === id && (
        <Suspense>
          <TrackDialog {...{ title, script, paceContext }} onClose={() => track(undefined)} />
        </Suspense>
      )}
      {dialog && (
        <EntryDialogs
          {...{ dialog, entries, setDialog, actions, paceContext }}
          SendDialog={parts.SendDialog}
          canPrint
          onMove={(moved, to) => {
            if (to !== moved.day)
              void navigate(entryPath({ ...moved, day: to }), { replace: true });
          }}
          onRemove={() => void navigate(calendarPath)}
        />
      )}
    </>
  );
}

type ButtonsProps = {
  entry: CalendarEntry;
  actions: EntryActions;
  openDialog: OpenDialog;
  children: ReactNode;
};

/** The actions of its menu on the calendar. The one that comes next is last, and on a phone first. */
function EntryButtons({ entry, actions, openDialog, children }: ButtonsProps) {
  const canRun = isRunEntry(entry) && !entry.done;
  return (
    <>
      <Button
        variant="quiet"
        icon={<Trash2 aria-hidden />}
        className="max-md:order-last"
        onClick={() => removeEntry(entry, actions, openDialog)}
      >
        Remove
      </Button>
      {canRun && (
        <Button
          icon={<Timer aria-hidden />}
          className="max-md:order-2"
          onClick={() => openDialog({ kind: 'track', entry })}
        >
          Track mode
        </Button>
      )}
      <Button
        icon={<CalendarArrowUp aria-hidden />}
        className="max-md:order-1"
        onClick={() => openDialog({ kind: 'move', entry })}
      >
        Move or copy…
      </Button>
      {isEditable(entry) &&
        (readRaceEntry(entry) ? (
          <Button
            icon={<Pencil aria-hidden />}
            onClick={() => openDialog({ kind: 'race', when: { day: entry.day }, entry })}
          >
            Edit
          </Button>
        ) : (
          <Link to={editPath(entry)} className={buttonClass()}>
            <Pencil aria-hidden /> Edit
          </Link>
        ))}
      {entry.own?.skipped && (
        <Button onClick={() => void actions.putBack(entry)}>Put it back</Button>
      )}
      <span className="contents max-md:*:order-3">{children}</span>
      {canRun && (
        <Button
          variant="primary"
          icon={<Send aria-hidden />}
          className="max-md:order-first max-md:col-span-2"
          onClick={() => openDialog({ kind: 'send', entry })}
        >
          Send or share…
        </Button>
      )}
    </>
  );
}

/** A rest day or another activity: its note, and the other options of the day. */
function ActivityCard({ entry, actions }: { entry: CalendarEntry; actions: EntryActions }) {
  const notes = notesOf(entry);
  return (
    <Card edgeToEdge aria-label="Activity" className="px-(--gutter) py-4.5 md:w-full md:px-6">
      <p className="break-words whitespace-pre-wrap">
        {/* An activity that has only a note is named after it. */}
        {(notes === entry.title ? '' : notes) || 'No run on this day.'}
      </p>
      <DayOptions {...{ entry, actions }} />
    </Card>
  );
}

/** The source of an entry, which is all that differs between the pages of its kinds. */
function OriginCard({ entry, parts }: { entry: CalendarEntry; parts: EntryScreenParts }) {
  const { workoutId, season, title, script, day } = entry;
  if (season) return <parts.PlanLine entry={entry} />;
  if (workoutId)
    return (
      <Card className="grid justify-items-start gap-2 p-5">
        <h2 className="text-lg">From your workouts: {title}</h2>
        <parts.OtherDays {...{ workoutId, day }} />
        <Link to={`/app/workouts/${workoutId}`} className="font-semibold">
          Open the workout
        </Link>
      </Card>
    );
  if (kindOfEntry(entry) !== 'own') return null;
  return (
    <Card className="grid justify-items-start gap-2 p-5">
      <h2 className="text-lg">Written for this day</h2>
      <p className="text-ink-2">It’s on the calendar only. Save it to use it again.</p>
      <parts.SaveToLibrary {...{ title, script }} notes={notesOf(entry)} />
    </Card>
  );
}
