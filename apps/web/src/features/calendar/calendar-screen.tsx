import { type CalendarEntry, isRunEntry, type SavedWorkout } from '@pacewright/contract';
import { PACE_KEYS } from '@pacewright/pace';
import {
  formatLength,
  LENGTH_UNITS,
  type ResolvedWorkout,
  resolveWorkout,
} from '@pacewright/script';
import {
  CalendarArrowUp,
  ChevronLeft,
  ChevronRight,
  ClipboardPaste,
  Ellipsis,
  FileDown,
  Send,
  Thermometer,
} from 'lucide-react';
import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { PaceContext } from '../../workout/pace-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { TrackDialog, useTracked } from '../../workout/track/use-tracked.ts';
import { AtLeastPrefix } from '../../workout/view/at-least-prefix.tsx';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { PaceMixBar, secondsByLane } from '../../workout/view/pace-mix-bar.tsx';
import {
  AddDialog,
  LooseAwayDialog,
  preloadChanges,
  SendDaysDialog,
  WeekDialog,
} from './change-dialog.ts';
import { type EntryDialog, EntryDialogs } from './entry-dialogs.tsx';
import type { DayRange } from '../../platform/api/queries/calendar.ts';
import { useCalendar, useRuns } from './calendar-queries.ts';
import { DayDialog } from '../../platform/days/day-dialog.tsx';
import {
  addDays,
  addMonths,
  FIRST_DAY,
  isDay,
  LAST_DAY,
  monthTitle,
  weekOf,
  weeksOfMonth,
  weekTitle,
} from '../../platform/days/days.ts';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { useToday } from '../../platform/days/use-today.ts';
import type { OpenDialog } from './entry-menu.tsx';
import { LibraryPanel } from './library-panel.tsx';
import { MonthView } from './month-view.tsx';
import { sumEntries, resolveEntry } from './resolve-entry.ts';
import { RaceLines } from './race-lines.tsx';
import { rangeOfMonth, rangeOfRuns } from './range-of-month.ts';
import { SeasonLines } from './season-line.tsx';
import { PrintedMonth } from './printed-month.tsx';
import { type Drag, useDrag } from './use-drag.ts';
import { useEntryActions } from './use-entry-actions.ts';
import { PrintedWeek } from './printed-week.tsx';
import { WeekDone } from './week-done.tsx';
import { type EntryGarminParts, WeekView } from './week-view.tsx';
import { WriteBox } from './lazy-write-box.tsx';

type View = 'week' | 'month';

const IMPORT = '/app/workouts/import';

type DialogState =
  | EntryDialog
  | Exclude<Parameters<OpenDialog>[0], { kind: 'track' }>
  | { kind: 'place'; workout: SavedWorkout };

/** A dragged entry of the calendar or workout of the library. */
type DragItem = { title: string; resolved: ResolvedWorkout; drop: (day: string) => void };

/** Parts about plans. */
export type PlanParts = {
  AwayDialog: ComponentType<{
    seasonId: string;
    day: string;
    paceContext: PaceContext;
    onClose: () => void;
  }>;
};

type CalendarScreenProps = {
  paceContext: PaceContext;
  garmin?: EntryGarminParts;
  plans?: PlanParts;
};

/** Workouts on their days, by week or by month. View and day are in the URL, so that they can be bookmarked. */
export function CalendarScreen({ paceContext, garmin, plans }: CalendarScreenProps) {
  const today = useToday();
  const first = firstWeekday();
  const { view, day, show, shift } = useCalendarParams(today);
  const week = weekOf(day, first);
  const weeks = weeksOfMonth(day, first);
  const entries = useCalendar(rangeOfMonth(day));
  const shownDays = view === 'week' ? week : weeks.flat();
  const shownEntries = entries.filter((entry) => shownDays.includes(entry.day));
  const runs = useRuns(rangeOfRuns(rangeOfMonth(day)));
  const shownRuns = runs.filter((run) => shownDays.includes(run.day));

  const actions = useEntryActions(paceContext);
  const [dialog, setDialog] = useState<DialogState>();
  const { drag, start } = useDrag<DragItem>(({ drop }, toDay) => drop(toDay));
  const { focusAfterMove } = useFocusAfterMove();
  const close = () => setDialog(undefined);
  // The keys M and arrows are pressed faster than it would load.
  useEffect(() => whenIdle(preloadChanges), []);
  const [trackedId, track] = useTracked();
  const tracked = entries.find(({ id }) => id === trackedId);
  const openDialog: OpenDialog = (next) =>
    next.kind === 'track' ? track(next.entry.id) : setDialog(next);

  function runAndClose(run: Promise<void>): void {
    close();
    void run;
  }

  const title = view === 'week' ? weekTitle(week, today) : monthTitle(day);
  const viewProps = {
    entries,
    runs,
    paceContext,
    today,
    actions,
    garmin,
    openDialog,
    dropDay: drag?.day,
    onDragStart: (entry: CalendarEntry, event: PointerEvent) =>
      start(
        {
          title: entry.title,
          resolved: resolveEntry(entry, paceContext),
          drop: (toDay) => {
            focusAfterMove(entry.id, toDay);
            void actions.move(entry, { day: toDay });
          },
        },
        event,
      ),
  };

  return (
    <>
      <CalendarHeader
        {...{ title, view, day, today, show, shift, entries, shownEntries, openDialog, plans }}
      />
      <WriteBox paceContext={paceContext} from={firstToWrite(view, day, week, today)} />
      {view === 'week' &&
        (shownRuns.length > 0 ? (
          <WeekDone
            entries={shownEntries}
            runs={shownRuns}
            allRuns={runs}
            paceContext={paceContext}
          />
        ) : (
          <WeekSummary entries={shownEntries} paceContext={paceContext} />
        ))}
      {/* The days contain the controls; the arrow keys are a shortcut between them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={moveBetweenDays}>
        {view === 'week' ? (
          <WeekView week={week} {...viewProps} />
        ) : (
          <MonthView weeks={weeks} month={day} {...viewProps} />
        )}
      </div>
      <LibraryPanel
        paceContext={paceContext}
        onPick={(workout) => setDialog({ kind: 'place', workout })}
        onDragStart={(workout, event) =>
          start(
            {
              title: workout.title,
              resolved: resolveWorkout(workout.reading.workout, paceContext.speeds),
              drop: (toDay) => void actions.add(workout, { day: toDay }),
            },
            event,
          )
        }
      />
      {drag && <DragPreview {...drag} />}
      <PrintSheet>
        {() =>
          view === 'week' ? (
            <PrintedWeek {...{ title, week, paceContext, today }} entries={shownEntries} />
          ) : (
            <PrintedMonth {...{ title, weeks, paceContext }} month={day} entries={shownEntries} />
          )
        }
      </PrintSheet>
      {tracked && (
        <Suspense>
          <TrackDialog
            title={tracked.title}
            script={tracked.script}
            paceContext={paceContext}
            onClose={() => track(undefined)}
          />
        </Suspense>
      )}
      {dialog?.kind === 'week' && (
        <Suspense>
          <WeekDialog day={dialog.day} onClose={close} />
        </Suspense>
      )}
      {dialog?.kind === 'send-days' && (
        <Suspense>
          <SendDaysDialog
            {...{ view, day, paceContext }}
            entries={shownEntries}
            SendWeek={view === 'week' ? garmin?.SendWeek : undefined}
            onClose={close}
          />
        </Suspense>
      )}
      {dialog?.kind === 'away' && (
        <Suspense>
          {plans && dialog.seasonId ? (
            <plans.AwayDialog
              seasonId={dialog.seasonId}
              {...{ day, paceContext }}
              onClose={close}
            />
          ) : (
            <LooseAwayDialog day={day} onClose={close} />
          )}
        </Suspense>
      )}
      {dialog?.kind === 'place' && (
        <DayDialog
          title={`Add ${dialog.workout.title} to…`}
          day={shownDays.includes(today) ? today : day}
          onChoose={(toDay) => runAndClose(actions.add(dialog.workout, { day: toDay }))}
          onClose={close}
        />
      )}
      {dialog?.kind === 'add' && (
        <Suspense>
          <AddDialog
            paceContext={paceContext}
            day={dialog.day}
            isSecond={entries.some(({ day: other }) => other === dialog.day)}
            onPick={(workout, when) => runAndClose(actions.add(workout, when))}
            onPickOther={(content, when) => runAndClose(actions.addOther(content, when))}
            onRace={(when) => setDialog({ kind: 'race', when })}
            onClose={close}
          />
        </Suspense>
      )}
      {dialog && isEntryDialog(dialog) && (
        <EntryDialogs
          {...{ dialog, entries, setDialog, actions, paceContext }}
          SendDialog={garmin?.SendDialog}
          onMove={(entry, toDay) => focusAfterMove(entry.id, toDay)}
        />
      )}
    </>
  );
}

/** Today if it is shown, else the first day of the week or month. */
function firstToWrite(view: View, day: string, week: string[], today: string): string {
  if (view === 'week') return week.includes(today) ? today : (week[0] ?? day);
  const month = day.slice(0, 7);
  return today.startsWith(month) ? today : `${month}-01`;
}

function isEntryDialog(dialog: DialogState): dialog is EntryDialog {
  return !['place', 'add', 'week', 'send-days', 'away'].includes(dialog.kind);
}

/** Shown above the pointer, so that the name of the day below can be read. */
function DragPreview({ item: { title, resolved }, x, y }: Drag<DragItem>) {
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-(--z-pop) flex w-50 -translate-y-full -rotate-2 items-center gap-3 rounded-md border border-ink bg-surface px-3.5 py-2.5 shadow-(--shadow-2)"
      style={{ left: x - 24, top: y - 8 }}
    >
      <span className="flex-none">
        <MiniChart resolved={resolved} width={64} height={30} />
      </span>
      <span className="min-w-0">
        <b className="block truncate text-sm leading-tight font-semibold">{title}</b>
        <span className="fig text-sm text-ink-2">
          {formatMinutes(resolved.totals.time.seconds)}
        </span>
      </span>
    </div>
  );
}

/** The days that the calendar shows for a URL. */
export function shownRange(search: URLSearchParams, today: string): DayRange {
  return rangeOfMonth(shownDay(search, today));
}

function shownDay(search: URLSearchParams, today: string): string {
  const day = search.get('day');
  return isDay(day) ? day : today;
}

function useCalendarParams(today: string) {
  const [search, setSearch] = useSearchParams();
  const view: View = search.get('view') === 'month' ? 'month' : 'week';
  const day = shownDay(search, today);

  // The next press counts from the day that was asked for, which may still be loading.
  const requested = useRef({ view, day });
  useEffect(() => {
    requested.current = { view, day };
  }, [view, day]);

  function show(next: { view?: View; day?: string }): void {
    const shown = { ...requested.current, ...next };
    if (shown.day < FIRST_DAY || shown.day > LAST_DAY) return;
    requested.current = shown;
    setSearch({
      ...(shown.view === 'month' && { view: 'month' }),
      ...(shown.day !== today && { day: shown.day }),
    });
  }

  /** By weeks or months, as shown. */
  function shift(by: number): void {
    const from = requested.current;
    show({ day: from.view === 'week' ? addDays(from.day, by * 7) : addMonths(from.day, by) });
  }

  return { view, day, show, shift };
}

/** Keeps the focus on an entry that was moved to another day. */
function useFocusAfterMove() {
  const pendingFocus = useRef<string>(undefined);
  useEffect(() => {
    const entry = pendingFocus.current && document.querySelector<HTMLElement>(pendingFocus.current);
    if (!entry) return;
    pendingFocus.current = undefined;
    entry.focus();
  });
  return {
    focusAfterMove: (id: string, day: string) => {
      // On a day that is not shown, it would take the focus whenever that day is.
      const isShown = document.querySelector(`[data-day="${day}"]`) !== null;
      pendingFocus.current = isShown
        ? `[data-day="${day}"] [data-entry="${id}"] [data-focus-target]`
        : undefined;
    },
  };
}

function moveBetweenDays(event: KeyboardEvent<HTMLElement>): void {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
  const from = event.target instanceof Element && event.target.closest<HTMLElement>('[data-day]');
  if (!steps || !from || !(event.target instanceof Element)) return;
  // A menu handles the arrow keys itself.
  if (event.target.closest('[role=menu]') || event.defaultPrevented) return;
  const next = addDays(from.dataset['day'] ?? '', steps);
  const focusTarget = event.currentTarget.querySelector<HTMLElement>(
    `[data-day="${next}"] [data-entry] [data-focus-target], [data-day="${next}"] [data-focus-target]`,
  );
  if (!focusTarget) return;
  event.preventDefault();
  focusTarget.focus();
}

type CalendarHeaderProps = {
  title: string;
  view: View;
  day: string;
  today: string;
  show: (next: { view?: View; day?: string }) => void;
  shift: (by: number) => void;
  /** Of the month, and those that are shown. */
  entries: CalendarEntry[];
  shownEntries: CalendarEntry[];
  openDialog: OpenDialog;
  plans: PlanParts | undefined;
};

function CalendarHeader({
  title,
  view,
  day,
  today,
  show,
  shift,
  entries,
  shownEntries,
  openDialog,
  plans,
}: CalendarHeaderProps) {
  useTitle(title);

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-1 gap-y-2.5 md:mb-6 md:gap-x-4">
      <div className="min-w-0">
        <h1 className="text-lg md:text-2xl" aria-live="polite">
          {title}
        </h1>
        {view === 'week' && <SeasonLines entries={shownEntries} />}
        <RaceLines today={today} />
      </div>
      <div className="flex items-center gap-0.5 max-md:-mr-2.5 max-md:ml-auto">
        <IconButton
          label={`Previous ${view}`}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => shift(-1)}
        />
        <Button size="sm" onClick={() => show({ day: today })}>
          Today
        </Button>
        <IconButton
          label={`Next ${view}`}
          icon={<ChevronRight aria-hidden />}
          onClick={() => shift(1)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full md:ml-auto">
        <MoreMenu {...{ view, entries, day, today, openDialog, plans }} />
        <Link to={IMPORT} className={buttonClass()}>
          <FileDown aria-hidden /> Add runs
        </Link>
        <SegmentedControl
          label="View"
          value={view}
          onChange={(next) => show({ view: next })}
          options={[
            { value: 'week', label: 'Week' },
            { value: 'month', label: 'Month' },
          ]}
          className="max-md:order-first max-md:flex-1"
        />
      </div>
    </div>
  );
}

type MoreMenuProps = Pick<
  CalendarHeaderProps,
  'view' | 'day' | 'today' | 'entries' | 'openDialog' | 'plans'
>;

function MoreMenu({ view, day, today, entries, openDialog, plans }: MoreMenuProps) {
  const navigate = useNavigate();
  // An absence may reach beyond the days that are shown.
  const left = entries.filter(({ day: own, done }) => own >= today && !done);
  const seasonId = plans && left.find(({ season }) => season)?.season?.id;
  const isAnyLeft = seasonId !== undefined || left.some(isRunEntry);
  const label = `More actions for this ${view}`;
  return (
    <Menu label={label} trigger={<IconButton label={label} icon={<Ellipsis aria-hidden />} />}>
      {isAnyLeft && (
        <MenuItem
          icon={<Thermometer aria-hidden />}
          onClick={() => openDialog({ kind: 'away', seasonId, day })}
        >
          Ill or away…
        </MenuItem>
      )}
      {view === 'week' && (
        <MenuItem
          icon={<CalendarArrowUp aria-hidden />}
          onClick={() => openDialog({ kind: 'week', day })}
        >
          Copy or move the week…
        </MenuItem>
      )}
      <MenuItem icon={<Send aria-hidden />} onClick={() => openDialog({ kind: 'send-days' })}>
        Send or share the {view}…
      </MenuItem>
      <MenuItem icon={<ClipboardPaste aria-hidden />} onClick={() => void navigate(IMPORT)}>
        Paste a week…
      </MenuItem>
    </Menu>
  );
}

type WeekSummaryProps = { entries: CalendarEntry[]; paceContext: PaceContext };

function WeekSummary({ entries, paceContext }: WeekSummaryProps) {
  const sum = sumEntries(entries, paceContext);
  const { time, distance } = sum.totals;
  const byLane = secondsByLane(sum);
  const isDone = entries.length > 0 && entries.every(({ done }) => done);
  // Rest days and other activities have no totals.
  if (!entries.some(isRunEntry)) return null;

  return (
    <Card
      aria-label="Week totals"
      className="mb-4 grid items-center gap-2.5 px-4 py-3.5 md:grid-cols-[auto_minmax(0,1fr)] md:gap-7 md:px-5.5 xl:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <dl className="flex justify-between gap-6">
        <WeekFigure name={isDone ? 'done' : 'planned'}>
          <AtLeastPrefix of={time} />
          {formatMinutes(time.seconds)}
        </WeekFigure>
        <WeekFigure
          name={
            <>
              <span className="sr-only">Distance in </span>
              {LENGTH_UNITS[paceContext.units]}
            </>
          }
        >
          <AtLeastPrefix of={distance} />
          {formatLength(distance.metres, paceContext.units, 0)}
        </WeekFigure>
      </dl>
      <PaceMixBar resolved={sum} />
      {/* Screen readers get this from the bar, which is also there on narrow screens. */}
      <ul aria-hidden className="hidden gap-4.5 text-sm xl:flex">
        {PACE_KEYS.filter((key) => byLane[key] > 0).map((key) => (
          <li key={key} className="flex items-center gap-[7px]">
            <PaceLetter letter={key} className="text-xs" />
            <span className="fig">{formatMinutes(byLane[key])}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WeekFigure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-[7px]">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="fig text-xl font-semibold">{children}</dd>
    </div>
  );
}
