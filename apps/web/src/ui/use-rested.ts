import { startTransition, useEffect, useState } from 'react';

const REST_MS = 150;

/** A value once it has stopped changing, for what is too much work to do again with every letter. */
export function useRested<Value>(value: Value, restMs = REST_MS): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const pause = setTimeout(() => startTransition(() => setRested(value)), restMs);
    return () => clearTimeout(pause);
  }, [value, restMs]);
  return rested;
}
