import { DAYS_TO_RESTORE } from '@pacewright/contract';
import { resolveWorkout } from '@pacewright/script';
import { ArchiveRestore, ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import { shortDate } from '../../platform/days/timestamps.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { useWorkoutActions } from './use-workout-actions.ts';
import type { DeletedWorkout } from '../../platform/api/queries/workouts.ts';
import { useDeletedWorkouts } from './workouts-queries.ts';

/** Deleted workouts that can still be restored. */
export function TrashScreen({ paceContext }: { paceContext: PaceContext }) {
  const deleted = useDeletedWorkouts();
  const workouts = deleted.data?.pages.flatMap((page) => page.workouts);

  return (
    <>
      <Link
        to="/app/workouts"
        className="inline-flex min-h-6 items-center gap-1 text-sm font-semibold text-ink-2"
      >
        <ChevronLeft aria-hidden className="size-4" /> Workouts
      </Link>
      <PageHeading
        title="Trash"
        under={`You can restore a deleted workout for ${DAYS_TO_RESTORE} days. Its days on the calendar come back with it.`}
      />
      {deleted.isPending && <LoadingIndicator />}
      {deleted.isError && !workouts && (
        <ErrorState
          title="Your deleted workouts didn’t load"
          actions={
            <Button variant="primary" onClick={() => void deleted.refetch()}>
              Try again
            </Button>
          }
        >
          {deleted.error.message}
        </ErrorState>
      )}
      {workouts?.length === 0 && (
        <EmptyState
          title="Trash is empty"
          action={
            <Link to="/app/workouts" className={buttonClass({ variant: 'secondary' })}>
              Go to Workouts
            </Link>
          }
        >
          Workouts you delete stay here for {DAYS_TO_RESTORE} days.
        </EmptyState>
      )}
      {workouts && workouts.length > 0 && (
        <Card edgeToEdge className="overflow-hidden">
          <ul aria-label="Deleted workouts">
            {workouts.map((workout) => (
              <li key={workout.id} className="border-t border-line first:border-t-0">
                <Row workout={workout} paceContext={paceContext} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {deleted.hasNextPage && (
        <Button
          className="mt-3.5"
          busy={deleted.isFetchingNextPage}
          onClick={() => void deleted.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Row({ workout, paceContext }: { workout: DeletedWorkout; paceContext: PaceContext }) {
  const { restore, isRestoring } = useWorkoutActions();
  const { title, script, reading, deletedAt } = workout;

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-(--gutter) py-3.5 md:px-5">
      <MiniChart
        resolved={resolveWorkout(reading.workout, paceContext.speeds)}
        width={120}
        height={40}
      />
      <div className="min-w-0 grow basis-60">
        <p className="truncate text-md font-semibold">{title}</p>
        <p className="truncate text-sm text-ink-2">
          <ScriptText script={script} />
        </p>
        <p className="mt-0.5 text-sm text-ink-2">
          Deleted {shortDate(deletedAt)} · gone for good on {shortDate(expiryOf(deletedAt))}
        </p>
      </div>
      <Button
        icon={<ArchiveRestore aria-hidden />}
        aria-label={`Restore ${title}`}
        busy={isRestoring}
        onClick={() => void restore([workout], { announce: true })}
      >
        Restore
      </Button>
    </div>
  );
}

function expiryOf(deletedAt: string): number {
  return Date.parse(deletedAt) + DAYS_TO_RESTORE * 86_400_000;
}
