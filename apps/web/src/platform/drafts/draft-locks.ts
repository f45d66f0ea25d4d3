/**
 * Drafts that are open in some tab. The browser releases a tab's locks when it is closed or crashes. Without
 * Web Locks, as on insecure pages, every draft counts as left behind.
 */
const PREFIX = 'pacewright.draft.';

/** Locks of this tab that are being released. */
const releasing = new Set<Promise<unknown>>();

/** Locks a draft for this tab until the signal aborts. */
export function lockDraft(key: string, signal: AbortSignal): void {
  const until = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // Aborting before the lock is granted rejects the request, as intended.
  const released = locks()
    ?.request(`${PREFIX}${key}`, { signal }, () => until)
    .catch(() => undefined);
  if (!released) return;
  signal.addEventListener('abort', () => {
    releasing.add(released);
    void released.then(() => releasing.delete(released));
  });
}

/** Does the work unless the draft is open in some tab. */
export async function withDraftLock(key: string, work: () => Promise<void>): Promise<void> {
  const manager = locks();
  if (!manager) return work();
  await manager.request(`${PREFIX}${key}`, { ifAvailable: true }, (lock) => lock && work());
}

/** The keys of the drafts that are open in this tab or another one. */
export async function listLockedDrafts(): Promise<Set<string>> {
  // A screen that was left a moment ago still has its lock.
  await Promise.all(releasing);
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.flatMap(({ name }) => name ?? []);
  return new Set(
    names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)),
  );
}

function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}
