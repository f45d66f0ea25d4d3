import * as reader from './two-opinions.ts';

// The reader of what coaches write, in Node. Browsers load it with the first text that needs it, see
// second-reader-on-demand.ts; package.json chooses.

export type SecondReader = Pick<typeof reader, 'weighOpinions'>;

/** Until it is loaded, nothing is certain in a text that needs it: its code is `being-read`. */
export type SecondReaderState = 'absent' | 'loaded' | 'failed';

export function secondReader(): SecondReader | undefined {
  return reader;
}

export function secondReaderState(): SecondReaderState {
  return 'loaded';
}

/** After this, every text is read in full. */
export function loadSecondReader(): Promise<void> {
  return Promise.resolve();
}

/** Calls back when the state has changed. Returns how to stop that. */
export function onSecondReader(_listener: () => void): () => void {
  return () => undefined;
}
