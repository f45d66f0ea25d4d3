import type { SeasonPreview } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useState } from 'react';
import { formatLongDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { useSeasonAction } from './use-season-action.ts';

/** Days that get something beside what is there already. */
export function SharedDays({ shared }: Pick<SeasonPreview, 'shared'>) {
  const today = useToday();
  const [isAll, setIsAll] = useState(false);
  if (shared.length === 0) return null;
  const shown = isAll ? shared : shared.slice(0, MAX_SHOWN);
  return (
    <section aria-labelledby="shared-days">
      <h3 id="shared-days" className="text-md">
        {plural(shared.length, 'day already has', 'days already have')} something
      </h3>
      <p className="mt-1 text-sm text-ink-2">
        Nothing is replaced. The plan’s workouts are added as well.
      </p>
      <ul className="mt-2 text-sm">
        {shown.map(({ day, titles }) => (
          <li key={day} className="flex gap-4 border-t border-line py-1.5">
            <span className="w-36 flex-none">{formatLongDay(day, today)}</span>
            <span className="min-w-0 wrap-anywhere">{titles.join(', ')}</span>
          </li>
        ))}
      </ul>
      {shown.length < shared.length && (
        <Button size="sm" className="mt-1" onClick={() => setIsAll(true)}>
          Show {shared.length - shown.length} more
        </Button>
      )}
    </section>
  );
}

/** Days that are listed at first. */
const MAX_SHOWN = 5;

type FullDaysProps = Pick<SeasonPreview, 'full'> & { advice?: string };

/** Days that would have too many entries, so that nothing can be done. */
export function FullDays({
  full,
  advice = 'Choose another day, or remove something from these days first.',
}: FullDaysProps) {
  const today = useToday();
  if (full.length === 0) return null;
  const named = full.slice(0, 3).map((day) => formatLongDay(day, today));
  return (
    <Alert kind="error" title="Some days are full.">
      {named.join(', ')}
      {full.length > 3 && ' and others'} would have too many workouts. {advice}
    </Alert>
  );
}

/** Why there is no preview, or why nothing was changed. */
export function ActionAlerts({
  hasChanged,
  problems,
  retry,
}: Pick<ReturnType<typeof useSeasonAction>, 'hasChanged' | 'problems' | 'retry'>) {
  return (
    <>
      {problems.preview && (
        <Alert kind="error" title="The preview didn’t load.">
          {problems.preview.message}{' '}
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </Alert>
      )}
      {hasChanged && (
        <Alert kind="warning" title="Your calendar has changed.">
          Check the updated preview.
        </Alert>
      )}
      {problems.apply && (
        <Alert kind="error" title="Couldn’t make this change.">
          {problems.apply.message}
        </Alert>
      )}
    </>
  );
}
