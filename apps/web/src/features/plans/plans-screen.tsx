import type { SavedPlan, SeasonSummary } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { readPlan, totalWeeks } from '@pacewright/plan';
import { CalendarX2, ClipboardPaste, Plus, Trash2 } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useToday } from '../../platform/days/use-today.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { useReading } from '../../workout/use-reading.ts';
import { MiniSeason } from './mini-season.tsx';
import { PlanDialog, PlanMenu } from './plan-menu.tsx';
import { hasFinished, type PlanDialogKind, PlanState, State } from './plan-state.tsx';
import { UNTITLED } from './plan-title.ts';
import { usePlans, useSeasons } from './plans-queries.ts';
import { describeWeeks, scaleOf, type SeasonScale, type SeasonWeek } from './season-layout.ts';
import { TemplateGallery } from './template-gallery.tsx';

const PutOnCalendarDialog = lazyDialog(
  async () => (await import('./put-on-calendar-dialog.tsx')).PutOnCalendarDialog,
);

/** The athlete's plans, and templates to start from. */
export function PlansScreen({ paceContext }: { paceContext: PaceContext }) {
  const plans = usePlans();
  const all = plans.data?.pages.flatMap((page) => page.plans);
  const seasons = useSeasons().data?.filter(({ endedAt }) => endedAt === null) ?? [];
  const seasonOf = ({ id }: SavedPlan) => seasons.find(({ planId }) => planId === id);
  // Of a plan that was deleted or comes with a later page, or the same plan once more.
  const others = plans.isPending
    ? []
    : seasons.filter((season) => !all?.some((plan) => seasonOf(plan) === season));
  return (
    <>
      <PageHeading
        title="Plans"
        actions={
          <>
            <Link to="/app/plans/trash" className={buttonClass({ variant: 'quiet' })}>
              <Trash2 aria-hidden /> <span className="max-sm:sr-only">Trash</span>
            </Link>
            {/* A phone has no room for it here. Pasting in the write box does the same. */}
            <Link to="/app/workouts/import" className={`${buttonClass()} max-sm:hidden`}>
              <ClipboardPaste aria-hidden /> Paste a plan
            </Link>
            <Link to="/app/plans/new" className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden /> New plan
            </Link>
          </>
        }
      />
      {others.length > 0 && (
        <section aria-labelledby="seasons" className="mb-6">
          <h2 id="seasons" className="mb-3 text-lg">
            On your calendar
          </h2>
          <Card edgeToEdge>
            <ul>
              {others.map((season) => (
                <PlanRow key={season.id} {...{ season, paceContext }} />
              ))}
            </ul>
          </Card>
        </section>
      )}
      {plans.isError && !all && (
        <ErrorState
          title="Your plans didn’t load"
          actions={
            <Button variant="primary" onClick={() => void plans.refetch()}>
              Try again
            </Button>
          }
        >
          {plans.error.message}
        </ErrorState>
      )}
      {plans.isPending && <LoadingIndicator />}
      {all && (
        <>
          {all.length === 0 ? (
            <Card className="p-5 md:p-8">
              <h2>No plans yet</h2>
              <p className="mt-2 max-w-[60ch] text-ink-2">
                A plan is a whole training block on one page of text. Start from a template below
                and change any line, or write your own.
              </p>
            </Card>
          ) : (
            <PlanList plans={all} seasonOf={seasonOf} paceContext={paceContext} />
          )}
          {plans.hasNextPage && (
            <Button
              className="mt-3"
              busy={plans.isFetchingNextPage}
              onClick={() => void plans.fetchNextPage()}
            >
              Show more
            </Button>
          )}
          {plans.isFetchNextPageError && (
            <p role="alert" className="mt-2 text-sm text-danger">
              {plans.error.message}
            </p>
          )}
        </>
      )}
      <TemplateGallery paceContext={paceContext} />
    </>
  );
}

type PlanListProps = {
  plans: SavedPlan[];
  seasonOf: (plan: SavedPlan) => SeasonSummary | undefined;
  paceContext: PaceContext;
};

function PlanList({ plans, seasonOf, paceContext }: PlanListProps) {
  const { speeds } = paceContext;
  const read = useReading(readPlan);
  const drawn = useMemo(
    () =>
      plans.map((plan) => {
        const reading = read(plan.text);
        return { plan, weeks: describeWeeks(reading, totalWeeks(reading, speeds)) };
      }),
    [read, plans, speeds],
  );
  const scale = scaleOf(drawn.flatMap(({ weeks }) => weeks));
  return (
    <section aria-labelledby="own-plans">
      <h2 id="own-plans" className="mb-3 text-lg">
        Your plans
      </h2>
      <Card edgeToEdge>
        <ul aria-labelledby="own-plans">
          {drawn.map(({ plan, weeks }) => (
            <PlanRow
              key={plan.id}
              {...{ plan, weeks, scale, paceContext }}
              season={seasonOf(plan)}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}

type PlanRowProps = {
  /** Undefined for a plan on the calendar whose text was deleted. */
  plan?: SavedPlan;
  season: SeasonSummary | undefined;
  paceContext: PaceContext;
  weeks?: SeasonWeek[];
  scale?: SeasonScale;
};

/** A plan with its state on the calendar, what comes next, and a menu with everything else. */
function PlanRow({ plan, season, paceContext, weeks, scale }: PlanRowProps) {
  const today = useToday();
  const [dialog, setDialog] = useState<PlanDialogKind>();
  const [isAdding, setIsAdding] = useState(false);
  const title = plan?.title || season?.title || UNTITLED;
  const isFinished = season !== undefined && hasFinished(season, today);
  const add = plan && (!season || isFinished) ? () => setIsAdding(true) : undefined;
  return (
    <li className="relative grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line px-4 py-4 hover:bg-surface-2 md:px-5.5 lg:grid-cols-[12rem_minmax(0,1fr)_7rem_14rem] lg:gap-x-7 [&:not(:first-child)]:border-t">
      {weeks && scale && <MiniSeason weeks={weeks} scale={scale} width={192} height={64} />}
      <div className={classNames('min-w-0', !weeks && 'col-span-2 lg:col-span-3')}>
        <h3 className="text-lg leading-snug wrap-anywhere">
          {/* The whole row is the link's target. */}
          <Link
            to={plan ? `/app/plans/${plan.id}` : `/app/calendar?day=${nextDay(season, today)}`}
            className="no-underline after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
        </h3>
        {season ? (
          <PlanState season={season} />
        ) : (
          weeks && (
            <State icon={<CalendarX2 aria-hidden />} name="Not on the calendar">
              <Amount weeks={weeks} />
            </State>
          )
        )}
      </div>
      {weeks && (
        <p className="fig max-lg:hidden">
          <b className="font-semibold">{perWeek(weeks)}</b>
          <span className="text-sm text-ink-2"> a week</span>
        </p>
      )}
      <span className="relative flex items-center justify-end gap-2">
        {season?.pausedOn && (
          <Button className="max-lg:hidden" onClick={() => setDialog('resume')}>
            Resume
          </Button>
        )}
        {add && (
          <Button className="max-lg:hidden" onClick={add}>
            {season ? 'Add to calendar again' : 'Add to calendar'}
          </Button>
        )}
        <PlanMenu name={title} {...{ plan, season }} onOpen={setDialog} onPutOnCalendar={add} />
      </span>
      {dialog && (
        <Suspense>
          <PlanDialog
            kind={dialog}
            {...{ title, season, paceContext }}
            text={plan?.text ?? ''}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
      {isAdding && plan && (
        <Suspense>
          <PutOnCalendarDialog plan={plan} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </li>
  );
}

function Amount({ weeks }: { weeks: SeasonWeek[] }) {
  const runs = weeks.reduce((sum, week) => sum + week.runs, 0);
  return (
    <>
      {plural(weeks.length, 'week')}, {plural(runs, 'run')}
      <span className="lg:hidden">
        , <span className="whitespace-nowrap">{perWeek(weeks)} a week</span>
      </span>
    </>
  );
}

function perWeek(weeks: SeasonWeek[]): string {
  const seconds = weeks.reduce((sum, week) => sum + week.seconds, 0);
  return formatMinutes(seconds / Math.max(1, weeks.length));
}

function nextDay(season: SeasonSummary | undefined, today: string): string {
  return season && season.firstDay > today ? season.firstDay : today;
}
