import type { Activity, CalendarEntry } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../platform/api/call-context.ts';
import { activitiesQuery } from '../../platform/api/queries/activities.ts';
import { entryPath } from '../../platform/days/entry-links.ts';
import { formatLongDay } from '../../platform/days/days.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { useActivity, useRun } from './activity-queries.ts';
import { titleOf } from './activity-screen.tsx';
import { NotesCard } from './notes-card.tsx';
import { RunCard } from './run-card.tsx';
import { viewActivity } from './run-view.ts';

type AfterRunProps = {
  today: string;
  paceContext: PaceContext;
  /** The next planned workout, after today's. */
  next: CalendarEntry | undefined;
  /** Under the run. */
  below: ReactNode;
  /** Beside the notes, such as the week by pace. */
  aside: ReactNode;
  /** Shown while there is no run today. */
  children: ReactNode;
};

/** Today after a run: the run over its plan, how it felt, and the next workout. */
export function AfterRun({ children, ...props }: AfterRunProps) {
  const { today } = props;
  const runs = useQuery(activitiesQuery(useCall(), { from: today, to: today })).data;
  // The run of a planned workout before an unplanned one, and the last of several.
  const last = runs?.findLast(({ entryId }) => entryId !== null) ?? runs?.at(-1);
  if (!last) return children;
  return (
    <Suspense fallback={children}>
      <TodaysRun activity={last} {...props} />
    </Suspense>
  );
}

type TodaysRunProps = Omit<AfterRunProps, 'children'> & { activity: Activity };

function TodaysRun({ activity: { id }, today, paceContext, next, below, aside }: TodaysRunProps) {
  const activity = useActivity(id);
  const run = useRun(activity);
  const [linked, setLinked] = useState<number>();
  return (
    <>
      <PageHeading
        title={activity.comparison ? `${titleOf(activity)}, done` : titleOf(activity)}
        over={formatLongDay(today, today)}
        actions={
          <>
            <Link to="/app/workouts/import" className={buttonClass({ variant: 'quiet' })}>
              <FileDown aria-hidden /> Add another run
            </Link>
            <Link to={`/app/activities/${id}`} className={buttonClass({ variant: 'primary' })}>
              See all steps
            </Link>
          </>
        }
      />
      {run && (
        <RunCard
          {...{ activity, run, paceContext, linked }}
          view={viewActivity(activity, paceContext)}
          onLink={setLinked}
        />
      )}
      {below}
      <div className="mt-6 grid items-start gap-6 *:min-w-0 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid gap-6 *:min-w-0">
          {next && (
            <section aria-labelledby="next">
              <h2
                id="next"
                className="mb-3 flex min-h-8 items-center text-lg pointer-coarse:md:min-h-11"
              >
                Next
              </h2>
              <div className="card flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 md:px-6">
                <div className="min-w-0 flex-1">
                  <p className="text-xs text-ink-2">{formatLongDay(next.day, today)}</p>
                  <p className="font-semibold wrap-anywhere">{next.title}</p>
                  <p className="truncate text-xs text-ink-2">
                    <ScriptText script={next.script} />
                  </p>
                </div>
                <Link to={entryPath(next)} className={buttonClass()}>
                  Open<span className="sr-only"> {next.title}</span>
                </Link>
              </div>
            </section>
          )}
          <NotesCard activity={activity} />
        </div>
        {aside}
      </div>
    </>
  );
}
