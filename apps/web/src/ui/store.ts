/** A value that changes outside React, for useSyncExternalStore. */
export function createStore<Value>(value: Value) {
  const { notify, subscribe } = createListeners();

  return {
    read: () => value,
    set: (next: Value): void => {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
    subscribe,
  };
}

/** Listeners to a change. `follow` runs before the first of them listens, and what it returns after the last. */
export function createListeners(follow?: () => () => void) {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;

  return {
    notify: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      if (listeners.size === 0) stop = follow?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}
