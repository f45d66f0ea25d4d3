import { startTransition, useEffect, useState } from 'react';

const REST_MS = 150;

/** A value once it has stopped changing, for what is too much work to do again with every letter. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const pause = setTimeout(() => startTransition(() => setRested(value)), REST_MS);
    return () => clearTimeout(pause);
  }, [value]);
  return rested;
}
