import { type AthletePaces, savePaces } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { titleOf } from '@pacewright/script';
import type { Call } from '../../api/client.ts';
import { ApiProblem, localProblem } from '../../api/problem.ts';
import {
  forgetWorkout,
  hasRanges,
  type Kept,
  keepPaces,
  ownOf,
  readKept,
} from '../../visitor/kept.ts';
import { pacesOf } from '../../visitor/own-paces.ts';
import { hasOwnPaces } from './has-own-paces.ts';

export type TakeOver = {
  /** Whether the paces that were made here become the athlete's. */
  withPaces: boolean;
  /** The day of a race that was entered without one. */
  racedOn: string;
};

/** What came along, and what the API would not have. */
export type TakenOver = { workouts: number; paces: boolean; refusals: Refusal[] };

export type Refusal = { title: string; reason: string };

/**
 * Moves what a visitor kept into the account of the athlete they have become, piece by piece: what is saved
 * is forgotten here, so an attempt that fails leaves the rest for the next. Each workout is saved under a key
 * made of its content, so several attempts, or several tabs, make it once.
 */
export async function takeOver(
  { withPaces, racedOn }: TakeOver,
  { call, before }: { call: Call; before: AthletePaces },
): Promise<TakenOver> {
  const kept = ownOf(readKept());
  const taken: TakenOver = { workouts: 0, paces: false, refusals: [] };

  // Loaded on demand: the question itself has to be small.
  const { saveOnce } = await import('../../visitor/save-once.ts').catch((error: unknown) => {
    throw localProblem('UNREACHABLE', { cause: error });
  });
  // The oldest first, so that the library has them in the order they were written.
  for (const { id, ...workout } of kept.workouts.toReversed()) {
    try {
      await saveOnce(call, workout);
      forgetWorkout(id);
      taken.workouts++;
    } catch (error) {
      if (!isRefused(error)) throw error;
      taken.refusals.push({ title: titleOf(workout), reason: error.message });
    }
  }
  if (withPaces) {
    await call(savePaces, { body: pacesToSave(kept, racedOn) });
    taken.paces = true;
  } else if (kept.units && !hasOwnPaces(before)) {
    await call(savePaces, {
      body: { trainingPaces: DEFAULT_TRAINING_PACES, paceUnits: kept.units },
    });
  }
  keepPaces({ race: undefined, ranges: undefined, units: undefined });
  return taken;
}

/** Whether a visitor has made paces of their own. */
export function hasKeptPaces(kept: Kept): boolean {
  return kept.race !== undefined || hasRanges(kept.ranges);
}

function pacesToSave(kept: Kept, racedOn: string) {
  const { race, vdot, trainingPaces, units } = pacesOf(kept);
  return {
    trainingPaces,
    vdot,
    paceUnits: units,
    race: race && { ...race, racedOn: race.racedOn ?? racedOn },
  };
}

/** What the API refuses as it is, it will refuse again. Everything else may do better later. */
function isRefused(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && [400, 413, 422].includes(error.status ?? 0);
}
