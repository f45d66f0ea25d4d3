import { MAX_CALENDAR_ENTRIES, MAX_WORKOUTS_PER_DAY } from '@pacewright/contract';
import { notAccepted, Problem } from '../../http/problem.ts';

export function calendarFull(): Problem {
  const max = MAX_CALENDAR_ENTRIES.toLocaleString('en-US');
  return new Problem('LIMIT_REACHED', {
    detail: `Your calendar holds ${max} workouts, which is the most. Remove some first`,
  });
}

export function dayFull(): Problem {
  return notAccepted(
    '/day',
    `A day holds up to ${MAX_WORKOUTS_PER_DAY} workouts. Choose another day`,
  );
}

/** For a change of many days. */
export function dayWouldBeFull(day: string): Problem {
  return notAccepted(
    '/day',
    `A day holds up to ${MAX_WORKOUTS_PER_DAY} workouts. There would be more on ${day}. Move or remove some first`,
  );
}
