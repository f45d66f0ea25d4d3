import {
  abbreviateTarget,
  nameAmount,
  type ResolvedStep,
  type ResolvedWorkout,
} from '@pacewright/script';

/** The steps of work that a coach times, in the order they are run. */
export function listReps({ unrolled }: ResolvedWorkout): ResolvedStep[] {
  return unrolled.flatMap(({ step }) => (step.role === 'work' && step.speed ? [step] : []));
}

/** "800 m at I". */
export function nameRep({ amount, target }: ResolvedStep): string {
  const length = nameAmount(amount);
  const short = abbreviateTarget(target);
  return short === '' ? length : `${length} at ${short}`;
}

/** How often the step is run. */
export function countReps(resolved: ResolvedWorkout, node: number | undefined): number {
  const reps = listReps(resolved);
  return reps.some((step) => step.node === node) ? reps.length : 0;
}
