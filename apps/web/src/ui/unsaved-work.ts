/** Lock held by every tab with unsaved changes, so that any tab can ask before signing out all of them. */
const LOCK = 'pacewright.unsaved';

let unsavedHere = 0;

/** Marks this tab as having unsaved changes until the returned function is called. */
export function markUnsaved(): () => void {
  unsavedHere++;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  navigator.locks?.request(LOCK, { mode: 'shared' }, () => promise).catch(() => undefined);
  return () => {
    unsavedHere--;
    release();
  };
}

/** Whether this tab, or another of this site, has unsaved changes. */
export async function hasUnsavedChanges(): Promise<boolean> {
  if (unsavedHere > 0) return true;
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name === LOCK) ?? false;
}
