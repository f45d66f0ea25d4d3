import type { SavedWorkout } from '@pacewright/contract';
import { formatLength, LENGTH_UNITS, resolveWorkout } from '@pacewright/script';
import { GripVertical, Plus, Search } from 'lucide-react';
import { type PointerEvent, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { isShortcut } from '../../shortcuts/shortcuts.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AtLeast } from '../../workout-view/at-least.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import { useWorkoutSearch } from './calendar-queries.ts';

type LibraryTrayProps = {
  athlete: Athlete;
  /** A workout was chosen: the day is wanted. */
  onPick: (workout: SavedWorkout) => void;
  onGrab: (workout: SavedWorkout, event: PointerEvent) => void;
};

/** The library at the foot of the calendar, to be dragged onto a day or put there by a choice. */
export function LibraryTray({ athlete, onPick, onGrab }: LibraryTrayProps) {
  return (
    <section aria-labelledby="from-library" className="mt-6 grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3.5">
        <h2 id="from-library" className="text-[1.1875rem]">
          From your library
        </h2>
        <p className="text-sm text-ink-2 max-md:hidden">
          Drag onto a day, or choose one and then its day
        </p>
      </div>
      <WorkoutChoice
        athlete={athlete}
        onPick={onPick}
        onGrab={onGrab}
        className="grid gap-2.5 md:grid-cols-2 xl:grid-cols-4"
      />
    </section>
  );
}

type AddDialogProps = {
  athlete: Athlete;
  dayName: string;
  onPick: (workout: SavedWorkout) => void;
  onClose: () => void;
};

/** Which workout of the library goes on a day. */
export function AddDialog({ athlete, dayName, onPick, onClose }: AddDialogProps) {
  return (
    <Dialog
      title={`Add a workout on ${dayName}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <WorkoutChoice athlete={athlete} onPick={onPick} className="grid gap-2" takesFocus />
    </Dialog>
  );
}

type WorkoutChoiceProps = {
  athlete: Athlete;
  onPick: (workout: SavedWorkout) => void;
  onGrab?: (workout: SavedWorkout, event: PointerEvent) => void;
  /** The focus of its dialog starts in the search. */
  takesFocus?: boolean;
  className: string;
};

function WorkoutChoice({ athlete, onPick, onGrab, takesFocus, className }: WorkoutChoiceProps) {
  const [q, setQ] = useState('');
  // Typing stays quick: the list follows when there is time for it.
  const { data, error, refetch } = useWorkoutSearch(useDeferredValue(q));

  if (error && !data)
    return (
      <Note kind="error" title="Your workouts did not load.">
        {error.message}{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Note>
    );
  if (data?.workouts.length === 0 && q === '')
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-2">
          Nothing written yet. Write a workout in one line, such as 15m E + 20m T + 10m E, then put
          it on a day.
        </p>
        <Link to="/app/workouts/new" className={buttonClass({ variant: 'primary' })}>
          <Plus aria-hidden /> New workout
        </Link>
      </div>
    );

  return (
    <>
      <Field
        label="Search your workouts"
        labelHidden
        type="search"
        placeholder="Name, tag or script"
        icon={<Search aria-hidden className="size-4.5" />}
        className="max-w-80"
        data-autofocus={takesFocus || undefined}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      <p className="sr-only" aria-live="polite">
        {q && data && `${data.workouts.length} found`}
      </p>
      {!data && <Skeleton label="Loading workouts" />}
      {data?.workouts.length === 0 && (
        <p className="text-ink-2">No workout matches. Search by the beginnings of words.</p>
      )}
      {data && data.workouts.length > 0 && (
        <ul aria-label="Workouts to choose from" className={className}>
          {data.workouts.map((workout) => (
            <li key={workout.id} className="min-w-0">
              <Choice {...{ workout, athlete, onPick, onGrab }} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type ChoiceProps = Pick<WorkoutChoiceProps, 'athlete' | 'onPick' | 'onGrab'> & {
  workout: SavedWorkout;
};

function Choice({ workout, athlete, onPick, onGrab }: ChoiceProps) {
  const resolved = resolveWorkout(workout.reading.workout, athlete.speeds);
  const { time, distance } = resolved.totals;
  return (
    <button
      type="button"
      onClick={() => onPick(workout)}
      onPointerDown={(event) => onGrab?.(workout, event)}
      onKeyDown={(event) => {
        if (isShortcut(event.nativeEvent, 'move')) onPick(workout);
      }}
      className={classNames(
        'flex min-h-16 w-full min-w-0 items-center gap-3 rounded-md border border-line bg-surface px-3.5 py-3 text-left hover:border-ink',
        onGrab && 'md:cursor-grab',
      )}
    >
      {onGrab && <GripVertical aria-hidden className="text-ink-3 max-md:hidden" />}
      <MiniProfile resolved={resolved} width={92} height={34} />
      <span className="min-w-0">
        <b className="block truncate text-[0.9375rem] leading-tight font-[640]">{workout.title}</b>
        <span className="fig text-sm text-ink-2">
          <AtLeast of={time} />
          {inMinutes(time.seconds)} · <AtLeast of={distance} />
          {formatLength(distance.metres, athlete.units)} {LENGTH_UNITS[athlete.units]}
        </span>
      </span>
    </button>
  );
}
