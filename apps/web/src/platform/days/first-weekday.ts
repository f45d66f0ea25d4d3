import { readLocalUser } from '../session/local-user.ts';
import type { Weekday } from './days.ts';

/** The first day of a week on this athlete's calendar. A visitor's weeks begin on Monday. */
export function firstWeekday(): Weekday {
  return readLocalUser()?.weekStart === 'sunday' ? 7 : 1;
}
