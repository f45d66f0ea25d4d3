import type { CalendarEntry } from '@pacewright/contract';
import { formatRange, PACE_KEYS, PACE_NAMES, PACE_UNIT_LABELS } from '@pacewright/pace';
import { formatDuration, formatLength, LENGTH_UNITS } from '@pacewright/script';
import { Check, Download, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { saveFit } from '../../delivery/save-fit.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { ScriptText } from '../../script-editor/script-text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PaceLetter } from '../../ui/pace-letter.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AtLeast } from '../../workout-view/at-least.tsx';
import { inMinutes } from '../../workout-view/in-minutes.ts';
import { MixBar, secondsByLane } from '../../workout-view/mix-bar.tsx';
import { ProfileChart } from '../../workout-view/profile-chart.tsx';
import { StepTable } from '../../workout-view/step-table.tsx';
import { useWorkshop } from '../../workout-view/use-workshop.ts';
import { useCalendar, useWorkoutSearch } from './calendar-queries.ts';
import {
  addDays,
  dateOf,
  firstWeekday,
  longDay,
  shortWeekday,
  weekOf,
  weekTitle,
} from '../../days/days.ts';
import { useToday } from '../../days/use-today.ts';
import { type EntryPart, Sketch } from './entry-parts.tsx';
import { addUp, resolveEntry, speedsOf } from './planned.ts';
import { useEntryActions } from './use-entry-actions.ts';

/** How far ahead the next workout is looked for. */
const DAYS_AHEAD = 90;

type TodayScreenProps = {
  athlete: Athlete;
  /** Sends an entry to Garmin, and tells what is to be known of it there. */
  garmin?: { Button: EntryPart; News: EntryPart };
  /** Whether they have paces of their own. */
  hasPaces: boolean;
  /** Stands in for the advice to plan something, for whoever has other things to do first. */
  welcome?: ReactNode;
};

/** What is to be run next, and the week it is in. */
export function TodayScreen({ athlete, hasPaces, garmin, welcome }: TodayScreenProps) {
  const today = useToday();
  const week = weekOf(today, firstWeekday());
  const entries = useCalendar({ from: week[0] ?? today, to: addDays(today, DAYS_AHEAD) });
  const next = findNext(entries, today);
  const thisWeek = entries.filter(({ day }) => week.includes(day));

  return (
    <>
      {next ? (
        <NextWorkout
          key={next.id}
          entry={next}
          athlete={athlete}
          today={today}
          garmin={garmin}
          aside={
            <div className="grid gap-6 *:min-w-0">
              <YourPaces athlete={athlete} />
              <WeekByPace entries={thisWeek} athlete={athlete} />
            </div>
          }
        />
      ) : (
        <>
          <PageHeading title="Today" over={longDay(today, today)} />
          {(thisWeek.length === 0 && welcome) || (
            <NothingPlanned hasWeek={thisWeek.length > 0} hasPaces={hasPaces} />
          )}
          {thisWeek.length > 0 && (
            <div className="mt-8 max-w-130">
              <WeekByPace entries={thisWeek} athlete={athlete} />
            </div>
          )}
        </>
      )}
      {(next || thisWeek.length > 0) && (
        <ThisWeek {...{ week, today, athlete }} entries={thisWeek} />
      )}
    </>
  );
}

/** Today's first that is not done, else the next day's; when all is done, what was done today. */
function findNext(entries: CalendarEntry[], today: string): CalendarEntry | undefined {
  return (
    entries.find(({ day, done }) => day >= today && !done) ??
    entries.findLast(({ day }) => day === today)
  );
}

function NothingPlanned({ hasWeek, hasPaces }: { hasWeek: boolean; hasPaces: boolean }) {
  // Until it is known nobody is told to write what they may have.
  const isLibraryEmpty = useWorkoutSearch('').data?.workouts.length === 0;

  return (
    <EmptyState
      title={hasWeek ? 'Nothing more is planned.' : 'Nothing is planned yet.'}
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="/app/calendar" className={buttonClass({ variant: 'primary' })}>
            Plan the week
          </Link>
          <Link to="/app/workouts/new" className={buttonClass()}>
            Write a workout
          </Link>
        </div>
      }
      examples={
        <ol className="grid gap-4 [counter-reset:lesson]">
          {!hasPaces && (
            <Lesson title="Set your paces">
              One race result gives the five of them. <Link to="/app/paces">Open paces</Link>
            </Lesson>
          )}
          {isLibraryEmpty && (
            <Lesson title="Write a workout in one line">
              Such as <ScriptText script="15m E + 5x(3m I + 2m jog) + 10m E" />, or take a classic
              from <Link to="/app/workouts">your workouts</Link>
            </Lesson>
          )}
          <Lesson title={isLibraryEmpty ? 'Put it on a day' : 'Put a workout on a day'}>
            Drag it there in <Link to="/app/calendar">the calendar</Link>, or choose its day. The
            next one then stands here, drawn in your paces and ready for the watch.
          </Lesson>
        </ol>
      }
    >
      What you put on the calendar shows here on its day: how it goes, how long it takes, and what
      each lap should be.
    </EmptyState>
  );
}

function Lesson({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="group grid grid-cols-[2rem_1fr] gap-x-3 [counter-increment:lesson] only:grid-cols-1">
      <span
        aria-hidden
        className="fig text-xl font-[720] text-ink-3 group-only:hidden before:content-[counter(lesson)]"
      />
      <div>
        <p className="font-[640]">{title}</p>
        <p className="text-sm text-ink-2">{children}</p>
      </div>
    </li>
  );
}

/** Characters from which on a script is no headline any more. */
const LONG_SCRIPT = 240;

type NextWorkoutProps = {
  entry: CalendarEntry;
  athlete: Athlete;
  today: string;
  garmin: TodayScreenProps['garmin'];
  /** Stands beside the steps. */
  aside: ReactNode;
};

function NextWorkout({ entry, athlete, today, garmin, aside }: NextWorkoutProps) {
  const { title, script, day, done, workoutId, reading } = entry;
  const actions = useEntryActions(athlete);
  const { view, resolved } = useWorkshop(script, {
    speeds: speedsOf(entry, athlete),
    units: athlete.units,
  });
  const name = longDay(day, today);

  const { time, distance } = resolved.totals;
  const hard = hardestLane(secondsByLane(resolved));

  return (
    <>
      <PageHeading
        title={title}
        over={day === today ? name : `Next, ${name}`}
        actions={
          <>
            {workoutId && (
              <Link to={`/app/workouts/${workoutId}`} className={buttonClass({ variant: 'quiet' })}>
                <Pencil aria-hidden /> <span className="max-md:sr-only">Edit</span>
              </Link>
            )}
            {reading.mistakeCount === 0 && (
              <Button
                icon={<Download aria-hidden />}
                onClick={() =>
                  void saveFit(
                    { id: workoutId ?? entry.id, title, script },
                    speedsOf(entry, athlete),
                  )
                }
              >
                <span>
                  <span className="max-md:sr-only">Download </span>FIT
                </span>
              </Button>
            )}
            {done ? (
              <span className="inline-flex items-center gap-1.5 font-[620] text-ok">
                <Check aria-hidden /> Done
              </span>
            ) : (
              day === today && (
                <Button
                  variant={garmin ? 'secondary' : 'primary'}
                  icon={<Check aria-hidden />}
                  onClick={() => void actions.mark(entry, true)}
                >
                  Mark as done
                </Button>
              )
            )}
            {garmin && <garmin.Button entry={entry} />}
          </>
        }
      />
      {garmin && (
        <div className="[&:not(:empty)]:mb-5">
          <garmin.News entry={entry} />
        </div>
      )}
      <Card
        edgeToEdge
        aria-label="The workout"
        className="px-(--gutter) pt-4 pb-4.5 md:px-6 md:pt-5.5"
      >
        <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <p
            className={classNames(
              'min-w-0 text-base leading-relaxed break-words',
              script.length < LONG_SCRIPT && 'md:text-xl',
            )}
          >
            <ScriptText script={script} />
          </p>
          <dl className="flex gap-8 max-md:w-full max-md:justify-between max-md:gap-3">
            <Figure name={time.isAtLeast ? 'Time, at least' : 'Time'}>
              {formatDuration(time.seconds)}
            </Figure>
            <Figure name={distance.isAtLeast ? 'Distance, at least' : 'Distance'}>
              {formatLength(distance.metres, athlete.units)}
              <small className="text-[0.9375rem] font-[500]"> {LENGTH_UNITS[athlete.units]}</small>
            </Figure>
            {hard && <Figure name={`At ${hard.key} pace`}>{formatDuration(hard.seconds)}</Figure>}
          </dl>
        </div>
        <ProfileChart {...view} />
      </Card>
      <div className="mt-6 grid items-start gap-6 md:mt-8 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Card edgeToEdge className="min-w-0 overflow-hidden">
          <StepTable {...view} heading={<h2 className="text-[1.3125rem]">At the track</h2>} />
        </Card>
        {aside}
      </div>
    </>
  );
}

/** The fastest lane beyond easy that the workout is run in. */
function hardestLane(byLane: ReturnType<typeof secondsByLane>) {
  const key = PACE_KEYS.findLast((lane) => byLane[lane] > 0);
  return key && key !== 'E' ? { key, seconds: byLane[key] } : undefined;
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="fig text-[1.75rem] leading-[1.1] font-[680]">{children}</dd>
    </div>
  );
}

/** Where there is no strip of paces at the top. */
function YourPaces({ athlete: { speeds, units } }: { athlete: Athlete }) {
  if (!speeds) return null;
  return (
    <section aria-labelledby="your-paces" className="md:hidden">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="your-paces" className="text-[1.3125rem]">
          Your paces
        </h2>
        <Link to="/app/paces" className="text-sm font-[560]">
          Change
        </Link>
      </div>
      <Card className="overflow-hidden">
        <p className="flex items-baseline justify-between gap-3 px-4 py-3 text-sm text-ink-2">
          {speeds.vdot === undefined ? (
            'Set by hand'
          ) : (
            <span>
              VDOT <b className="fig text-xl text-ink">{speeds.vdot.toFixed(1)}</b>
            </span>
          )}
          <span>{PACE_UNIT_LABELS[units]}</span>
        </p>
        <ul className="grid grid-cols-5 border-t border-line">
          {PACE_KEYS.map((key) => {
            const [faster, slower] = formatRange(speeds.trainingPaces[key], units).split(' - ');
            return (
              <li
                key={key}
                className="grid justify-items-center gap-1 border-l border-line py-3 first:border-l-0"
              >
                <PaceLetter letter={key} className="text-xs" />
                <span className="sr-only">{PACE_NAMES[key]}</span>
                <span className="fig font-[660]">{faster}</span>
                <span className="fig text-ink-2">{slower}</span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}

type WeekByPaceProps = { entries: CalendarEntry[]; athlete: Athlete };

function WeekByPace({ entries, athlete }: WeekByPaceProps) {
  const sum = addUp(entries, athlete);
  const { time, distance } = sum.totals;
  const byLane = secondsByLane(sum);
  const total = PACE_KEYS.reduce((seconds, key) => seconds + byLane[key], 0);
  const done = entries.filter((entry) => entry.done).length;

  return (
    <section aria-labelledby="week-by-pace">
      <h2 id="week-by-pace" className="mb-3 text-[1.3125rem]">
        This week by pace
      </h2>
      <Card className="grid gap-4 px-4 pt-4 pb-2 md:px-6 md:pt-5 md:pb-2.5">
        <dl className="flex justify-between gap-3">
          <Figure name={time.isAtLeast ? 'Planned, at least' : 'Planned'}>
            {inMinutes(time.seconds)}
          </Figure>
          <Figure name={distance.isAtLeast ? 'Distance, at least' : 'Distance'}>
            {formatLength(distance.metres, athlete.units, 0)}
            <small className="text-[0.9375rem] font-[500]"> {LENGTH_UNITS[athlete.units]}</small>
          </Figure>
          <Figure name="Done">
            {done}
            <small className="text-[0.9375rem] font-[500]"> of {entries.length}</small>
          </Figure>
        </dl>
        <MixBar resolved={sum} isSaidBeside />
        <ul>
          {PACE_KEYS.map((key) => {
            const isNone = byLane[key] === 0;
            return (
              <li
                key={key}
                className={classNames(
                  'grid grid-cols-[26px_1fr_48px_72px] items-center gap-3 py-1.5 text-[0.9375rem]',
                  isNone && 'text-ink-3',
                )}
              >
                <PaceLetter letter={key} className="text-xs" />
                <span>{PACE_NAMES[key]}</span>
                <span className="fig text-right text-ink-2">
                  {!isNone && `${Math.max(1, Math.round((byLane[key] / total) * 100))} %`}
                </span>
                <span className={classNames('fig text-right', !isNone && 'font-[620]')}>
                  {isNone ? 'none' : inMinutes(Math.max(60, byLane[key]))}
                </span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}

type ThisWeekProps = {
  week: string[];
  entries: CalendarEntry[];
  today: string;
  athlete: Athlete;
};

function ThisWeek({ week, entries, today, athlete }: ThisWeekProps) {
  return (
    <section aria-labelledby="this-week" className="mt-7 md:mt-10">
      <div className="mb-3 flex items-baseline gap-4">
        <h2 id="this-week" className="text-[1.3125rem]">
          This week
        </h2>
        <span className="fig text-sm text-ink-2">{weekTitle(week, today)}</span>
        <Link to="/app/calendar" className="ml-auto text-sm font-[560]">
          Open calendar
        </Link>
      </div>
      <ol className="grid max-md:overflow-hidden max-md:rounded-md max-md:border max-md:border-line max-md:bg-surface md:grid-cols-4 md:gap-2 xl:grid-cols-7">
        {week.map((day) => (
          <DayCard
            key={day}
            day={day}
            today={today}
            athlete={athlete}
            entries={entries.filter((entry) => entry.day === day)}
          />
        ))}
      </ol>
    </section>
  );
}

function DayCard({ day, today, athlete, entries }: Omit<ThisWeekProps, 'week'> & { day: string }) {
  const isToday = day === today;
  return (
    <li
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'relative flex min-w-0 gap-3 max-md:items-center max-md:border-line max-md:px-3.5 max-md:py-2.5 max-md:not-first:border-t',
        'md:min-h-42 md:flex-col md:rounded-md md:border md:bg-surface md:px-3.5 md:pt-3 md:pb-3.5',
        isToday
          ? 'max-md:shadow-[inset_4px_0_var(--ink)] md:border-ink md:shadow-[inset_0_0_0_1px_var(--ink)] forced-colors:border-l-4'
          : 'md:border-line',
      )}
    >
      <p
        className={classNames(
          'flex w-10 flex-none gap-1.5 text-sm max-md:flex-col max-md:gap-0 md:w-auto md:items-baseline',
          isToday ? 'font-[680]' : 'text-ink-2',
        )}
      >
        <span className="sr-only">{longDay(day, today)}</span>
        <span aria-hidden>{shortWeekday(day)}</span>
        <b aria-hidden className="fig text-lg leading-tight font-[680] text-ink">
          {dateOf(day)}
        </b>
      </p>
      {entries.length === 0 && <p className="text-[0.9375rem] text-ink-3 md:my-auto">Rest</p>}
      {entries.length > 0 && (
        <ul className="grid min-w-0 flex-1 gap-3 md:content-end">
          {entries.map((entry) => (
            <DayEntry key={entry.id} entry={entry} athlete={athlete} />
          ))}
        </ul>
      )}
    </li>
  );
}

function DayEntry({ entry, athlete }: { entry: CalendarEntry; athlete: Athlete }) {
  const resolved = resolveEntry(entry, athlete);
  const { time, distance } = resolved.totals;
  return (
    <li className="grid min-w-0 max-md:grid-cols-[84px_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3">
      <div className="max-md:hidden">
        <Sketch resolved={resolved} height={48} />
      </div>
      <div className="md:hidden">
        <Sketch resolved={resolved} height={32} />
      </div>
      <div className="min-w-0 md:mt-2.5">
        <p className="line-clamp-3 text-[0.9375rem] leading-tight font-[620] wrap-anywhere">
          {entry.title}
        </p>
        <p className="fig text-sm text-ink-2">
          <AtLeast of={time} />
          {inMinutes(time.seconds)} · <AtLeast of={distance} />
          {formatLength(distance.metres, athlete.units)} {LENGTH_UNITS[athlete.units]}
        </p>
      </div>
      {entry.done && (
        <span className="grid size-5 place-items-center rounded-full bg-ok text-surface forced-color-adjust-none md:absolute md:top-3.5 md:right-3.5">
          <Check aria-hidden className="size-[13px] stroke-3" />
          <span className="sr-only">Done</span>
        </span>
      )}
    </li>
  );
}
