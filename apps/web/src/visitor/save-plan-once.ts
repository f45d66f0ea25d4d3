import { getPlan, restorePlan, type SavedPlan, savePlan } from '@pacewright/contract';
import type { Call } from '../platform/api/client.ts';
import { ApiProblem } from '../platform/api/problem.ts';
import { keyOf } from './save-workout-once.ts';

/** Saves a plan among the athlete's. Saving the same text again returns the same plan, restored if it was deleted. */
export async function savePlanOnce(call: Call, text: string): Promise<SavedPlan> {
  const saved = await call(savePlan, { body: { text }, idempotencyKey: await keyOf(text) });
  try {
    // The API answers a repeated request with the plan it made, also after that was changed or deleted.
    return await call(getPlan, { params: { id: saved.id } });
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
    return call(restorePlan, { params: { id: saved.id } });
  }
}
