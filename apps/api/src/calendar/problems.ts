import { formatCount } from '@pacewright/pace';
import {
  MAX_CALENDAR_BYTES,
  MAX_CALENDAR_ENTRIES,
  MAX_WORKOUTS_PER_DAY,
} from '@pacewright/contract';
import type { Db } from '../db/database.ts';
import { notAccepted, Problem } from '../http/problem.ts';
import { measureCalendar } from './size.ts';

/** Throws, and so rolls back, if the calendar has too many entries. Needs the athlete's lock. */
export async function requireCalendarRoom(db: Db, userId: string): Promise<void> {
  const { entries, bytes } = await measureCalendar(db, userId);
  if (entries > MAX_CALENDAR_ENTRIES) throw calendarFull();
  if (bytes > MAX_CALENDAR_BYTES) throw calendarTooLarge();
}

function calendarFull(): Problem {
  const max = formatCount(MAX_CALENDAR_ENTRIES);
  return new Problem('LIMIT_REACHED', {
    detail: `Your calendar can have up to ${max} workouts. Remove some first`,
  });
}

/** For texts that are too long together. */
function calendarTooLarge(): Problem {
  return new Problem('LIMIT_REACHED', {
    detail: `The texts on your calendar can take up ${MAX_CALENDAR_BYTES / 1_000_000} MB. Remove some workouts first`,
  });
}

export function dayFull(): Problem {
  return notAccepted(
    '/day',
    `A day can have up to ${MAX_WORKOUTS_PER_DAY} workouts. Choose another day`,
  );
}

/** For a change of many days. */
export function dayWouldBeFull(day: string): Problem {
  return notAccepted(
    '/day',
    `A day can have up to ${MAX_WORKOUTS_PER_DAY} workouts, and ${day} would have more. Move or remove some first`,
  );
}
