import type { ImportedWorkout, PlanItem } from '@pacewright/import';
import { addDays, daysBetween, formatDay, nameWeekday, weekOf } from '../../platform/days/days.ts';

/** The first week that workouts without dates have. A table may begin with week 5. */
export function firstWeekOf(workouts: readonly ImportedWorkout[]): number {
  return workouts.reduce((first, { planDay }) => Math.min(first, planDay?.week ?? first), Infinity);
}

/** The day of a workout, if it has a date, or a weekday in a plan whose first week begins on a day. */
export function dayOf(
  { day, planDay }: Pick<ImportedWorkout, 'day' | 'planDay'>,
  start: string,
  first: number,
): string | undefined {
  if (day !== undefined || !planDay) return day;
  const [monday = start] = weekOf(start, 1);
  const weekday = (planDay.weekday - daysBetween(monday, start) + 7) % 7;
  return addDays(start, 7 * (planDay.week - first) + weekday);
}

type Now = { text: string | undefined; thisWeek: string; today: string };

/** Days of a mail that may have passed when it is read. */
const MAX_PAST = 2;

const THIS_WEEK = /\b(?:this week|diese woche|cette semaine|esta semana)\b/i;
const NEXT_WEEK =
  /\b(?:next week|nächsten? woche|semaine prochaine|(?:próxima|proxima) semana|semana que viene)\b/i;

/** The week that weekdays without dates begin in: this one, if the text says so or most of its days are to come. */
export function defaultWeek(
  workouts: readonly ImportedWorkout[],
  { text = '', thisWeek, today }: Now,
): string {
  const first = firstWeekOf(workouts);
  const days = workouts.flatMap((workout) =>
    workout.planDay && workout.day === undefined ? (dayOf(workout, thisWeek, first) ?? []) : [],
  );
  const past = new Set(days.filter((day) => day < today)).size;
  const isNow = past <= MAX_PAST && past < new Set(days).size;
  if (NEXT_WEEK.test(text) && !THIS_WEEK.test(text)) return addDays(thisWeek, 7);
  return days.length === 0 || isNow || THIS_WEEK.test(text) ? thisWeek : addDays(thisWeek, 7);
}

/** The earliest day that a workout can be put on. Weeks without dates are this one or later. */
export function firstDayOf(
  workouts: readonly ImportedWorkout[],
  thisWeek: string,
): string | undefined {
  return workouts
    .map(({ day, planDay }) => day ?? (planDay && thisWeek))
    .filter((day) => day !== undefined)
    .sort()[0];
}

/** The workouts as days of a plan, if all of them have a day and they are more than a week. */
export function planItemsOf(
  workouts: readonly ImportedWorkout[],
  start: string,
  first: number,
): PlanItem[] | undefined {
  const days = workouts.map((workout) => dayOf(workout, start, first));
  const earliest = days.reduce(
    (one, other) => ((other ?? '') < (one ?? '') ? other : one),
    days[0],
  );
  if (earliest === undefined || days.includes(undefined)) return undefined;
  const [monday = earliest] = weekOf(earliest, 1);
  const items = workouts.map((workout, index) => {
    const offset = daysBetween(monday, days[index] ?? monday);
    const { script, notes } = workout;
    const title = titleOnCalendar(workout);
    return { title, script, notes, week: 1 + Math.floor(offset / 7), weekday: offset % 7 };
  });
  return items.some(({ week }) => week > 1) ? items : undefined;
}

const WEEKDAY_LABEL = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?: /i;

/** Without the weekday, which the calendar shows. */
export function titleOnCalendar({ title, planDay }: ImportedWorkout): string {
  return planDay ? title.replace(WEEKDAY_LABEL, '') || title : title;
}

/** The day in words, for the notes of a workout in the library, which has no days. */
export function dayInWords({ day, planDay }: ImportedWorkout): string | undefined {
  if (day !== undefined) return `Planned for ${formatDay(day)}`;
  return planDay && `Planned for ${nameWeekday(planDay.weekday)} in week ${planDay.week}`;
}
