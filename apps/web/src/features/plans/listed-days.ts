import type { CalendarEntry } from '@pacewright/contract';
import { type PlanReading, WEEKDAYS } from '@pacewright/plan';
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
  /** "Tue 17 Nov", "Tue" */
  name: string;
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
  return {
    weekdays,
    weeks: weeks.map(({ week, titles }) => ({
      id: String(week),
      name: [`Week ${week}`, titles.at(-1)].filter(Boolean).join(', '),
      days: days
        .filter((day) => day.week === week && day.kind !== 'rest')
        .map(({ weekday, run, title, script, notes }) => ({
          id: `${week} ${weekday} ${run}`,
          name: `${WEEKDAYS[weekday]}${run === 2 ? ' pm' : ''}`,
          column: (weekday - weekStart + 7) % 7,
          title,
          script,
          notes,
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
  for (const entry of entries.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const week = weekOf(entry.day, first);
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
      name: formatShortDay(entry.day, today),
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
