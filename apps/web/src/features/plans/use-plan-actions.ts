import { DAYS_TO_RESTORE, type SavedPlan } from '@pacewright/contract';
import { useAction } from '../../ui/use-action.ts';
import { renamePlan, UNTITLED } from './plan-title.ts';
import { useDeletePlan, useRestorePlan, useSavePlan } from './plans-queries.ts';

/** Actions on plans. Each reports its result, with Undo where possible. */
export function usePlanActions() {
  const { mutateAsync: deletePlan } = useDeletePlan();
  const restoring = useRestorePlan();
  const saving = useSavePlan();
  const { run } = useAction();

  /** Returns whether it was deleted. */
  function remove(plan: SavedPlan): Promise<boolean> {
    return run({
      run: () => deletePlan(plan),
      done: () => ({
        title: `${nameOf(plan)} deleted`,
        detail: `In Trash for ${DAYS_TO_RESTORE} days.`,
        isRemoval: true,
        undo: () => restoring.mutateAsync(plan),
      }),
      failed: `Couldn’t delete ${nameOf(plan)}`,
    });
  }

  async function restore(plan: SavedPlan): Promise<void> {
    await run({
      run: () => restoring.mutateAsync(plan),
      done: () => `${nameOf(plan)} restored`,
      failed: `Couldn’t restore ${nameOf(plan)}`,
    });
  }

  async function copy(plan: SavedPlan, onCopied: (copy: SavedPlan) => void): Promise<void> {
    const text = renamePlan(plan.text, ' (copy)');
    const idempotencyKey = crypto.randomUUID();
    await run({
      run: async () => onCopied(await saving.mutateAsync({ text, idempotencyKey })),
      done: () => undefined,
      failed: `Couldn’t copy ${nameOf(plan)}`,
    });
  }

  return { remove, restore, copy, isRestoring: restoring.isPending };
}

function nameOf({ title }: SavedPlan): string {
  return title || UNTITLED;
}
