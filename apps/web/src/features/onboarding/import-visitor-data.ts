import { type AthletePaces, savePaces } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { titleOf } from '@pacewright/script';
import type { Call } from '../../platform/api/client.ts';
import { ApiProblem, localProblem } from '../../platform/api/problem.ts';
import {
  deleteVisitorPlan,
  deleteVisitorWorkout,
  hasRanges,
  type VisitorData,
  saveVisitorPaces,
  withoutExample,
  getVisitorData,
} from '../../visitor/visitor-store.ts';
import { resolveVisitorPaces } from '../../visitor/visitor-paces.ts';
import { hasOwnPaces } from './has-own-paces.ts';

export type ImportChoice = {
  /** Whether the visitor's paces replace those of the account. */
  withPaces: boolean;
  /** The day of the race, if the visitor did not enter one. */
  racedOn: string;
};

/** The imported items, and the workouts and plans that the API rejected. */
export type ImportResult = {
  workouts: number;
  plans: number;
  paces: boolean;
  rejected: RejectedItem[];
};

export type RejectedItem = { title: string; reason: string };

/**
 * Imports the visitor's data into the account, item by item. Saved items are deleted from this device, so a failed
 * attempt leaves the rest for the next one. The idempotency key of a workout or a plan is a hash of its content, so
 * several attempts or tabs create it once.
 */
export async function importVisitorData(
  { withPaces, racedOn }: ImportChoice,
  { call, before }: { call: Call; before: AthletePaces },
): Promise<ImportResult> {
  const visitorData = withoutExample(getVisitorData());
  const result: ImportResult = { workouts: 0, plans: 0, paces: false, rejected: [] };

  // Loaded on demand, to keep the dialog's bundle small.
  const [{ saveWorkoutOnce }, { savePlanOnce }] = await Promise.all([
    import('../../visitor/save-workout-once.ts'),
    import('../../visitor/save-plan-once.ts'),
  ]).catch((error: unknown) => {
    throw localProblem('UNREACHABLE', { cause: error });
  });
  // Oldest first, so that the library lists them in the order they were written.
  for (const { id, ...workout } of visitorData.workouts.toReversed()) {
    try {
      await saveWorkoutOnce(call, workout);
      deleteVisitorWorkout(id);
      result.workouts++;
    } catch (error) {
      if (!isRejected(error)) throw error;
      result.rejected.push({ title: titleOf(workout), reason: error.message });
    }
  }
  for (const plan of visitorData.plans.toReversed()) {
    try {
      await savePlanOnce(call, plan.text);
      deleteVisitorPlan(plan);
      result.plans++;
    } catch (error) {
      if (!isRejected(error)) throw error;
      result.rejected.push({ title: plan.title, reason: error.message });
    }
  }
  if (withPaces) {
    await call(savePaces, { body: pacesToSave(visitorData, racedOn) });
    result.paces = true;
  } else if (visitorData.units && !hasOwnPaces(before)) {
    await call(savePaces, {
      body: { trainingPaces: DEFAULT_TRAINING_PACES, paceUnits: visitorData.units },
    });
  }
  saveVisitorPaces({ race: undefined, ranges: undefined, units: undefined });
  return result;
}

/** Saves the visitor's paces in an account that has none, and removes them from this device. */
export async function importVisitorPaces(call: Call, racedOn: string): Promise<void> {
  await call(savePaces, { body: pacesToSave(withoutExample(getVisitorData()), racedOn) });
  saveVisitorPaces({ race: undefined, ranges: undefined, units: undefined });
}

/** Whether the visitor entered a race or ranges. */
export function hasVisitorPaces(visitorData: VisitorData): boolean {
  return visitorData.race !== undefined || hasRanges(visitorData.ranges);
}

function pacesToSave(visitorData: VisitorData, racedOn: string) {
  const { race, vdot, trainingPaces, units } = resolveVisitorPaces(visitorData);
  return {
    trainingPaces,
    vdot,
    paceUnits: units,
    race: race && { ...race, racedOn: race.racedOn ?? racedOn },
  };
}

/** 400, 413 and 422 will not succeed on retry; anything else might. */
function isRejected(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && [400, 413, 422].includes(error.status ?? 0);
}
