import type { SecondReader, SecondReaderState } from './second-reader.ts';

let reader: SecondReader | undefined;
let state: SecondReaderState = 'absent';
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Begins to load the reader, once: listeners read again, and a failure would begin the next attempt. */
export function secondReader(): SecondReader | undefined {
  if (state === 'absent') loadSecondReader().catch(() => undefined);
  return reader;
}

export function secondReaderState(): SecondReaderState {
  return state;
}

export function loadSecondReader(): Promise<void> {
  if (reader) return Promise.resolve();
  loading ??= load().finally(() => {
    loading = undefined;
    for (const listener of listeners) listener();
  });
  return loading;
}

async function load(): Promise<void> {
  try {
    reader = await import('./two-opinions.ts');
    state = 'loaded';
  } catch (error) {
    state = 'failed';
    throw error;
  }
}

export function onSecondReader(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
