import type { SavedWorkout } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { formatLength, LENGTH_UNITS, resolveWorkout } from '@pacewright/script';
import { Calendar, CalendarPlus, Copy, Download, Ellipsis, Tag, Trash2, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DayDialog } from '../../platform/days/day-dialog.tsx';
import { formatShortDay } from '../../platform/days/days.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { downloadForWatch } from '../../workout/export/download-for-watch.ts';
import { useFileLabel } from '../../workout/export/watch-choice.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useSize } from '../../ui/use-size.ts';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { useVirtualRows } from './use-virtual-rows.ts';
import { useWorkoutActions } from './use-workout-actions.ts';
import { useDaysAhead } from './workouts-queries.ts';

type LibraryListProps = {
  paceContext: PaceContext;
  workouts: SavedWorkout[];
  /** The filter, for links back to this list. */
  search: string;
  /** Shows the checkboxes on phones, where they are hidden otherwise. */
  isSelecting: boolean;
  /** The pages that are not loaded yet. */
  more: {
    hasNextPage: boolean;
    isLoading: boolean;
    error: Error | null | undefined;
    fetch: () => void;
  };
};

/** The distance from the end, in rows, at which the next page is loaded in advance. */
const PREFETCH_ROWS = 50;

/** Workouts in rows. Only the visible ones are rendered. */
export function LibraryList({
  paceContext,
  workouts,
  search,
  isSelecting,
  more,
}: LibraryListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { first, last } = useVirtualRows(list, workouts.length);
  // Measured once for all rows, because a row that measures itself renders twice.
  const ruler = useRef<HTMLDivElement>(null);
  const { width: profileWidth } = useSize(ruler);
  const daysAhead = useDaysAhead().data;
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selectedWorkouts = workouts.filter(({ id }) => selectedIds.has(id));

  const isNearEnd =
    more.hasNextPage && !more.isLoading && !more.error && last >= workouts.length - PREFETCH_ROWS;
  const fetchMore = useEffectEvent(more.fetch);
  useEffect(() => {
    if (isNearEnd) fetchMore();
  }, [isNearEnd]);

  function toggle(id: string): void {
    setSelectedIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  return (
    <>
      {selectedWorkouts.length > 0 && (
        <SelectionBar
          selectedWorkouts={selectedWorkouts}
          onDone={() => setSelectedIds(new Set())}
        />
      )}
      <Card edgeToEdge className="overflow-hidden">
        <div
          aria-hidden
          className={`${COLUMNS} hidden border-b border-line py-2.5 text-xs text-ink-2 md:grid`}
        >
          <span className="col-start-2">Chart</span>
          <span>Workout</span>
          <span className="text-right">Time</span>
          <span className="text-right">Distance</span>
          <span className="max-xl:hidden">Next on</span>
        </div>
        <div ref={ruler} aria-hidden className="h-0 max-md:mx-(--gutter) md:w-30 xl:w-37.5" />
        <ul
          ref={list}
          aria-label="Workouts"
          className="relative [--row:10rem] md:[--row:5rem]"
          style={{ height: `calc(${workouts.length} * var(--row))` }}
        >
          {workouts.slice(first, last).map((workout, index) => (
            <li
              key={workout.id}
              aria-setsize={more.hasNextPage ? -1 : workouts.length}
              aria-posinset={first + index + 1}
              className={classNames(
                'absolute inset-x-0 h-(--row)',
                first + index > 0 && 'border-t border-line',
              )}
              style={{ top: `calc(${first + index} * var(--row))` }}
            >
              <Row
                paceContext={paceContext}
                workout={workout}
                search={search}
                profileWidth={profileWidth}
                nextDay={daysAhead?.get(workout.id)?.[0]}
                isSelecting={isSelecting || selectedWorkouts.length > 0}
                isSelected={selectedIds.has(workout.id)}
                onToggle={toggle}
              />
            </li>
          ))}
        </ul>
      </Card>
      {more.error && <MoreFailed error={more.error} fetch={more.fetch} />}
      <p className="mt-3.5 text-sm text-ink-2" aria-live="polite">
        {more.hasNextPage
          ? `${workouts.length} workouts so far`
          : plural(workouts.length, 'workout')}
        . Times and distances use your paces.
      </p>
    </>
  );
}

function MoreFailed({ error, fetch }: { error: Error; fetch: () => void }) {
  return (
    <div className="mt-3">
      <Alert kind="error" title="The rest of your workouts didn’t load.">
        <span className="flex flex-wrap items-center gap-2">
          {error.message}
          <Button size="sm" onClick={fetch}>
            Try again
          </Button>
        </span>
      </Alert>
    </div>
  );
}

/** Checkbox, chart, workout, time, distance, next day and actions. */
const COLUMNS =
  'grid-cols-[20px_120px_minmax(0,1fr)_84px_72px_44px] gap-x-5 px-5 xl:grid-cols-[20px_150px_minmax(0,1fr)_92px_84px_112px_120px] xl:gap-x-6';

type RowProps = {
  paceContext: PaceContext;
  workout: SavedWorkout;
  search: string;
  profileWidth: number;
  nextDay: string | undefined;
  isSelecting: boolean;
  isSelected: boolean;
  onToggle: (id: string) => void;
};

function Row({
  paceContext,
  workout,
  search,
  profileWidth,
  nextDay,
  isSelecting,
  isSelected,
  onToggle,
}: RowProps) {
  const { id, title, script, tags, reading } = workout;
  const today = useToday();
  const resolved = resolveWorkout(reading.workout, paceContext.speeds);
  const { time, distance } = resolved.totals;
  const textColumns = isSelecting ? 'max-md:col-start-2' : 'max-md:col-span-2 max-md:col-start-1';
  const length = (
    <>
      <AtLeastPrefix of={distance} />
      {formatLength(distance.metres, paceContext.units)} {LENGTH_UNITS[paceContext.units]}
    </>
  );

  return (
    <div
      className={`${COLUMNS} group relative h-full hover:bg-surface-2/55 has-focus-visible:bg-surface-2/55 max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-rows-[48px_auto_1fr_22px] max-md:gap-x-2 max-md:px-(--gutter) max-md:pt-2.5 max-md:pb-2 md:grid md:items-center`}
    >
      <Checkbox
        className={classNames(
          'relative z-1 max-md:row-span-2 max-md:row-start-2 max-md:min-h-11 max-md:min-w-9 max-md:self-start',
          !isSelecting && 'max-md:hidden',
        )}
        label={<span className="sr-only">Select {title}</span>}
        checked={isSelected}
        onChange={() => onToggle(id)}
      />
      <div className="min-w-0 max-md:col-span-3 max-md:row-start-1 max-md:mb-1">
        {profileWidth > 0 && <MiniChart resolved={resolved} width={profileWidth} height={44} />}
      </div>
      <div className="min-w-0 max-md:contents">
        <p className={classNames('truncate max-md:row-start-2', textColumns)}>
          <Link
            to={`/app/workouts/${id}`}
            state={{ library: search }}
            className="text-md font-semibold no-underline after:absolute after:inset-0 hover:no-underline"
          >
            {title}
          </Link>
          {reading.mistakeCount > 0 && (
            <span className="ml-2.5 text-xs font-medium text-danger">
              {plural(reading.mistakeCount, 'problem')}
            </span>
          )}
          <span className="ml-2.5 text-xs text-ink-2 max-md:hidden">{tags.join(', ')}</span>
        </p>
        {/* Two lines on a phone. A script of one line leaves the other to the rest of the row. */}
        <div
          className={classNames(
            'text-sm text-ink-2 max-md:row-start-3 max-md:h-[3.25em] max-md:overflow-hidden max-md:leading-relaxed',
            textColumns,
          )}
        >
          <p className="truncate max-md:line-clamp-2 max-md:whitespace-normal">
            <ScriptText script={script} />
          </p>
          <p className="truncate md:hidden">{tags.join(', ')}</p>
        </div>
      </div>
      <p className="fig text-right text-lg font-semibold max-md:col-start-3 max-md:row-start-2">
        <AtLeastPrefix of={time} />
        {formatMinutes(time.seconds)}
      </p>
      <p className="fig text-right whitespace-nowrap text-ink-2 max-md:hidden">{length}</p>
      <p
        className={classNames(
          'flex items-center gap-1.75 text-sm text-ink-2 max-md:row-start-4 md:max-xl:hidden [&>.lucide]:size-3.75',
          textColumns,
        )}
      >
        <span className="fig mr-1.5 whitespace-nowrap md:hidden">{length}</span>
        {nextDay && (
          <>
            <Calendar aria-hidden />
            <span className="sr-only">Next on</span> {formatShortDay(nextDay, today)}
          </>
        )}
      </p>
      <RowActions workout={workout} paceContext={paceContext} />
    </div>
  );
}

function RowActions({ workout, paceContext }: { workout: SavedWorkout; paceContext: PaceContext }) {
  const navigate = useNavigate();
  const actions = useWorkoutActions();
  const [isChoosingDay, setIsChoosingDay] = useState(false);
  const { title, reading } = workout;
  const fileLabel = useFileLabel();
  const save = () => void downloadForWatch(workout, paceContext.speeds);

  return (
    <div className="relative z-1 flex items-center justify-end max-md:col-start-3 max-md:row-span-2 max-md:row-start-3 max-md:-mr-2.5 max-md:self-end">
      <span className="flex opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100 max-xl:hidden pointer-coarse:hidden">
        <IconButton
          small
          label={`Add ${title} to calendar`}
          icon={<CalendarPlus aria-hidden />}
          onClick={() => setIsChoosingDay(true)}
        />
        {reading.mistakeCount === 0 && (
          <IconButton
            small
            label={`Download ${title} as FIT`}
            icon={<Download aria-hidden />}
            onClick={save}
          />
        )}
      </span>
      <Menu
        label={title}
        trigger={<IconButton label={`More actions for ${title}`} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<CalendarPlus aria-hidden />} onClick={() => setIsChoosingDay(true)}>
          Add to calendar
        </MenuItem>
        {reading.mistakeCount === 0 && (
          <MenuItem icon={<Download aria-hidden />} onClick={save}>
            {fileLabel}
          </MenuItem>
        )}
        <MenuItem
          icon={<Copy aria-hidden />}
          onClick={() =>
            void actions.copy(workout, ({ id }) => void navigate(`/app/workouts/${id}`))
          }
        >
          Make a copy
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 aria-hidden />}
          danger
          onClick={() => void actions.remove([workout])}
        >
          Delete
        </MenuItem>
      </Menu>
      {isChoosingDay && (
        <DayDialog
          title={`Add ${title} to calendar`}
          onChoose={(day) => {
            setIsChoosingDay(false);
            void actions.putOnDay(workout, day);
          }}
          onClose={() => setIsChoosingDay(false)}
        />
      )}
    </div>
  );
}

/** Actions for the selected workouts. Sticky, so that it is always in reach. */
function SelectionBar({
  selectedWorkouts,
  onDone,
}: {
  selectedWorkouts: SavedWorkout[];
  onDone: () => void;
}) {
  const actions = useWorkoutActions();
  const [isTagging, setIsTagging] = useState(false);

  return (
    <section
      aria-label="Selected workouts"
      className="sticky top-2 z-2 mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-line-strong bg-surface py-1.5 pr-1.5 pl-4 shadow-(--shadow-2)"
    >
      <span className="mr-auto font-semibold" aria-live="polite">
        {selectedWorkouts.length} selected
      </span>
      <Button size="sm" icon={<Tag aria-hidden />} onClick={() => setIsTagging(true)}>
        Tag
      </Button>
      <Button
        size="sm"
        variant="danger-quiet"
        icon={<Trash2 aria-hidden />}
        busy={actions.isRemoving}
        onClick={() =>
          void actions.remove(selectedWorkouts).then((areDeleted) => areDeleted && onDone())
        }
      >
        Delete
      </Button>
      <IconButton small label="Clear selection" icon={<X aria-hidden />} onClick={onDone} />
      {isTagging && (
        <TagDialog
          workouts={selectedWorkouts}
          onSave={(change) => {
            setIsTagging(false);
            void actions.tag(selectedWorkouts, change);
          }}
          onClose={() => setIsTagging(false)}
        />
      )}
    </section>
  );
}
