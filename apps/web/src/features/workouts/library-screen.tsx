import type { SavedWorkout } from '@pacewright/contract';
import { PACE_KEYS, PACE_NAMES, type PaceKey } from '@pacewright/pace';
import { formatDuration, formatLength, LENGTH_UNITS, resolveWorkout } from '@pacewright/script';
import { CalendarPlus, Copy, Ellipsis, Plus, Search, Trash2 } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { showToast } from '../../ui/toast.tsx';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import { ClassicsList } from './classics-list.tsx';
import { DayDialog } from './day-dialog.tsx';
import { useWindow } from './use-window.ts';
import {
  type LibraryFilter,
  useCopyWorkout,
  useDeleteWorkouts,
  useLibrary,
  usePutOnDay,
  useRestoreWorkouts,
  useTags,
} from './workouts-queries.ts';

const EVERYTHING: LibraryFilter = { q: '', pace: undefined, tag: undefined };

/** Every workout the athlete keeps, newest first. */
export function LibraryScreen({ athlete }: { athlete: Athlete }) {
  const [filter, setFilter] = useState(EVERYTHING);
  // Typing stays quick: the list follows when there is time for it.
  const asked = useDeferredValue(filter);
  const library = useLibrary(asked);
  const tags = useTags().data ?? [];
  const [showsClassics, setShowsClassics] = useState(false);
  const isFiltered = filter.q !== '' || filter.pace !== undefined || filter.tag !== undefined;
  const workouts = library.data?.pages.flatMap((page) => page.workouts);

  if (library.isError && !workouts)
    return (
      <>
        <PageHeading title="Workouts" />
        <ErrorState
          title="Your workouts did not load"
          actions={
            <Button variant="primary" onClick={() => void library.refetch()}>
              Try again
            </Button>
          }
        >
          {library.error.message}
        </ErrorState>
      </>
    );

  return (
    <>
      <PageHeading
        title="Workouts"
        actions={
          workouts && workouts.length > 0 ? (
            <Button
              onClick={() => setShowsClassics((shown) => !shown)}
              aria-expanded={showsClassics}
            >
              Classic sessions
            </Button>
          ) : undefined
        }
      />
      {showsClassics && <ClassicsList athlete={athlete} onDone={() => setShowsClassics(false)} />}
      {!workouts && <LoadingIndicator />}
      {workouts && !isFiltered && workouts.length === 0 && (
        <EmptyState
          title="Nothing written yet. Your first workout takes one line."
          action={
            <Link to="/app/workouts/new" className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden /> New workout
            </Link>
          }
          examples={<ClassicsList athlete={athlete} most={4} />}
        >
          Write what you will run, such as 15m E + 20m T + 10m E, or start from a classic.
        </EmptyState>
      )}
      {workouts && (isFiltered || workouts.length > 0) && (
        <>
          <Filters filter={filter} tags={tags.map(({ tag }) => tag)} onChange={setFilter} />
          {workouts.length === 0 ? (
            <Card className="p-6" aria-live="polite">
              <p className="font-[620]">No workout matches.</p>
              <p className="mt-1 text-ink-2">
                Names, tags and scripts are searched by the beginnings of words.
              </p>
              <Button className="mt-3" onClick={() => setFilter(EVERYTHING)}>
                Show all
              </Button>
            </Card>
          ) : (
            <WorkoutList
              athlete={athlete}
              workouts={workouts}
              hasMore={library.hasNextPage}
              isFetching={library.isFetchingNextPage}
              onMore={() => void library.fetchNextPage()}
            />
          )}
        </>
      )}
    </>
  );
}

type FiltersProps = {
  filter: LibraryFilter;
  tags: string[];
  onChange: (filter: LibraryFilter) => void;
};

function Filters({ filter, tags, onChange }: FiltersProps) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2.5">
      <Field
        label="Search workouts"
        labelHidden
        type="search"
        placeholder="Name, tag or script"
        icon={<Search aria-hidden className="size-4.5" />}
        className="w-full md:w-80"
        value={filter.q}
        onChange={({ target }) => onChange({ ...filter, q: target.value })}
      />
      <fieldset className="-mx-1 flex gap-1.5 overflow-x-auto p-1">
        <legend className="sr-only">With a step at</legend>
        <Chip
          pressed={filter.pace === undefined}
          onClick={() => onChange({ ...filter, pace: undefined })}
        >
          All
        </Chip>
        {PACE_KEYS.map((pace: PaceKey) => (
          <Chip
            key={pace}
            pressed={filter.pace === pace}
            icon={<PaceLetter letter={pace} className="text-xs" />}
            onClick={() => onChange({ ...filter, pace: filter.pace === pace ? undefined : pace })}
          >
            {PACE_NAMES[pace]}
          </Chip>
        ))}
      </fieldset>
      {tags.length > 0 && (
        <fieldset className="-mx-1 flex w-full gap-1.5 overflow-x-auto p-1">
          <legend className="sr-only">With the tag</legend>
          {tags.map((tag) => (
            <Chip
              key={tag}
              pressed={filter.tag === tag}
              onClick={() => onChange({ ...filter, tag: filter.tag === tag ? undefined : tag })}
            >
              {tag}
            </Chip>
          ))}
        </fieldset>
      )}
    </search>
  );
}

type ListProps = {
  athlete: Athlete;
  workouts: SavedWorkout[];
  hasMore: boolean;
  isFetching: boolean;
  onMore: () => void;
};

/** Px; every row is as high, so that only those on the screen need to be drawn. */
const ROW = 84;

function WorkoutList({ athlete, workouts, hasMore, isFetching, onMore }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { first, last } = useWindow(list, workouts.length, ROW);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const picked = workouts.filter(({ id }) => chosen.has(id));

  useEffect(() => {
    if (hasMore && !isFetching && last >= workouts.length - 10) onMore();
  }, [hasMore, isFetching, last, workouts.length, onMore]);

  function toggle(id: string): void {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  return (
    <>
      {picked.length > 0 && <ChosenBar picked={picked} onDone={() => setChosen(new Set())} />}
      <Card edgeToEdge className="overflow-hidden">
        <ul
          ref={list}
          aria-label="Workouts"
          className="relative"
          style={{ height: workouts.length * ROW }}
        >
          {workouts.slice(first, last).map((workout, index) => (
            <li
              key={workout.id}
              aria-setsize={hasMore ? -1 : workouts.length}
              aria-posinset={first + index + 1}
              className="absolute inset-x-0 border-t border-line first:border-t-0"
              style={{ top: (first + index) * ROW, height: ROW }}
            >
              <Row
                athlete={athlete}
                workout={workout}
                isChosen={chosen.has(workout.id)}
                onToggle={() => toggle(workout.id)}
              />
            </li>
          ))}
        </ul>
      </Card>
      <p className="mt-3 text-sm text-ink-2" aria-live="polite">
        {hasMore ? `${workouts.length} workouts so far` : countOf(workouts.length)}. Times and
        distances use your paces.
      </p>
    </>
  );
}

function countOf(count: number): string {
  return count === 1 ? '1 workout' : `${count} workouts`;
}

type RowProps = {
  athlete: Athlete;
  workout: SavedWorkout;
  isChosen: boolean;
  onToggle: () => void;
};

function Row({ athlete, workout, isChosen, onToggle }: RowProps) {
  const resolved = resolveWorkout(workout.reading.workout, athlete.speeds);
  const { time, distance } = resolved.totals;
  const mistakes = workout.reading.mistakeCount;

  return (
    <div className="flex h-full items-center gap-3 px-3 hover:bg-surface-2 md:gap-5 md:px-5">
      <Checkbox
        label={<span className="sr-only">Choose {workout.title}</span>}
        checked={isChosen}
        onChange={onToggle}
      />
      <span className="hidden flex-none md:block">
        <MiniProfile resolved={resolved} width={150} height={44} />
      </span>
      <Link
        to={`/app/workouts/${workout.id}`}
        className="grid min-w-0 grow content-center self-stretch no-underline hover:no-underline"
      >
        <span className="truncate">
          <span className="font-[620]">{workout.title}</span>
          <span className="ml-2 text-sm text-ink-2">{workout.tags.join(', ')}</span>
        </span>
        <span className="mt-0.5 truncate font-mono text-sm text-ink-2">{workout.script}</span>
        {mistakes > 0 && (
          <span className="text-xs text-danger">
            {mistakes === 1 ? '1 problem to settle' : `${mistakes} problems to settle`}
          </span>
        )}
      </Link>
      <span className="grid flex-none justify-items-end md:flex md:items-center md:gap-6">
        <span className="fig font-[620]">
          {time.isAtLeast && <span className="sr-only">at least </span>}
          {formatDuration(time.seconds)}
        </span>
        <span className="fig text-sm text-ink-2 md:w-20 md:text-right">
          {formatLength(distance.metres, athlete.units)} {LENGTH_UNITS[athlete.units]}
        </span>
      </span>
      <RowMenu workout={workout} />
    </div>
  );
}

function RowMenu({ workout }: { workout: SavedWorkout }) {
  const navigate = useNavigate();
  const copy = useCopyWorkout();
  const putOnDay = usePutOnDay();
  const remove = useRemoval();
  const [isChoosingDay, setIsChoosingDay] = useState(false);

  async function makeCopy(): Promise<void> {
    const made = await copy
      .mutateAsync({ id: workout.id, idempotencyKey: crypto.randomUUID() })
      .catch((error: Error) => {
        showToast.failure('Not copied', { detail: error.message });
        return undefined;
      });
    if (made) await navigate(`/app/workouts/${made.id}`);
  }

  async function plan(day: string): Promise<void> {
    setIsChoosingDay(false);
    await putOnDay.mutateAsync({ workoutId: workout.id, day }).then(
      () => showToast.success(`${workout.title} is on the calendar`),
      (error: Error) => showToast.failure('Not on the calendar', { detail: error.message }),
    );
  }

  return (
    <>
      <Menu
        label={workout.title}
        trigger={<IconButton label={`More for ${workout.title}`} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<CalendarPlus aria-hidden />} onClick={() => setIsChoosingDay(true)}>
          Put on a day
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onClick={() => void makeCopy()}>
          Make a copy
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger onClick={() => void remove([workout])}>
          Delete
        </MenuItem>
      </Menu>
      {isChoosingDay && (
        <DayDialog
          title={`Put ${workout.title} on a day`}
          onChoose={(day) => void plan(day)}
          onClose={() => setIsChoosingDay(false)}
        />
      )}
    </>
  );
}

/** Deletes workouts and offers to take it back. */
function useRemoval() {
  const remove = useDeleteWorkouts();
  const restore = useRestoreWorkouts();
  return async (workouts: SavedWorkout[]): Promise<void> => {
    const ids = workouts.map(({ id }) => id);
    const name = workouts.length === 1 ? (workouts[0]?.title ?? '') : countOf(workouts.length);
    await remove.mutateAsync(ids).then(
      () => showToast.undo(`${name} deleted`, () => void restore.mutateAsync(ids)),
      (error: Error) => showToast.failure('Not deleted', { detail: error.message }),
    );
  };
}

function ChosenBar({ picked, onDone }: { picked: SavedWorkout[]; onDone: () => void }) {
  const remove = useRemoval();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3" aria-live="polite">
      <span className="font-[620]">{countOf(picked.length)} chosen</span>
      <Button
        size="sm"
        variant="danger-quiet"
        icon={<Trash2 aria-hidden />}
        onClick={() => void remove(picked).then(onDone)}
      >
        Delete
      </Button>
      <Button size="sm" variant="quiet" onClick={onDone}>
        Choose none
      </Button>
    </div>
  );
}
