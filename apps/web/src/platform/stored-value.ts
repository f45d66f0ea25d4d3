import { createListeners } from '../ui/store.ts';

type Stored<T> = {
  key: string;
  /** Throws for a text that is no value. */
  parse: (text: string) => T;
  /** The value of no text, or of an older version's. */
  fallback: T;
  /** Null removes it. */
  format?: (value: T) => string | null;
  storage?: () => Storage;
};

export type StoredValue<T> = {
  /** The same value until it changes. */
  read: () => T;
  /** Whether the browser took it. If it didn't, the value lasts as long as this page. */
  write: (value: T) => boolean;
  /** Calls the listener after every change, in other tabs too. */
  subscribe: (listener: () => void) => () => void;
};

/** One value in the browser's storage, which may be blocked or full. Neither ever stops a screen. */
export function storedValue<T>({
  key,
  parse,
  fallback,
  format = (value) => JSON.stringify(value),
  storage = () => localStorage,
}: Stored<T>): StoredValue<T> {
  const { notify, subscribe } = createListeners(() => {
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  });
  /** What storage refused. */
  let refused: { text: string | null } | undefined;
  let last: { text: string | null; value: T } | undefined;

  function readText(): string | null {
    if (refused) return refused.text;
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  }

  function parsed(text: string | null): T {
    try {
      return text === null ? fallback : parse(text);
    } catch {
      return fallback;
    }
  }

  function onStorage(event: StorageEvent): void {
    // A key of null means that everything was cleared.
    if (event.key === key || event.key === null) notify();
  }

  return {
    read() {
      const text = readText();
      if (!last || last.text !== text) last = { text, value: parsed(text) };
      return last.value;
    },
    write(value) {
      const text = format(value);
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
        refused = undefined;
      } catch {
        refused = { text };
      }
      notify();
      return refused === undefined;
    },
    subscribe,
  };
}
