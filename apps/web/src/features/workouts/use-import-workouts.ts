import { deleteWorkout, type SavedWorkout, saveWorkout } from '@pacewright/contract';
import type { ImportedWorkout } from '@pacewright/import';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { showToast } from '../../ui/toast.tsx';
import { refresh } from './workouts-queries.ts';

/** Saves imported workouts, and offers one undo for all of them. */
export function useImportWorkouts() {
  const call = useCall();
  const queryClient = useQueryClient();
  /** A workout whose response was lost is saved again with the same key, and so only once. */
  const keys = useRef(new WeakMap<ImportedWorkout, string>());
  const saved = useRef<SavedWorkout[]>([]);

  async function add(imported: ImportedWorkout): Promise<void> {
    const idempotencyKey = keys.current.get(imported) ?? crypto.randomUUID();
    keys.current.set(imported, idempotencyKey);
    const { title, script, tags, day } = imported;
    // The library has no days, so the day is kept in the notes.
    const notes = [imported.notes, day && `Planned for ${day}`].filter(Boolean).join('\n');
    const workout = { title, script, notes, tags };
    saved.current.push(await call(saveWorkout, { body: { workout }, idempotencyKey }));
  }

  function finish(): void {
    const workouts = saved.current;
    saved.current = [];
    if (workouts.length === 0) return;
    void refresh(queryClient);
    const title = workouts.length === 1 ? '1 workout added' : `${workouts.length} workouts added`;
    showToast.undo(title, () => void undo(workouts), 'saved');
  }

  async function undo(workouts: readonly SavedWorkout[]): Promise<void> {
    const progress = showToast.working('Taking them out again');
    const left = [...workouts];
    try {
      for (const { id } of workouts) {
        await call(deleteWorkout, { params: { id }, query: {} });
        left.shift();
      }
      progress.succeed('They are in the trash.');
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      progress.fail(`${left.length} are still in your library.`, {
        detail,
        retry: () => void undo(left),
      });
    }
    await refresh(queryClient);
  }

  return { add, finish };
}
