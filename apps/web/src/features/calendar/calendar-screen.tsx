import type { CalendarEntry, SavedWorkout } from '@pacewright/contract';
import { PACE_KEYS } from '@pacewright/pace';
import {
  formatLength,
  LENGTH_UNITS,
  type ResolvedWorkout,
  resolveWorkout,
} from '@pacewright/script';
import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Athlete } from '../../script-editor/reading.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { AtLeast } from '../../workout-view/at-least.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MiniProfile } from '../../workout-view/mini-profile.tsx';
import { MixBar, secondsByLane } from '../../workout-view/mix-bar.tsx';
import { saveCalendarFile } from './calendar-file.ts';
import { useCalendar, useReadCalendar } from './calendar-queries.ts';
import { DayDialog } from '../../days/day-dialog.tsx';
import {
  addDays,
  addMonths,
  FIRST_DAY,
  firstWeekday,
  isDay,
  LAST_DAY,
  longDay,
  monthTitle,
  weekOf,
  weeksOfMonth,
  weekTitle,
} from '../../days/days.ts';
import { useToday } from '../../days/use-today.ts';
import type { Ask } from './entry-menu.tsx';
import { AddDialog, LibraryTray } from './library-tray.tsx';
import { MonthView } from './month-view.tsx';
import { addUp, resolveEntry } from './planned.ts';
import { PrintedMonth } from './printed-month.tsx';
import { type Drag, useDrag } from './use-drag.ts';
import { useEntryActions } from './use-entry-actions.ts';
import { PrintedWeek } from './printed-week.tsx';
import { type GarminParts, WeekView } from './week-view.tsx';

type View = 'week' | 'month';

type Question = Parameters<Ask>[0] | { kind: 'place'; workout: SavedWorkout };

/** What is dragged: an entry of the calendar, or a workout of the library. */
type Grabbed = { title: string; resolved: ResolvedWorkout; drop: (day: string) => void };

type CalendarScreenProps = { athlete: Athlete; garmin?: GarminParts };

/** Workouts on their days, by week or by month. The address says which, so that it can be kept. */
export function CalendarScreen({ athlete, garmin }: CalendarScreenProps) {
  const today = useToday();
  const first = firstWeekday();
  const { view, day, show } = useShown(today);
  const week = weekOf(day, first);
  const weeks = weeksOfMonth(day, first);
  // A month's page has every week of its days, so both views share one answer.
  const entries = useCalendar({ from: weeks[0]?.[0] ?? day, to: weeks.at(-1)?.at(-1) ?? day });
  const shownDays = view === 'week' ? week : weeks.flat();
  const shownEntries = entries.filter((entry) => shownDays.includes(entry.day));

  const actions = useEntryActions(athlete);
  const [question, setQuestion] = useState<Question>();
  const { drag, start } = useDrag<Grabbed>(({ drop }, onto) => drop(onto));
  const { follow } = useFollowedFocus();
  const close = () => setQuestion(undefined);

  function choose(run: Promise<void>, id?: string, onto?: string): void {
    close();
    if (id && onto) follow(id, onto);
    void run;
  }

  const title = view === 'week' ? weekTitle(week, today) : monthTitle(day);
  const viewProps = {
    entries,
    athlete,
    today,
    actions,
    garmin,
    ask: setQuestion,
    dropDay: drag?.day,
    onGrab: (entry: CalendarEntry, event: PointerEvent) =>
      start(
        {
          title: entry.title,
          resolved: resolveEntry(entry, athlete),
          drop: (onto) => choose(actions.move(entry, onto), entry.id, onto),
        },
        event,
      ),
  };

  return (
    <>
      <Head {...{ title, view, day, today, show, athlete, shownEntries }} />
      {view === 'week' && <WeekSummary entries={shownEntries} athlete={athlete} />}
      {/* The days hold the controls; the arrow keys are a shortcut between them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={moveBetweenDays}>
        {view === 'week' ? (
          <WeekView week={week} {...viewProps} />
        ) : (
          <MonthView weeks={weeks} month={day} {...viewProps} />
        )}
      </div>
      <LibraryTray
        athlete={athlete}
        onPick={(workout) => setQuestion({ kind: 'place', workout })}
        onGrab={(workout, event) =>
          start(
            {
              title: workout.title,
              resolved: resolveWorkout(workout.reading.workout, athlete.speeds),
              drop: (onto) => void actions.add(workout, onto),
            },
            event,
          )
        }
      />
      {drag && <Ghost {...drag} />}
      <PrintSheet>
        {() =>
          view === 'week' ? (
            <PrintedWeek {...{ title, week, athlete, today }} entries={shownEntries} />
          ) : (
            <PrintedMonth {...{ title, weeks, athlete }} month={day} entries={shownEntries} />
          )
        }
      </PrintSheet>
      {question?.kind === 'move' && (
        <DayDialog
          title={`Move ${question.entry.title} to`}
          day={question.entry.day}
          onChoose={(onto) => choose(actions.move(question.entry, onto), question.entry.id, onto)}
          onClose={close}
        />
      )}
      {question?.kind === 'place' && (
        <DayDialog
          title={`Put ${question.workout.title} on`}
          day={shownDays.includes(today) ? today : day}
          onChoose={(onto) => choose(actions.add(question.workout, onto))}
          onClose={close}
        />
      )}
      {question?.kind === 'add' && (
        <AddDialog
          athlete={athlete}
          dayName={longDay(question.day, today)}
          onPick={(workout) => choose(actions.add(workout, question.day))}
          onClose={close}
        />
      )}
      {question?.kind === 'remove' && (
        <Dialog
          alert
          title={`Remove ${question.entry.title} from the calendar?`}
          description="You’ve marked it as done, so its record and paces will be deleted too. This can’t be undone."
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Keep it</Button>
              <Button variant="danger" onClick={() => choose(actions.remove(question.entry))}>
                Remove it
              </Button>
            </>
          }
        />
      )}
    </>
  );
}

/** Follows the pointer, above it so that the name of the day below can be read. */
function Ghost({ item: { title, resolved }, x, y }: Drag<Grabbed>) {
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-(--z-pop) flex w-50 -translate-y-full -rotate-2 items-center gap-3 rounded-md border border-ink bg-surface px-3.5 py-2.5 shadow-(--shadow-2)"
      style={{ left: x - 24, top: y - 8 }}
    >
      <span className="flex-none">
        <MiniProfile resolved={resolved} width={64} height={30} />
      </span>
      <span className="min-w-0">
        <b className="block truncate text-[0.9375rem] leading-tight font-[620]">{title}</b>
        <span className="fig text-sm text-ink-2">{inMinutes(resolved.totals.time.seconds)}</span>
      </span>
    </div>
  );
}

function useShown(today: string) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('day');
  const view: View = search.get('view') === 'month' ? 'month' : 'week';
  const day = isDay(asked) ? asked : today;

  function show(next: { view?: View; day?: string }): void {
    const shown = { view, day, ...next };
    if (shown.day < FIRST_DAY || shown.day > LAST_DAY) return;
    setSearch({
      ...(shown.view === 'month' && { view: 'month' }),
      ...(shown.day !== today && { day: shown.day }),
    });
  }

  return { view, day, show };
}

/** Keeps the focus on an entry that a choice has sent to another day. */
function useFollowedFocus() {
  const followed = useRef<string>(undefined);
  useEffect(() => {
    const entry = followed.current && document.querySelector<HTMLElement>(followed.current);
    if (!entry) return;
    followed.current = undefined;
    entry.focus();
  });
  return {
    follow: (id: string, day: string) => {
      followed.current = `[data-day="${day}"] [data-entry="${id}"] [data-stop]`;
    },
  };
}

function moveBetweenDays(event: KeyboardEvent<HTMLElement>): void {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
  const from = event.target instanceof Element && event.target.closest<HTMLElement>('[data-day]');
  if (!steps || !from || !(event.target instanceof Element)) return;
  // A menu has the arrows for itself.
  if (event.target.closest('[role=menu]') || event.defaultPrevented) return;
  const next = addDays(from.dataset['day'] ?? '', steps);
  const stop = event.currentTarget.querySelector<HTMLElement>(
    `[data-day="${next}"] [data-entry] [data-stop], [data-day="${next}"] [data-stop]`,
  );
  if (!stop) return;
  event.preventDefault();
  stop.focus();
}

type HeadProps = {
  title: string;
  view: View;
  day: string;
  today: string;
  show: (next: { view?: View; day?: string }) => void;
  athlete: Athlete;
  shownEntries: CalendarEntry[];
};

function Head({ title, view, day, today, show, athlete, shownEntries }: HeadProps) {
  useTitle(title);
  const turn = (by: number) => (view === 'week' ? addDays(day, by * 7) : addMonths(day, by));

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-1 gap-y-2.5 md:mb-6 md:gap-x-4">
      <h1 className="text-[clamp(1.0625rem,5.1vw,1.3125rem)] md:text-[1.875rem]" aria-live="polite">
        {title}
      </h1>
      <div className="flex items-center gap-0.5 max-md:-mr-2.5 max-md:ml-auto">
        <IconButton
          label={view === 'week' ? 'Previous week' : 'Previous month'}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => show({ day: turn(-1) })}
        />
        <Button size="sm" onClick={() => show({ day: today })}>
          Today
        </Button>
        <IconButton
          label={view === 'week' ? 'Next week' : 'Next month'}
          icon={<ChevronRight aria-hidden />}
          onClick={() => show({ day: turn(1) })}
        />
      </div>
      <div className="flex items-center gap-2 max-md:w-full md:ml-auto">
        <FileMenu {...{ view, athlete, shownEntries, day }} />
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

type FileMenuProps = Pick<HeadProps, 'view' | 'day' | 'athlete' | 'shownEntries'>;

function FileMenu({ view, day, athlete, shownEntries }: FileMenuProps) {
  const readCalendar = useReadCalendar();

  async function save(entries: Promise<CalendarEntry[]>, fileName: string): Promise<void> {
    const news = showToast.working('Making the calendar file');
    await entries
      .then((all) => saveCalendarFile(all, athlete, fileName))
      .then(
        () => news.succeed(`${fileName} is in your downloads`),
        (error: Error) => news.fail('The file wasn’t made', { detail: error.message }),
      );
  }

  return (
    <Menu
      label="Print or download"
      trigger={<IconButton label="Print or download" icon={<Download aria-hidden />} />}
    >
      <MenuItem icon={<Printer aria-hidden />} onClick={() => window.print()}>
        Print this {view}
      </MenuItem>
      <MenuItem
        icon={<Download aria-hidden />}
        onClick={() => void save(Promise.resolve(shownEntries), `pacewright-${view}-${day}.ics`)}
      >
        This {view} as .ics
      </MenuItem>
      <MenuItem
        icon={<Download aria-hidden />}
        onClick={() => void save(readCalendar(), 'pacewright.ics')}
      >
        All workouts as .ics
      </MenuItem>
    </Menu>
  );
}

type WeekSummaryProps = { entries: CalendarEntry[]; athlete: Athlete };

function WeekSummary({ entries, athlete }: WeekSummaryProps) {
  const sum = addUp(entries, athlete);
  const { time, distance } = sum.totals;
  const byLane = secondsByLane(sum);
  const isDone = entries.length > 0 && entries.every(({ done }) => done);
  if (entries.length === 0) return null;

  return (
    <Card
      aria-label="Week totals"
      className="mb-4 grid items-center gap-2.5 px-4 py-3.5 md:grid-cols-[auto_minmax(0,1fr)] md:gap-7 md:px-5.5 xl:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <dl className="flex justify-between gap-6">
        <div className="flex flex-row-reverse items-baseline gap-[7px]">
          <dt className="text-sm text-ink-2">{isDone ? 'done' : 'planned'}</dt>
          <dd className="fig text-[1.375rem] font-[680]">
            <AtLeast of={time} />
            {inMinutes(time.seconds)}
          </dd>
        </div>
        <div className="flex flex-row-reverse items-baseline gap-[7px]">
          <dt className="text-sm text-ink-2">
            <span className="sr-only">Distance in </span>
            {LENGTH_UNITS[athlete.units]}
          </dt>
          <dd className="fig text-[1.375rem] font-[680]">
            <AtLeast of={distance} />
            {formatLength(distance.metres, athlete.units, 0)}
          </dd>
        </div>
      </dl>
      <MixBar resolved={sum} />
      {/* The bar has said it, also where there is no room for these. */}
      <ul aria-hidden className="hidden gap-4.5 text-sm xl:flex">
        {PACE_KEYS.filter((key) => byLane[key] > 0).map((key) => (
          <li key={key} className="flex items-center gap-[7px]">
            <PaceLetter letter={key} className="text-[0.6875rem]" />
            <span className="fig">{inMinutes(byLane[key])}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
