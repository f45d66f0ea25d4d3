import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/store.ts';

// Removed with the local user, whose key it begins with.
const KEY = 'pacewright.user.intervals-icu';

/** Another tab can change it too. */
const { notify, subscribe } = createListeners(() => {
  addEventListener('storage', notify);
  return () => removeEventListener('storage', notify);
});

/** The connection with intervals.icu as it is stored on this device; features/intervals-icu knows what it contains. */
export function readStoredConnection(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // A browser that refuses storage has no connection.
    return null;
  }
}

/** Removes it without a text. Throws if the browser refuses storage. */
export function writeStoredConnection(text: string | undefined): void {
  if (text === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, text);
  notify();
}

export function useStoredConnection(): string | null {
  return useSyncExternalStore(subscribe, readStoredConnection);
}
