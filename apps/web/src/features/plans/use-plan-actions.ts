import { DAYS_TO_RESTORE, type SavedPlan } from '@pacewright/contract';
import { showToast } from '../../ui/toast.tsx';
import { renamePlan, UNTITLED } from './plan-title.ts';
import { useDeletePlan, useRestorePlan, useSavePlan } from './plans-queries.ts';

/** Actions on plans. Each reports its result in a toast, with a retry if it failed. */
export function usePlanActions() {
  const deleting = useDeletePlan();
  const restoring = useRestorePlan();
  const saving = useSavePlan();

  /** Returns whether it was deleted. */
  async function remove(plan: SavedPlan): Promise<boolean> {
    try {
      await deleting.mutateAsync(plan);
    } catch (error) {
      showToast.failure(`${nameOf(plan)} not deleted`, {
        detail: messageOf(error),
        retry: () => void remove(plan),
      });
      return false;
    }
    showToast.undo(
      `${nameOf(plan)} deleted`,
      () => void restore(plan),
      'removed',
      `It can be restored for ${DAYS_TO_RESTORE} days.`,
    );
    return true;
  }

  async function restore(plan: SavedPlan, { announce = false } = {}): Promise<void> {
    try {
      await restoring.mutateAsync(plan);
      if (announce) showToast.success(`${nameOf(plan)} restored`);
    } catch (error) {
      showToast.failure(`Couldn’t restore ${nameOf(plan)}`, {
        detail: messageOf(error),
        retry: () => void restore(plan, { announce }),
      });
    }
  }

  async function copy(
    plan: SavedPlan,
    onCopied: (copy: SavedPlan) => void,
    idempotencyKey: string = crypto.randomUUID(),
  ): Promise<void> {
    const text = renamePlan(plan.text, ' (copy)');
    await saving.mutateAsync({ text, idempotencyKey }).then(onCopied, (error: unknown) =>
      showToast.failure(`${nameOf(plan)} not copied`, {
        detail: messageOf(error),
        retry: () => void copy(plan, onCopied, idempotencyKey),
      }),
    );
  }

  return { remove, restore, copy, isRestoring: restoring.isPending };
}

function nameOf({ title }: SavedPlan): string {
  return title || UNTITLED;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
