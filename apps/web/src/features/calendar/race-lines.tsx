import type { CalendarEntry } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { racesAheadQuery } from '../../platform/api/queries/races-ahead.ts';
import { daysBetween } from '../../platform/days/days.ts';

/** "Berlin Marathon in 46 days", for the next race and the last one of its season. */
export function RaceLines({ today }: { today: string }) {
  return useGoals(today).map(({ id, title, day }) => (
    <span key={id} className="block min-w-0 truncate text-sm text-ink-2">
      <span className="font-medium text-ink">{title}</span> {countDown(day, today)}
    </span>
  ));
}

/** "in 46 days", "tomorrow" */
function countDown(day: string, today: string): string {
  const days = daysBetween(today, day);
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** The next race after today, and the last one of its season, which the others lead up to. Nothing waits for them. */
export function useGoals(today: string): CalendarEntry[] {
  const { data = [] } = useQuery(racesAheadQuery(useCall(), today));
  const ahead = data.filter(({ day, done }) => day > today && !done);
  const next = ahead[0];
  const season = next?.season;
  const goal = season ? ahead.findLast((race) => race.season?.id === season.id) : undefined;
  return [...new Set([next, goal])].filter((race) => race !== undefined);
}
