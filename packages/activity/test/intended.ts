// Whether a comparison found the steps of a simulated run where they were run.

import type { Comparison, PlannedStep, Stretch } from '../src/index.ts';
import type { SimulatedRun } from './simulated-run.ts';
import type { Truth } from './simulate.ts';

/** Every step is where it was run, as far as anybody could see it. */
export function isAsIntended(run: SimulatedRun, comparison: Comparison): boolean {
  if (comparison.kind !== 'compared') return false;
  const foundOf = stretchesOf(comparison);
  const isRight = intentionOf(run, comparison.method === 'steps');
  return run.planned.every((_, index) => isRight(index, foundOf[index]));
}

export function stretchesOf(
  comparison: Comparison & { kind: 'compared' },
): (Stretch | undefined)[] {
  return comparison.steps.map((step) => (step.verdict === 'missed' ? undefined : step.stretch));
}

/** Judges the stretch that was found for a step. */
export function intentionOf(
  { planned, truth }: Pick<SimulatedRun, 'planned' | 'truth'>,
  isNamed: boolean,
): (index: number, found: Stretch | undefined) => boolean {
  const reps = truth.steps.filter((stretch, index) => stretch && isHard(planned[index]));
  const hasJoggedRep = truth.occurred.includes('jog-through');

  return (index, found) => {
    const step = planned[index];
    const run = truth.steps[index];
    if (!step) return false;
    // Nothing shows where one of two easy stretches side by side ends.
    const isBlurred =
      !isNamed &&
      !isHard(step) &&
      (isEasyAt(index - 1, planned, truth) || isEasyAt(index + 1, planned, truth));
    const avoidsReps =
      found !== undefined &&
      reps.every((rep) => rep && overlap(rep, found) < 0.15 * lengthOf(found) + 6);
    if (!run || lengthOf(run) < 4) {
      if (!found || lengthOf(found) < 6) return true;
      const jogged = truth.jogged[index];
      return (
        (jogged !== undefined && overlap(jogged, found) > 0.8 * lengthOf(found)) ||
        (!isHard(step) && avoidsReps)
      );
    }
    if (!found)
      return (
        lengthOf(run) < 0.35 * (step.expectedSeconds ?? 0) ||
        (step.role !== 'work' && (isBlurred || hasJoggedRep))
      );
    if (isHard(step)) return isSamePlace(run, found);
    return avoidsReps && (overlap(run, found) >= 0.6 * lengthOf(run) || isBlurred || hasJoggedRep);
  };
}

export function isHard(step: PlannedStep | undefined): boolean {
  return step?.role === 'work' && !step.isEasy;
}

function isEasyAt(index: number, planned: readonly PlannedStep[], { occurred }: Truth): boolean {
  const step = planned[index];
  return step ? !isHard(step) : occurred.includes('ran-on') || occurred.includes('started-early');
}

function isSamePlace(run: Stretch, found: Stretch): boolean {
  const both = overlap(run, found);
  return (
    both / (lengthOf(run) + lengthOf(found) - both) >= 0.75 ||
    (Math.abs(run.from - found.from) <= 6 && Math.abs(run.to - found.to) <= 6)
  );
}

function overlap(one: Stretch, other: Stretch): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
}

export function lengthOf({ from, to }: Stretch): number {
  return to - from;
}
