import type { CalendarEntry } from '@pacewright/contract';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import {
  addMonths,
  firstWeekday,
  longDay,
  weekOf,
  weeksOfMonth,
  weekTitle,
} from '../../days/days.ts';
import { useToday } from '../../days/use-today.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { type DayRange, useCalendar, usePrefetchCalendar } from './calendar-queries.ts';
import { NextWorkout, type NextWorkoutGarmin } from './next-workout.tsx';
import { NothingPlanned } from './nothing-planned.tsx';
import { PrintedWeek } from './printed-week.tsx';
import { ThisWeek } from './this-week.tsx';
import { WeekByPace } from './week-by-pace.tsx';
import { YourPaces } from './your-paces.tsx';

/** How many months ahead the next workout is looked for. */
const MONTHS_AHEAD = 3;

type TodayScreenProps = {
  athlete: Athlete;
  garmin?: NextWorkoutGarmin;
  /** Whether they have paces of their own. */
  hasPaces: boolean;
  /** Goes around the advice to plan something, for new athletes who have other things to do first. */
  Welcome?: ComponentType<{ children: ReactNode }>;
};

/** What is to be run next, and the week it is in. */
export function TodayScreen({ athlete, hasPaces, garmin, Welcome = Fragment }: TodayScreenProps) {
  const today = useToday();
  const week = weekOf(today, firstWeekday());
  const entries = useCalendar(rangeAround(today));
  const next = findNext(entries, today);
  const thisWeek = entries.filter(({ day }) => week.includes(day));

  return (
    <>
      {next ? (
        <NextWorkout
          key={next.id}
          {...{ athlete, today, garmin }}
          entry={next}
          aside={
            <div className="grid gap-6 *:min-w-0">
              <YourPaces athlete={athlete} />
              <WeekByPace entries={thisWeek} athlete={athlete} />
            </div>
          }
        />
      ) : (
        <>
          <PageHeading title="Today" over={longDay(today, today)} />
          {thisWeek.length > 0 ? (
            <NothingPlanned {...{ athlete, today, hasPaces }} hasWeek />
          ) : (
            <Welcome>
              <NothingPlanned {...{ athlete, today, hasPaces }} hasWeek={false} />
            </Welcome>
          )}
          {thisWeek.length > 0 && (
            <div className="mt-8 max-w-130">
              <WeekByPace entries={thisWeek} athlete={athlete} />
            </div>
          )}
          <PrintSheet>
            {() => (
              <PrintedWeek
                {...{ week, athlete, today }}
                title={weekTitle(week, today)}
                entries={thisWeek}
              />
            )}
          </PrintSheet>
        </>
      )}
      {(next || thisWeek.length > 0) && (
        <ThisWeek {...{ week, today, athlete }} entries={thisWeek} />
      )}
    </>
  );
}

/** Starts to load the entries of Today, for whoever has to wait for something else before they can show it. */
export function usePrefetchToday(): void {
  usePrefetchCalendar(rangeAround(useToday()));
}

/** Whole months, so that a tab left open asks for other days once a month instead of every midnight. */
function rangeAround(today: string): DayRange {
  const first = firstWeekday();
  return {
    from: weeksOfMonth(today, first)[0]?.[0] ?? today,
    to: weeksOfMonth(addMonths(today, MONTHS_AHEAD), first).at(-1)?.at(-1) ?? today,
  };
}

/** Today's first that is not done, else the next day's; when all is done, what was done today. */
function findNext(entries: CalendarEntry[], today: string): CalendarEntry | undefined {
  return (
    entries.find(({ day, done }) => day >= today && !done) ??
    entries.findLast(({ day }) => day === today)
  );
}
