import type { SavedPlan } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { readPlan, totalWeeks } from '@pacewright/plan';
import { Copy, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { formatMinutes } from '../../workout/view/format-minutes.ts';
import { useReading } from '../../workout/use-reading.ts';
import { MiniSeason } from './mini-season.tsx';
import { UNTITLED } from './plan-title.ts';
import { usePlans } from './plans-queries.ts';
import { describeWeeks, scaleOf, type SeasonScale, type SeasonWeek } from './season-layout.ts';
import { SeasonsList } from './seasons-list.tsx';
import { TemplateGallery } from './template-gallery.tsx';
import { usePlanActions } from './use-plan-actions.ts';

/** The athlete's plans, and templates to start from. */
export function PlansScreen({ paceContext }: { paceContext: PaceContext }) {
  const plans = usePlans();
  const all = plans.data?.pages.flatMap((page) => page.plans);
  return (
    <>
      <PageHeading
        title="Plans"
        actions={
          <>
            <Link to="/app/plans/trash" className={buttonClass({ variant: 'quiet' })}>
              <Trash2 aria-hidden /> <span className="max-sm:sr-only">Trash</span>
            </Link>
            <Link to="/app/plans/new" className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden /> New plan
            </Link>
          </>
        }
      />
      <SeasonsList paceContext={paceContext} />
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
            <PlanList plans={all} paceContext={paceContext} />
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

type PlanListProps = { plans: SavedPlan[]; paceContext: PaceContext };

function PlanList({ plans, paceContext: { speeds } }: PlanListProps) {
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
            <PlanRow key={plan.id} plan={plan} weeks={weeks} scale={scale} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

type PlanRowProps = { plan: SavedPlan; weeks: SeasonWeek[]; scale: SeasonScale };

function PlanRow({ plan, weeks, scale }: PlanRowProps) {
  const navigate = useNavigate();
  const { remove, copy } = usePlanActions();
  const title = plan.title || UNTITLED;
  const runs = weeks.reduce((sum, week) => sum + week.runs, 0);
  const seconds = weeks.reduce((sum, week) => sum + week.seconds, 0);
  return (
    <li className="relative grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line px-4 py-4 hover:bg-surface-2 md:grid-cols-[12rem_minmax(0,1fr)_auto_auto] md:gap-x-7 md:px-5.5 [&:not(:first-child)]:border-t">
      <MiniSeason weeks={weeks} scale={scale} width={192} height={64} />
      <div className="min-w-0">
        <h3 className="text-lg leading-snug wrap-anywhere">
          {/* The whole row is the link's target. */}
          <Link
            to={`/app/plans/${plan.id}`}
            className="no-underline after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
        </h3>
        <p className="text-sm text-ink-2">
          {plural(weeks.length, 'week')}, {plural(runs, 'run')}
          <span className="md:hidden">
            , <span className="whitespace-nowrap">{perWeek(seconds, weeks.length)} a week</span>
          </span>
        </p>
      </div>
      <p className="fig max-md:hidden">
        <b className="font-semibold">{perWeek(seconds, weeks.length)}</b>
        <span className="text-sm text-ink-2"> a week</span>
      </p>
      <span className="relative">
        <Menu
          label={title}
          trigger={
            <IconButton label={`More actions for ${title}`} icon={<Ellipsis aria-hidden />} />
          }
        >
          <MenuItem
            icon={<Copy aria-hidden />}
            onClick={() => void copy(plan, ({ id }) => void navigate(`/app/plans/${id}`))}
          >
            Make a copy
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onClick={() => void remove(plan)}>
            Delete
          </MenuItem>
        </Menu>
      </span>
    </li>
  );
}

function perWeek(seconds: number, weeks: number): string {
  return formatMinutes(seconds / Math.max(1, weeks));
}
