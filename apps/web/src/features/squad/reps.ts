import type { ResolvedWorkout, UnrolledStep } from '@pacewright/script';

/** The reps of a session that a coach times: all steps of work over a distance or a time that come more than once. */
function listReps({ unrolled }: ResolvedWorkout): UnrolledStep[] {
  const work = unrolled.filter(({ step }) => step.role === 'work' && step.speed !== undefined);
  return work;
}

/** How often the step is run. */
export function countReps(resolved: ResolvedWorkout, node: number | undefined): number {
  const own = resolved.unrolled.find(({ step }) => step.node === node);
  return own?.step.role === 'work' ? listReps(resolved).length : 0;
}
