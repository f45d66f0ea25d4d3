import { plural } from '@pacewright/pace';
import { daysBetween } from '../../platform/days/days.ts';

/** "today", "30 days ago", "8 months ago". A race of tomorrow was run in another zone. */
export function formatRaceAge(racedOn: string, today: string): string {
  const days = daysBetween(racedOn, today);
  if (days < 1) return 'today';
  if (days < 2) return 'yesterday';
  if (days < 60) return `${plural(days, 'day')} ago`;
  if (days < 730) return `${plural(Math.round(days / 30.44), 'month')} ago`;
  return `${plural(Math.round(days / 365.25), 'year')} ago`;
}
