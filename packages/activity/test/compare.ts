import { compareInParts, type Comparison, type CompareOptions } from '../src/compare.ts';
import { finish } from '../src/in-parts.ts';
import type { Correction } from '../src/corrections.ts';
import { layOutRun, type PlannedStep, type RecordedActivity, type Run } from '../src/index.ts';

/** Compares an activity with a planned workout at once. */
export function compareActivity(
  activity: RecordedActivity,
  planned: readonly PlannedStep[],
  corrections: readonly Correction[] = [],
): Comparison {
  const run = layOutRun(activity);
  if (!run) return { kind: 'unclear', reason: 'nothing-recorded', run };
  const { zoneBounds, workout } = activity;
  return compareRun(run, planned, { watchSteps: workout.steps, zoneBounds, corrections });
}

export function compareRun(
  run: Run,
  planned: readonly PlannedStep[],
  options: CompareOptions = {},
): Comparison {
  return finish(compareInParts(run, planned, options));
}
