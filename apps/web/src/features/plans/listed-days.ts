import type { CalendarEntry } from '@pacewright/contract';
import { type PlanDay, type PlanReading, WEEKDAYS } from '@pacewright/plan';
import { inOrder } from '../../platform/api/queries/calendar.ts';
import {
  formatShortDay,
  shortWeekday,
  type Weekday,
  weekOf,
  weekTitle,
} from '../../platform/days/days.ts';

/** A day of a season on paper: of the calendar with its date, or of a plan without one. */
export type ListedDay = {
  id: string;
  /** "Tue 17 Nov", "Tue PM" */
  name: string;
  /** "AM", "PM", or empty if it does not matter. */
  timeOfDay: string;
  /** The place in its row, from 0. */
  column: number;
  title: string;
  script: string;
  notes: string;
  isDone: boolean;
};

/** A week of the calendar, or of a plan. */
export type ListedWeek = {
  id: string;
  /** "Week 3, 7 - 13 December", "Week 3" */
  name: string;
  days: ListedDay[];
};

export type ListedSeason = { weekdays: string[]; weeks: ListedWeek[] };

/** The days of a plan that is not on the calendar. Rest days are left out. */
export function listPlanDays({ days, weekStart, weeks }: PlanReading): ListedSeason {
  const weekdays = WEEKDAYS.map((_, index) => WEEKDAYS[(weekStart + index) % 7] ?? '');
  const planned = days.filter(({ kind }) => kind !== 'rest');
  const evenings = new Set(
    planned.filter(({ run }) => run === 2).map(({ week, weekday }) => `${week} ${weekday}`),
  );
  const timeOf = ({ week, weekday, run }: PlanDay) =>
    run === 2 ? 'PM' : evenings.has(`${week} ${weekday}`) ? 'AM' : '';
  return {
    weekdays,
    weeks: weeks.map(({ week, titles }) => ({
      id: String(week),
      name: [`Week ${week}`, titles.at(-1)].filter(Boolean).join(', '),
      days: planned
        .filter((day) => day.week === week)
        .map((day) => ({
          id: `${week} ${day.weekday} ${day.run}`,
          name: nameOf(WEEKDAYS[day.weekday] ?? '', timeOf(day)),
          timeOfDay: timeOf(day),
          column: (day.weekday - weekStart + 7) % 7,
          title: day.title,
          script: day.script,
          notes: day.notes,
          isDone: false,
        })),
    })),
  };
}

/** The entries of a season by weeks of the calendar, without empty weeks at either end. */
export function listSeasonDays(
  entries: readonly CalendarEntry[],
  today: string,
  first: Weekday,
): ListedSeason {
  const weeks = new Map<string, ListedWeek & { numbers: Set<string> }>();
  for (const entry of inOrder([...entries])) {
    const week = weekOf(entry.day, first);
    const timeOfDay = entry.timeOfDay?.toUpperCase() ?? '';
    const id = week[0] ?? entry.day;
    const known = weeks.get(id) ?? {
      id,
      name: weekTitle(week, today),
      days: [],
      numbers: new Set<string>(),
    };
    weeks.set(id, known);
    known.numbers.add(/^\d+/.exec(entry.season?.key ?? '')?.[0] ?? '');
    known.days.push({
      id: entry.id,
      name: nameOf(formatShortDay(entry.day, today), timeOfDay),
      timeOfDay,
      column: week.indexOf(entry.day),
      title: entry.title,
      script: entry.script,
      notes: entry.own?.notes ?? '',
      isDone: entry.done !== null,
    });
  }
  return {
    weekdays: weekOf(today, first).map(shortWeekday),
    weeks: [...weeks.values()].map(({ id, name, days, numbers }) => ({
      id,
      // A week of the calendar with days of two weeks of the plan has no number.
      name: numbers.size === 1 ? `Week ${[...numbers][0]}, ${name}` : name,
      days,
    })),
  };
}

function nameOf(day: string, timeOfDay: string): string {
  return timeOfDay ? `${day} ${timeOfDay}` : day;
}
