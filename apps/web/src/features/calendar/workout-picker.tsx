import type { EntryContentToSave, SavedWorkout } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { Plus, Search } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useToday } from '../../platform/days/use-today.ts';
import { readingOf } from '../../platform/pasted-text.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import { workoutPickerQuery } from '../../platform/api/queries/workouts.ts';
import { useReading } from '../../workout/use-reading.ts';
import { readLine } from './read-line.ts';
import { WorkoutButton } from './workout-button.tsx';

type WorkoutPickerProps = {
  paceContext: PaceContext;
  onPick: (workout: SavedWorkout) => void;
  /** Takes a script that is written instead of a search. */
  onWrite?: ((content: EntryContentToSave) => void) | undefined;
  onDragStart?: (workout: SavedWorkout, event: PointerEvent) => void;
  /** The focus of its dialog starts in the search. */
  takesFocus?: boolean;
  className: string;
};

/** The whole library to select from, page by page, with a search. */
export function WorkoutPicker(props: WorkoutPickerProps) {
  const { paceContext, onPick, onWrite, onDragStart, takesFocus, className } = props;
  const [query, setQuery] = useState('');
  const today = useToday();
  const navigate = useNavigate();
  const q = useDebouncedValue(query.trim());
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    workoutPickerQuery(useCall(), q),
  );
  const workouts = data?.pages.flatMap((page) => page.workouts);

  const read = useReading(readWritten);
  const written = onWrite && read(query, today);
  const isEmpty = workouts?.length === 0 && q === '';

  if (isEmpty && query === '' && !onWrite) return <NoWorkouts />;

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Field
          label={onWrite ? 'Search your workouts, or write one' : 'Search your workouts'}
          labelHidden
          type="search"
          placeholder={onWrite ? 'Search, or write 40m E' : 'Title, tag or script'}
          icon={<Search aria-hidden className="size-4.5" />}
          className="w-80 max-w-full max-md:w-full"
          data-autofocus={takesFocus || undefined}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text/plain');
            if (!onWrite || !/\S\s*\n\s*\S/.test(text)) return;
            event.preventDefault();
            const { to, options } = readingOf(text);
            void navigate(to, options);
          }}
        />
        <p className="fig text-sm text-ink-2" aria-live="polite">
          {workouts && workouts.length > 0 && formatCount(workouts.length, { q, hasNextPage })}
        </p>
      </div>
      {written && (
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          className="justify-self-start"
          onClick={() => onWrite?.(written)}
        >
          Add “{written.script}”
        </Button>
      )}
      {!workouts && !error && <Skeleton label="Loading workouts" />}
      {!workouts && error && (
        <Alert kind="error" title="Your workouts didn’t load.">
          {error.message}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {workouts?.length === 0 && q !== '' && !written && (
        <p className="text-ink-2">No results for “{q}”. Try the first letters of a word.</p>
      )}
      {workouts && workouts.length > 0 && (
        <ul aria-label="Workouts" className={className}>
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

/** "37 workouts", "24 workouts shown", "3 results" */
function formatCount(
  count: number,
  { q, hasNextPage }: { q: string; hasNextPage: boolean },
): string {
  if (q !== '') return hasNextPage ? `First ${count} results` : plural(count, 'result');
  const workouts = plural(count, 'workout');
  return hasNextPage ? `Newest ${workouts}` : workouts;
}

/** As it is shown on the button: with a question, the likeliest reading. */
function readWritten(query: string, today: string): EntryContentToSave | undefined {
  const written = readLine(query, today);
  return written && { kind: 'run', title: written.title, script: written.script };
}

function NoWorkouts() {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">
        No workouts yet. Write one in a single line, for example 15m E + 20m T + 10m E, then add it
        to a day.
      </p>
      <Link to="/app/workouts/new" className={buttonClass({ variant: 'primary' })}>
        <Plus aria-hidden /> New workout
      </Link>
    </div>
  );
}
