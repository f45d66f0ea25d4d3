import { type PlanDay, type RunTotals, WEEKDAYS, type Weekday } from '@pacewright/plan';
import { formatLength, LENGTH_UNITS, previewScript } from '@pacewright/script';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, type Ref, useMemo } from 'react';
import { Link } from 'react-router';
import { nameWeekday } from '../../platform/days/days.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { WorkoutChart } from '../../workout/view/profile-chart.tsx';
import { useLinkedStep } from '../../workout/view/use-linked-step.ts';
import { useReading } from '../../workout/use-reading.ts';
import type { PlanPreview } from './plan-preview.ts';
import type { SeasonWeek } from './season-layout.ts';

type WeekPanelProps = {
  preview: PlanPreview;
  week: SeasonWeek;
  /** The day that is open. */
  weekday: Weekday | undefined;
  onWeek: (week: number) => void;
  onDay: (weekday: Weekday | undefined) => void;
  /** Escape was pressed: the focus goes back to the season. */
  onBack: () => void;
  paceContext: PaceContext;
  /** False for a visitor, who has no library. */
  canOpenWorkouts?: boolean;
  ref: Ref<HTMLElement>;
};

/** A week of the plan, day by day; a day opens in place. */
export function WeekPanel({
  preview: { reading, totals, weeks },
  week,
  weekday,
  onWeek,
  onDay,
  onBack,
  paceContext,
  canOpenWorkouts = true,
  ref,
}: WeekPanelProps) {
  const { units } = paceContext;
  const weekdays = WEEKDAYS.map((_, index) => (reading.weekStart + index) % 7);
  const runs = totals.find((own) => own.week === week.week)?.runs ?? [];
  const days = reading.days.filter((day) => day.week === week.week);
  const open = weekday === undefined ? [] : days.filter((day) => day.weekday === weekday);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside
    <section
      ref={ref}
      aria-labelledby="plan-week"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack();
      }}
    >
      <div className="flex flex-wrap items-start gap-x-8 gap-y-3 px-4 pt-4 md:px-5">
        <div className="min-w-0 grow">
          <h2 id="plan-week" className="text-lg">
            Week {week.week}
          </h2>
          {/* Always rendered, so that nothing below it moves. */}
          <p className="min-h-5 text-sm text-ink-2">
            {[week.title, week.position].filter((part) => part !== '').join(', ')}
          </p>
        </div>
        <div className="order-last flex flex-none gap-1 max-md:order-none">
          <IconButton
            label="Previous week"
            icon={<ChevronLeft aria-hidden />}
            disabled={week.week <= 1}
            onClick={() => onWeek(week.week - 1)}
          />
          <IconButton
            label="Next week"
            icon={<ChevronRight aria-hidden />}
            disabled={week.week >= weeks.length}
            onClick={() => onWeek(week.week + 1)}
          />
        </div>
        <dl className="flex gap-6 max-md:w-full max-md:justify-between">
          <Figure name={week.isAtLeast ? 'Time, at least' : 'Time'}>
            {formatMinutes(week.seconds)}
          </Figure>
          <Figure name="Distance">
            {formatLength(week.metres, units, 0)}
            <small className="text-sm font-medium"> {LENGTH_UNITS[units]}</small>
          </Figure>
          <Figure name="Faster than easy">{formatMinutes(week.fastSeconds)}</Figure>
        </dl>
      </div>
      <ul className="mt-3 grid md:grid-cols-7 md:gap-2 md:px-5 md:pb-4 max-md:border-t max-md:border-line">
        {weekdays.map((day) => (
          <Fragment key={day}>
            <li className="min-w-0 max-md:border-b max-md:border-line">
              <DayCard
                weekday={day}
                days={days.filter((own) => own.weekday === day)}
                runs={runs.filter((run) => run.day.weekday === day)}
                isOpen={day === weekday && open.length > 0}
                onToggle={() => onDay(day === weekday ? undefined : day)}
                paceContext={paceContext}
              />
            </li>
            {day === weekday && open.length > 0 && (
              // On a phone below its day, else below all of them.
              <li className="grid min-w-0 gap-5 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 md:order-last md:col-span-7 md:mt-2 md:border-t md:border-line md:pt-4">
                {open.map((own) => (
                  <OpenDay key={own.run} day={own} {...{ paceContext, canOpenWorkouts }} />
                ))}
              </li>
            )}
          </Fragment>
        ))}
      </ul>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="fig text-lg leading-tight font-semibold">{children}</dd>
    </div>
  );
}

type DayCardProps = {
  weekday: Weekday;
  days: readonly PlanDay[];
  runs: readonly RunTotals[];
  isOpen: boolean;
  onToggle: () => void;
  paceContext: PaceContext;
};

function DayCard({ weekday, days, runs, isOpen, onToggle, paceContext }: DayCardProps) {
  const [first, second] = days;
  const resolved = useResolved(first?.kind === 'run' ? first.script : '', paceContext);
  const isFree = !first || (first.kind === 'rest' && !second);
  const seconds = runs.reduce((sum, { time }) => sum + time.seconds, 0);
  const metres = runs.reduce((sum, { distance }) => sum + distance.metres, 0);
  if (isFree)
    return (
      <div className={classNames(CARD, 'text-ink-2')}>
        <span className="text-sm">{WEEKDAYS[weekday]}</span>
        <span className="text-sm md:my-auto">{first ? first.title || 'Rest' : 'No run'}</span>
      </div>
    );
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className={classNames(
        CARD,
        'w-full text-left hover:bg-surface-2 focus-visible:outline-offset-[-2px]',
        isOpen && 'md:border-ink md:shadow-[inset_0_0_0_1px_var(--ink)]',
      )}
      onClick={onToggle}
    >
      <span className="text-sm text-ink-2">
        <span className="sr-only">{nameWeekday(weekday)}</span>
        <span aria-hidden>{WEEKDAYS[weekday]}</span>
      </span>
      <span className="block min-w-0 max-md:w-23">
        {resolved.unrolled.length > 0 && (
          <MiniChart resolved={resolved} width={92} height={34} isStretched />
        )}
      </span>
      <span className="grid min-w-0 md:mt-auto">
        <span className="line-clamp-2 text-sm leading-tight font-semibold wrap-anywhere">
          {first.title}
        </span>
        <span className="fig text-xs text-ink-2">
          {runs.length > 0 && formatMinutes(seconds)}
          {runs.length > 0 && (
            <span className="md:hidden">
              {' · '}
              {formatLength(metres, paceContext.units)} {LENGTH_UNITS[paceContext.units]}
            </span>
          )}
          {second && ', two runs'}
        </span>
      </span>
    </button>
  );
}

const CARD =
  'grid content-start items-center gap-x-4 gap-y-1.5 max-md:min-h-16 max-md:grid-cols-[2.75rem_auto_1fr] max-md:px-4 max-md:py-2.5 md:h-full md:min-h-32 md:content-between md:items-start md:rounded-sm md:border md:border-line md:p-2';

/** A day of the plan with its workout drawn. */
function OpenDay({
  day,
  paceContext,
  canOpenWorkouts,
}: {
  day: PlanDay;
  paceContext: PaceContext;
  canOpenWorkouts: boolean;
}) {
  const resolved = useResolved(day.kind === 'run' ? day.script : '', paceContext);
  const link = useLinkedStep(resolved);
  const half = day.run === 2 ? ' pm' : '';
  return (
    <div className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow basis-52">
          <h3 className="text-md font-semibold">
            {nameWeekday(day.weekday)}
            {half}, {day.title || (day.kind === 'rest' ? 'rest' : 'run')}
          </h3>
          {day.script && (
            <p className="mt-1 text-sm">
              <ScriptText script={day.script} />
            </p>
          )}
          {day.notes && <p className="mt-1 text-sm whitespace-pre-line text-ink-2">{day.notes}</p>}
          {day.alternatives.map((option) => (
            <p key={`${option.title} ${option.script}`} className="mt-1 text-sm">
              <span className="text-ink-2">or </span>
              {option.kind === 'run' ? (
                <ScriptText script={option.script} />
              ) : (
                option.title || 'rest'
              )}
            </p>
          ))}
        </div>
        {canOpenWorkouts && day.kind === 'run' && (
          <Link
            to="/app/workouts/new"
            state={{ start: { title: day.title, script: day.script, notes: day.notes } }}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Open as workout
          </Link>
        )}
      </div>
      {day.kind === 'run' && (
        <div className="h-76 max-md:h-64">
          <WorkoutChart
            isAlone
            isCompact
            resolved={resolved}
            places={[]}
            units={paceContext.units}
            {...link}
          />
        </div>
      )}
    </div>
  );
}

function useResolved(script: string, { speeds }: PaceContext) {
  const read = useReading(previewScript);
  return useMemo(() => read(script, { speeds }).resolved, [read, script, speeds]);
}
