import type { SavedWorkout } from '@pacewright/contract';
import { Plus, Search } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { Link } from 'react-router';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { workoutPickerQuery } from '../../platform/api/queries/workouts.ts';
import { WorkoutButton } from './workout-button.tsx';

type WorkoutPickerProps = {
  paceContext: PaceContext;
  onPick: (workout: SavedWorkout) => void;
  onDragStart?: (workout: SavedWorkout, event: PointerEvent) => void;
  /** The focus of its dialog starts in the search. */
  takesFocus?: boolean;
  className: string;
};

/** The whole library to select from, page by page, with a search. */
export function WorkoutPicker(props: WorkoutPickerProps) {
  const { paceContext, onPick, onDragStart, takesFocus, className } = props;
  const [query, setQuery] = useState('');
  const q = useDebouncedValue(query.trim());
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    workoutPickerQuery(useCall(), q),
  );
  const workouts = data?.pages.flatMap((page) => page.workouts);

  if (workouts?.length === 0 && q === '' && query === '') return <NoWorkouts />;

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Field
          label="Search your workouts"
          labelHidden
          type="search"
          placeholder="Title, tag or script"
          icon={<Search aria-hidden className="size-4.5" />}
          className="w-80 max-w-full max-md:w-full"
          data-autofocus={takesFocus || undefined}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <p className="fig text-sm text-ink-2" aria-live="polite">
          {workouts && workouts.length > 0 && formatCount(workouts.length, { q, hasNextPage })}
        </p>
      </div>
      {!workouts && !error && <Skeleton label="Loading workouts" />}
      {!workouts && error && (
        <Alert kind="error" title="Your workouts didn’t load.">
          {error.message}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {workouts?.length === 0 && (
        <p className="text-ink-2">No results for “{q}”. Try the first letters of a word.</p>
      )}
      {workouts && workouts.length > 0 && (
        <ul aria-label="Workouts to choose from" className={className}>
          {workouts.map((workout) => (
            <li key={workout.id} className="min-w-0">
              <WorkoutButton {...{ workout, paceContext, onPick, onDragStart }} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          className="justify-self-start"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** "37 workouts", "24 workouts shown", "3 found" */
function formatCount(
  count: number,
  { q, hasNextPage }: { q: string; hasNextPage: boolean },
): string {
  if (q !== '') return hasNextPage ? `First ${count} found` : `${count} found`;
  const workouts = count === 1 ? '1 workout' : `${count} workouts`;
  return hasNextPage ? `Newest ${workouts}` : workouts;
}

function NoWorkouts() {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">
        No workouts yet. Write one in one line, such as 15m E + 20m T + 10m E, then put it on a day.
      </p>
      <Link to="/app/workouts/new" className={buttonClass({ variant: 'primary' })}>
        <Plus aria-hidden /> New workout
      </Link>
    </div>
  );
}
