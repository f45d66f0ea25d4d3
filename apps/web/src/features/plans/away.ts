import type { SeasonChange } from '@pacewright/contract';
import type { PaceKey } from '@pacewright/pace';
import { addDays, type Weekday, weekOf } from '../../platform/days/days.ts';

/** A day of a plan on the calendar, as far as an absence matters to it. */
export type AwayDay = {
  id: string;
  day: string;
  /** In the plan. */
  week: number;
  title: string;
  seconds: number;
  /** The pace with the most running other than easy. Undefined without a run. */
  lane: PaceKey | undefined;
  isRace: boolean;
};

/** The days after a previewed action. Skipped and dropped ones are gone. */
export function applyAway(days: readonly AwayDay[], changes: readonly SeasonChange[]): AwayDay[] {
  const byId = new Map(changes.map((change) => [change.entryId, change]));
  return days
    .flatMap((own) => {
      const change = byId.get(own.id);
      if (!change) return [own];
      const { after } = change;
      return after && after.kind !== 'rest' ? [{ ...own, day: after.day }] : [];
    })
    .toSorted((one, other) => one.day.localeCompare(other.day));
}

/** The longest run of each week of the plan that has one of an hour or more, races not counted. */
export function longRunsOf(days: readonly AwayDay[]): AwayDay[] {
  const byWeek = new Map<number, AwayDay>();
  for (const own of days) {
    if (own.isRace || own.seconds < MIN_LONG_RUN) continue;
    const longest = byWeek.get(own.week);
    if (!longest || own.seconds > longest.seconds) byWeek.set(own.week, own);
  }
  return [...byWeek.values()];
}

/** Seconds. */
const MIN_LONG_RUN = 3600;

export type DroppedWeek = { week: number; from: string };

/**
 * The week with the least running between an absence and the week of the race: the one that a plan can best do without.
 * Undefined if none is in between.
 */
export function findLightWeek(
  days: readonly AwayDay[],
  { to, race, first, count }: { to: string; race: string; first: Weekday; count: number },
): DroppedWeek | undefined {
  const raceWeek = weekOf(race, first)[0] ?? race;
  const found: (DroppedWeek & { seconds: number })[] = [];
  let from = addDays(weekOf(to, first)[0] ?? to, 7);
  while (addDays(from, count) <= raceWeek) {
    const end = addDays(from, count);
    const own = days.filter(({ day }) => day >= from && day < end);
    const seconds = own.reduce((sum, each) => sum + each.seconds, 0);
    if (own[0]) found.push({ from, week: own[0].week, seconds });
    from = addDays(from, 7);
  }
  // Of two that are equally light the earlier.
  return found.toSorted((one, other) => one.seconds - other.seconds)[0];
}
