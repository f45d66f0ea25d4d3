import {
  type Activity,
  type CalendarEntry,
  isRunEntry,
  isSkippedEntry,
} from '@pacewright/contract';
import { Check, Ellipsis, Plus, Thermometer } from 'lucide-react';
import type { ComponentType, CSSProperties, PointerEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { dayOfMonth, formatLongDay, longWeekday, shortWeekday } from '../../platform/days/days.ts';
import { formatTimeOfDay } from './entry-option.ts';
import { entryPath } from '../../platform/days/entry-links.ts';
import { EntryMenu, onEntryKey, type OpenDialog } from './entry-menu.tsx';
import { type EntryPart, EntryTotals, type SendDialogPart } from './entry-parts.tsx';
import {
  EntryChart,
  EntryOutcome,
  type ExtraRun,
  ExtraRunCard,
  extraRuns,
  findRun,
  RunTotals,
} from './entry-runs.tsx';
import { resolveEntry } from './resolve-entry.ts';
import type { EntryActions } from './use-entry-actions.ts';

export type ViewProps = {
  entries: CalendarEntry[];
  runs: Activity[];
  paceContext: PaceContext;
  today: string;
  actions: EntryActions;
  openDialog: OpenDialog;
  /** The day under the dragged item. */
  dropDay: string | undefined;
  onDragStart: (entry: CalendarEntry, event: PointerEvent) => void;
  garmin: EntryGarminParts | undefined;
};

/** Parts that show the delivery of an entry, on its card and as an icon, and that send it or a week. */
export type EntryGarminParts = {
  StatusLine: EntryPart;
  Icon: EntryPart;
  SendDialog: SendDialogPart;
  SendWeek: ComponentType<{ entries: CalendarEntry[]; onSend: () => void }>;
};

/** Seven columns; on a phone, seven rows. */
export function WeekView({ week, ...props }: ViewProps & { week: string[] }) {
  const days = week.map((day) => ({
    day,
    own: props.entries.filter((one) => one.day === day),
    extra: extraRuns(props.runs, props.entries, day),
  }));
  const maxCount = Math.max(1, ...days.map(({ own, extra }) => own.length + extra.length));
  return (
    <ol
      // All days share the rows, so that their cards end at the same height.
      style={spanOf(maxCount + 2)}
      className="grid max-md:rounded-md max-md:border max-md:border-line max-md:bg-surface md:grid-cols-4 md:gap-x-2 xl:grid-cols-7"
    >
      {days.map(({ day, own, extra }) => (
        <WeekDay key={day} {...{ day, own, extra }} {...props} />
      ))}
    </ol>
  );
}

/** For `grid-row: span var(--rows)`. */
function spanOf(rows: number): CSSProperties {
  return { '--rows': rows } as CSSProperties;
}

type WeekDayProps = ViewProps & { day: string; own: CalendarEntry[]; extra: ExtraRun[] };

function WeekDay({ day, own, extra, ...props }: WeekDayProps) {
  const { today, dropDay, openDialog } = props;
  const isToday = day === today;
  const isTarget = dropDay === day;
  const isEmpty = own.length + extra.length === 0;
  const name = formatLongDay(day, today);

  return (
    <li
      data-day={day}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'grid min-w-0 gap-x-3 max-md:grid-cols-[44px_minmax(0,1fr)] max-md:items-center max-md:border-line max-md:px-3 max-md:py-2.5 max-md:not-first:border-t md:grid-rows-subgrid md:content-start md:gap-y-2 md:pb-2 md:[grid-row:span_var(--rows)]',
        isToday && 'max-md:shadow-[inset_4px_0_var(--ink)] max-md:forced-colors:border-l-4',
      )}
    >
      <h2
        className={classNames(
          'flex gap-[7px] text-sm tracking-normal max-md:flex-col max-md:gap-0 md:items-baseline md:border-t-3 md:px-1 md:pt-2 md:pb-1.5',
          isToday
            ? 'font-semibold text-ink md:border-ink'
            : 'font-normal text-ink-2 md:border-line',
        )}
      >
        <span className="sr-only">{name}</span>
        <span aria-hidden>{shortWeekday(day)}</span>
        <b aria-hidden className="fig text-lg leading-none font-semibold text-ink">
          {dayOfMonth(day)}
        </b>
        {isToday && <span className="ml-auto text-xs max-md:sr-only">Today</span>}
      </h2>
      {!isEmpty && (
        <ul
          style={spanOf(own.length + extra.length)}
          className="grid min-w-0 gap-2 max-md:row-span-2 md:grid-rows-subgrid md:[grid-row:span_var(--rows)]"
        >
          {own.map((entry) => (
            <li key={entry.id} className="grid min-w-0 md:first:min-h-76">
              <EntryCard {...props} entry={entry} isToday={isToday} />
            </li>
          ))}
          {extra.map((each) => (
            <li key={each.run.id} className="grid min-w-0 md:first:min-h-76">
              <ExtraRunCard extra={each} paceContext={props.paceContext} />
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        data-focus-target
        onClick={() => openDialog({ kind: 'add', day })}
        className={classNames(
          'flex items-center gap-1.5 rounded-md text-sm text-ink-2 hover:text-ink [&_.lucide]:size-4',
          'md:justify-center md:border md:border-dashed md:hover:border-ink',
          isTarget && 'md:border-2 md:border-ink md:bg-surface-2 md:text-ink',
          !isTarget && (isEmpty ? 'md:border-line-strong' : 'md:border-transparent'),
          isEmpty
            ? 'min-h-12 md:min-h-76 md:flex-col'
            : 'min-h-8 self-start pointer-coarse:min-h-11',
        )}
      >
        {isTarget ? (
          `Drop on ${longWeekday(day)}`
        ) : (
          <AddLabel {...{ day, today }} isEmpty={isEmpty} />
        )}
      </button>
    </li>
  );
}

type AddLabelProps = { day: string; today: string; isEmpty: boolean };

/** "Nothing planned · Add workout"; days in the past have no link, and days with workouts just a plus. */
function AddLabel({ day, today, isEmpty }: AddLabelProps) {
  const isOffered = isEmpty && day >= today;
  return (
    <>
      {isEmpty && <span>Nothing planned</span>}
      {isOffered && <span className="md:sr-only"> · </span>}
      <span className="inline-flex items-center gap-1.5">
        {(isOffered || !isEmpty) && (
          <Plus aria-hidden className={isOffered ? 'max-md:hidden' : undefined} />
        )}
        <span className={isOffered ? undefined : 'sr-only'}>
          Add workout <span className="sr-only">to {formatLongDay(day, today)}</span>
        </span>
      </span>
    </>
  );
}

type EntryCardProps = ViewProps & {
  entry: CalendarEntry;
  isToday: boolean;
};

function EntryCard({
  entry,
  runs,
  today,
  paceContext,
  isToday,
  actions,
  openDialog,
  onDragStart,
  garmin,
}: EntryCardProps) {
  const { id, title, script, timeOfDay, done, reading, own } = entry;
  const resolved = resolveEntry(entry, paceContext);
  const run = findRun(runs, entry);
  const isPast = entry.day < today && !done && !run && script !== '';
  const chart = { entry, run, resolved, paceContext };
  const navigate = useNavigate();

  const about = [formatTimeOfDay(timeOfDay), own?.isRace && 'Race'].filter(Boolean).join(', ');

  return (
    // Dragging and the keys are shortcuts; the menu does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      data-entry={id}
      onKeyDown={(event) => onEntryKey(event, entry, { actions, openDialog, navigate })}
      onPointerDown={(event) => onDragStart(entry, event)}
      className={classNames(
        'relative grid h-full min-w-0 pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] md:cursor-grab md:grid-rows-[auto_auto_1fr_auto_auto_auto] md:rounded-md md:border md:px-3.5 md:pt-3.5 md:pb-2',
        'max-md:grid-cols-[72px_minmax(0,1fr)_auto] max-md:gap-x-3',
        !done && !isPast && 'md:bg-surface',
        isToday
          ? 'md:border-ink md:shadow-[inset_0_0_0_1px_var(--ink)] md:forced-colors:border-2'
          : isPast
            ? 'md:border-dashed md:border-line-strong'
            : 'md:border-line',
      )}
    >
      <div className="max-md:hidden">
        {isRunEntry(entry) && <EntryChart {...chart} height={60} />}
      </div>
      <div className="row-span-3 self-center md:hidden">
        {isRunEntry(entry) && <EntryChart {...chart} height={32} />}
      </div>
      <h3 className="min-w-0 text-md leading-tight max-md:self-end md:mt-3">
        {isSkippedEntry(entry) && <Thermometer aria-hidden className="mb-1.5 size-5 text-ink-2" />}
        {/* The whole card opens the page. */}
        <Link
          to={run ? `/app/activities/${run.id}` : entryPath(entry)}
          draggable={false}
          data-focus-target
          className="block truncate wrap-anywhere no-underline after:absolute after:inset-0 hover:underline md:line-clamp-3 md:whitespace-normal"
        >
          {title}
        </Link>
        {about !== '' && (
          <span className="mt-1 line-clamp-2 text-xs font-normal text-ink-2">{about}</span>
        )}
      </h3>
      {run?.summary || isPast ? (
        <EntryOutcome {...{ run, isPast }} />
      ) : (
        <p className="mt-1.5 line-clamp-5 self-start text-xs leading-relaxed break-words text-ink-2 max-md:hidden">
          {isRunEntry(entry) ? <ScriptText script={script} /> : own?.notes !== title && own?.notes}
        </p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm text-ink-2 max-md:col-start-2 md:mt-3 md:[&>b]:text-lg">
        {run ? (
          <RunTotals run={run} paceContext={paceContext} />
        ) : (
          isRunEntry(entry) && <EntryTotals resolved={resolved} paceContext={paceContext} />
        )}
        {isRunEntry(entry) && reading.mistakeCount > 0 && (
          <span className="text-xs font-medium text-danger">Has a problem</span>
        )}
      </p>
      <div className="relative justify-self-start empty:hidden max-md:col-start-2">
        {garmin && <garmin.StatusLine entry={entry} />}
      </div>
      <CardActions {...{ entry, isPast, actions, openDialog }} />
    </article>
  );
}

type CardActionsProps = Pick<EntryCardProps, 'entry' | 'actions' | 'openDialog'> & {
  isPast: boolean;
};

function CardActions({ entry, isPast, actions, openDialog }: CardActionsProps) {
  return (
    <div className="flex min-h-8 items-center max-md:col-start-3 max-md:row-span-3 max-md:row-start-1 md:-mr-2 md:mt-1.5">
      {entry.done && (
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-ok [&>.lucide]:size-4 [&>.lucide]:stroke-[2.6]">
          <Check aria-hidden /> <span className="max-md:sr-only">Done</span>
        </span>
      )}
      {isPast && (
        <Button
          size="sm"
          className="relative max-md:hidden"
          onClick={() => openDialog({ kind: 'move', entry })}
        >
          Move<span className="sr-only">: {entry.title}</span>
        </Button>
      )}
      <span className="relative ml-auto">
        <EntryMenu
          {...{ entry, actions, openDialog }}
          trigger={
            <IconButton
              small
              label={`More actions for ${entry.title}`}
              icon={<Ellipsis aria-hidden />}
            />
          }
        />
      </span>
    </div>
  );
}
