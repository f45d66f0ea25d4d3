import { getWorkout, restoreWorkout, type SavedWorkout, saveWorkout } from '@pacewright/contract';
import { titleOf } from '@pacewright/script';
import type { Call } from '../platform/api/client.ts';
import { ApiProblem } from '../platform/api/problem.ts';
import { readInFull } from '../workout/use-reading.ts';

type Content = { title: string; script: string; notes?: string | undefined };

/** Saves a workout into the athlete's library. Saving the same content again returns the same workout. */
export async function saveWorkoutOnce(call: Call, content: Content): Promise<SavedWorkout> {
  const { script, notes } = content;
  // The title may be made from the steps.
  await readInFull();
  const workout = { title: titleOf(content), script, ...(notes && { notes }) };
  const saved = await call(saveWorkout, {
    body: { workout },
    idempotencyKey: await keyOf(JSON.stringify(workout)),
  });
  return (await isDeleted(call, saved))
    ? call(restoreWorkout, { params: { id: saved.id } })
    : saved;
}

/** A hash of the text, so that the same content always has the same idempotency key. */
export async function keyOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The API answers a repeated request with the workout it made, also after that was deleted. */
async function isDeleted(call: Call, { id }: SavedWorkout): Promise<boolean> {
  try {
    await call(getWorkout, { params: { id } });
    return false;
  } catch (error) {
    return error instanceof ApiProblem && error.status === 404;
  }
}
