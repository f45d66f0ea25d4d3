import type { DayRange } from '../../platform/api/queries/calendar.ts';
import { addDays, weeksOfMonth } from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';

/** A month has every week of its days, so the week, the month and the page of an entry share one query. */
export function rangeOfMonth(day: string): DayRange {
  const weeks = weeksOfMonth(day, firstWeekday());
  return { from: weeks[0]?.[0] ?? day, to: weeks.at(-1)?.at(-1) ?? day };
}

/** A run may be of a workout that was planned for a week before or after it. */
const DAYS_APART = 7;

export function rangeOfRuns({ from, to }: DayRange): DayRange {
  return { from: addDays(from, -DAYS_APART), to: addDays(to, DAYS_APART) };
}
