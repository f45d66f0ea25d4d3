import { DAYS_TO_RESTORE } from '@pacewright/contract';
import { resolveWorkout } from '@pacewright/script';
import { TrashFrame, TrashRow } from '../../platform/trash/trash-frame.tsx';
import type { PaceContext } from '../../workout/pace-context.ts';
import { ScriptText } from '../../workout/editor/script-text.tsx';
import { MiniChart } from '../../workout/view/mini-profile.tsx';
import { useWorkoutActions } from './use-workout-actions.ts';
import type { DeletedWorkout } from '../../platform/api/queries/workouts.ts';
import { useDeletedWorkouts } from './workouts-queries.ts';

/** Deleted workouts that can still be restored. */
export function TrashScreen({ paceContext }: { paceContext: PaceContext }) {
  const deleted = useDeletedWorkouts();
  const workouts = deleted.data?.pages.flatMap((page) => page.workouts);
  return (
    <TrashFrame
      noun="workouts"
      home={{ path: '/app/workouts', name: 'Workouts' }}
      under={`You can restore a deleted workout for ${DAYS_TO_RESTORE} days. Its calendar days come back with it.`}
      list={deleted}
      rows={workouts?.map((workout) => (
        <Row key={workout.id} workout={workout} paceContext={paceContext} />
      ))}
    />
  );
}

function Row({ workout, paceContext }: { workout: DeletedWorkout; paceContext: PaceContext }) {
  const { restore, isRestoring } = useWorkoutActions();
  const { title, script, reading, deletedAt } = workout;
  const resolved = resolveWorkout(reading.workout, paceContext.speeds);
  return (
    <TrashRow
      {...{ title, deletedAt, isRestoring }}
      picture={<MiniChart resolved={resolved} width={120} height={40} />}
      onRestore={() => void restore([workout])}
    >
      <ScriptText script={script} />
    </TrashRow>
  );
}
