import { useSyncExternalStore } from 'react';

// Removed with the local user, whose key it begins with.
const KEY = 'pacewright.user.intervals-icu';
const listeners = new Set<() => void>();

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
  for (const listener of listeners) listener();
}

export function useStoredConnection(): string | null {
  return useSyncExternalStore(subscribe, readStoredConnection);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
