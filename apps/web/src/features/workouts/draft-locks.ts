/**
 * Which drafts are being written in an open tab. The browser releases a tab's locks when it is closed or
 * crashes. Without Web Locks, as on pages that are not secure, every draft counts as left behind.
 */
const PREFIX = 'pacewright.draft.';

/** Holds a draft for this tab until the signal aborts. */
export function holdDraft(key: string, signal: AbortSignal): void {
  const until = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // Aborting before the lock is granted rejects the request, which is what was asked for.
  void locks()
    ?.request(`${PREFIX}${key}`, { signal }, () => until)
    .catch(() => undefined);
}

/** The keys of the drafts that this tab or another one is writing. */
export async function listHeldDrafts(): Promise<Set<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.flatMap(({ name }) => name ?? []);
  return new Set(
    names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)),
  );
}

function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}
