/**
 * Drafts that are open in some tab. The browser releases a tab's locks when it is closed or crashes. Without
 * Web Locks, as on insecure pages, every draft counts as left behind.
 */
const PREFIX = 'pacewright.draft.';

/** Locks a draft for this tab until the signal aborts. */
export function lockDraft(key: string, signal: AbortSignal): void {
  const until = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // Aborting before the lock is granted rejects the request, as intended.
  void locks()
    ?.request(`${PREFIX}${key}`, { signal }, () => until)
    .catch(() => undefined);
}

/** The keys of the drafts that are open in this tab or another one. */
export async function listLockedDrafts(): Promise<Set<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.flatMap(({ name }) => name ?? []);
  return new Set(
    names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)),
  );
}

function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}
