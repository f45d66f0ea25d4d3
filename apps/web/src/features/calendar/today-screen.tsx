import { type CalendarEntry, isRestEntry, isRunEntry } from '@pacewright/contract';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import {
  addDays,
  addMonths,
  formatLongDay,
  weekOf,
  weeksOfMonth,
  weekTitle,
} from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import type { DayRange } from '../../platform/api/queries/calendar.ts';
import { TrackDialog, useTracked } from '../../workout/track/use-tracked.ts';
import { useCalendar, useRuns } from './calendar-queries.ts';
import { NextActivity } from './next-activity.tsx';
import { NextWorkout, type NextWorkoutGarmin } from './next-workout.tsx';
import { focusBox, NothingPlanned, usePasteWeek, WRITE_BOX } from './nothing-planned.tsx';
import { PrintedWeek } from './printed-week.tsx';
import { RaceCards } from './race-countdown.tsx';
import { RaceLines } from './race-lines.tsx';
import { SeasonBand, type SeasonDrawing } from './season-band.tsx';
import { ThisWeek } from './this-week.tsx';
import { WeekByPace } from './week-by-pace.tsx';
import { WriteBox } from './lazy-write-box.tsx';
import { YourPaces } from './your-paces.tsx';

/** Months in which to look for the next workout. */
const MONTHS_AHEAD = 3;

export type AfterRunPart = ComponentType<{
  today: string;
  paceContext: PaceContext;
  next: CalendarEntry | undefined;
  below: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}>;

export type RunQuestionPart = ComponentType<{
  id: string;
  today: string;
  paceContext: PaceContext;
}>;

export type OnboardingPart = ComponentType<{
  onPaste: () => void;
  onWrite: () => void;
  children: ReactNode;
}>;

type TodayScreenProps = {
  paceContext: PaceContext;
  garmin?: NextWorkoutGarmin;
  /** Whether the athlete has set paces. */
  hasPaces: boolean;
  /** Shows today's run instead of its children, if there is one. */
  AfterRun?: AfterRunPart;
  /** Asks which workout an unplanned run was. */
  RunQuestion?: RunQuestionPart;
  /** Draws the season of the next workout. */
  SeasonDrawing?: SeasonDrawing;
  /** Instead of the advice to plan something, for new athletes who have other things to do first. */
  Onboarding?: OnboardingPart;
};

/** The next workout, and the week that it is in. */
export function TodayScreen({
  paceContext,
  hasPaces,
  garmin,
  AfterRun,
  RunQuestion,
  SeasonDrawing: Drawing,
  Onboarding,
}: TodayScreenProps) {
  const today = useToday();
  const week = weekOf(today, firstWeekday());
  const entries = useCalendar(todayRange(today));
  const next = findNext(entries, today);
  const runs = useRuns({ from: week[0] ?? today, to: week.at(-1) ?? today });
  // Found by its id, so that it stays open at midnight and when the run becomes done.
  const [trackedId, track] = useTracked();
  const tracked = entries.find(({ id }) => id === trackedId);
  const thisWeek = entries.filter(({ day }) => week.includes(day));

  const todays = entries.filter((entry) => entry.day === today && !isRestEntry(entry));
  const isAllDone = todays.length > 0 && todays.every(({ done }) => done);
  const below = (
    <div className="mt-4 md:mt-6">
      <WriteBox paceContext={paceContext} id={WRITE_BOX} />
    </div>
  );
  const aside = (
    <div className="grid gap-6 *:min-w-0">
      <RaceCards {...{ today, paceContext }} />
      <YourPaces paceContext={paceContext} />
      <WeekByPace entries={thisWeek} {...{ runs, paceContext }} />
    </div>
  );
  const seasonBand = Drawing && next?.season?.title && (
    <SeasonBand season={next.season} {...{ paceContext, Drawing }} />
  );
  const main = next ? (
    isRunEntry(next) ? (
      <NextWorkout
        key={next.id}
        {...{ paceContext, today, garmin, below, aside, seasonBand }}
        entry={next}
        onTrack={() => track(next.id)}
      />
    ) : (
      <NextActivity
        key={next.id}
        {...{ paceContext, today, below, aside, seasonBand }}
        entry={next}
      />
    )
  ) : (
    <EmptyDay {...{ week, today, runs, paceContext, hasPaces, Onboarding }} entries={thisWeek} />
  );

  // Those of an evening are added on the next day.
  const unplanned = runs.findLast(
    ({ day, entryId }) => entryId === null && day <= today && day >= addDays(today, -1),
  );

  return (
    <>
      {RunQuestion && unplanned && <RunQuestion id={unplanned.id} {...{ today, paceContext }} />}
      {AfterRun && isAllDone ? (
        <AfterRun
          {...{ today, paceContext, below, aside }}
          next={entries.find((entry) => entry.day > today && isToDo(entry))}
        >
          {main}
        </AfterRun>
      ) : (
        main
      )}
      {(next || thisWeek.length > 0 || runs.length > 0) && (
        <ThisWeek {...{ week, today, runs, paceContext }} entries={thisWeek} />
      )}
      {tracked && (
        <Suspense>
          <TrackDialog
            title={tracked.title}
            script={tracked.script}
            paceContext={paceContext}
            onClose={() => track(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type EmptyDayProps = Pick<TodayScreenProps, 'paceContext' | 'hasPaces' | 'Onboarding'> &
  Pick<Parameters<typeof ThisWeek>[0], 'week' | 'today' | 'runs' | 'entries'>;

/** Without a next workout: where to start, and what the week had. */
function EmptyDay(props: EmptyDayProps) {
  const { week, today, entries, runs, paceContext, hasPaces, Onboarding } = props;
  const pasteWeek = usePasteWeek();
  const hasWeek = entries.length > 0;
  const nothing = <NothingPlanned {...{ paceContext, today, hasPaces, hasWeek }} />;
  return (
    <>
      <PageHeading
        title="Today"
        over={formatLongDay(today, today)}
        under={<RaceLines today={today} />}
      />
      <WriteBox paceContext={paceContext} id={WRITE_BOX} />
      {Onboarding && !hasWeek ? (
        <Onboarding onPaste={() => void pasteWeek()} onWrite={focusBox}>
          {nothing}
        </Onboarding>
      ) : (
        nothing
      )}
      {hasWeek && (
        <div className="mt-8 max-w-130">
          <WeekByPace {...{ entries, runs, paceContext }} />
        </div>
      )}
      <PrintSheet>
        {() => (
          <PrintedWeek {...{ week, paceContext, today, entries }} title={weekTitle(week, today)} />
        )}
      </PrintSheet>
    </>
  );
}

/** Whole months, so that the query of a tab left open changes once a month instead of every midnight. */
export function todayRange(today: string): DayRange {
  const first = firstWeekday();
  return {
    from: weeksOfMonth(today, first)[0]?.[0] ?? today,
    to: weeksOfMonth(addMonths(today, MONTHS_AHEAD), first).at(-1)?.at(-1) ?? today,
  };
}

/** The first of today that is not done, a rest day if it is today's, or the next day's; if all is done, the last of today. */
function findNext(entries: CalendarEntry[], today: string): CalendarEntry | undefined {
  const todays = entries.filter(({ day }) => day === today);
  return (
    todays.find(isToDo) ??
    (todays.some(({ done }) => done) ? undefined : todays[0]) ??
    entries.find((entry) => entry.day > today && isToDo(entry)) ??
    todays.at(-1)
  );
}

function isToDo(entry: CalendarEntry): boolean {
  return !entry.done && !isRestEntry(entry);
}
