import { loadSecondReader, onSecondReader, secondReaderState } from '@pacewright/script';
import { useMemo, useSyncExternalStore } from 'react';

/**
 * A function that reads texts, as another function once the reader of coaches’ lines is loaded, so that what depends on it reads
 * again: what was shown before was marked unclear.
 */
export function useReading<Read extends (...input: never[]) => unknown>(read: Read): Read {
  const state = useSyncExternalStore(subscribe, secondReaderState);
  return useMemo(
    () =>
      // Called with the same input as `read`.
      state === 'loaded' ? read : (((...input: Parameters<Read>) => read(...input)) as Read),
    [state, read],
  );
}

function subscribe(onChange: () => void): () => void {
  const stop = onSecondReader(onChange);
  addEventListener('online', tryAgain);
  return () => {
    stop();
    removeEventListener('online', tryAgain);
  };
}

function tryAgain(): void {
  if (secondReaderState() === 'failed') void readInFull();
}

/** Waits until every text is read in full. Where that can’t be loaded, its texts stay marked unclear. */
export async function readInFull(): Promise<void> {
  await loadSecondReader().catch(() => undefined);
}
