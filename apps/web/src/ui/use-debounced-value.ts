import { startTransition, useEffect, useState } from 'react';

const DELAY_MS = 150;

/** The value after it has stopped changing, for work that is too expensive to repeat on every keystroke. */
export function useDebouncedValue<Value>(value: Value, delayMs = DELAY_MS): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDebounced(value)), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
