import { plural } from '@pacewright/pace';
import { formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { useDaysAhead } from './workouts-queries.ts';

/** Days that are named; more are counted. */
const MAX_NAMED = 4;

/** The other days ahead that have the same workout. */
export function OtherDays({ workoutId, day }: { workoutId: string; day: string }) {
  const today = useToday();
  const others = (useDaysAhead().data?.get(workoutId) ?? []).filter((other) => other !== day);
  if (others.length === 0) return null;
  return (
    <p className="text-ink-2">
      Also on{' '}
      {others.length > MAX_NAMED
        ? plural(others.length, 'other day')
        : others.map((other) => formatShortDay(other, today)).join(', ')}
      .
    </p>
  );
}
