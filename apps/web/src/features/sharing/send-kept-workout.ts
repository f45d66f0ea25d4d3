import { saveWorkout } from '@pacewright/contract';
import { ApiProblem, type Call } from '../../api/client.ts';
import { showToast } from '../../ui/toast.tsx';
import { forgetKeptWorkout, type KeptWorkout } from './kept-workout.ts';

/** Sent from this page and not answered yet. */
const underWay = new Set<string>();

/** Saves it under its own key, so that two tabs, or two attempts, make one workout. */
export async function sendKeptWorkout(
  kept: KeptWorkout,
  { call, onSaved }: { call: Call; onSaved: () => void },
): Promise<void> {
  const { key, title, script } = kept;
  if (underWay.has(key)) return;
  underWay.add(key);
  try {
    await call(saveWorkout, { body: { workout: { title, script } }, idempotencyKey: key });
    forgetKeptWorkout();
    onSaved();
    showToast.success(`${title} saved`, 'It is in your library now.');
  } catch (error) {
    // What the API refuses it will refuse again. What did not reach it waits for the next time.
    const isRefused =
      error instanceof ApiProblem && error.status !== undefined && error.status < 500;
    if (isRefused) forgetKeptWorkout();
    showToast.failure(`${title} is not saved`, {
      detail: error instanceof Error ? error.message : '',
      ...(!isRefused && { retry: () => void sendKeptWorkout(kept, { call, onSaved }) }),
    });
  } finally {
    underWay.delete(key);
  }
}
