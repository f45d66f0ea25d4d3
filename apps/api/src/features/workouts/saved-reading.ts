import { MAX_READING_BYTES, type SavedReading } from '@pacewright/contract';
import { ADVICE_CODES, readScript, type Workout } from '@pacewright/script';

/** Limits on stored mistakes. The editor reads the script again and shows all of them. */
const MAX_MISTAKES = 20;
const MAX_MISTAKE_BYTES = 8 * 1024;
const MAX_ITEM_BYTES = MAX_READING_BYTES - MAX_MISTAKE_BYTES - 1024;

/** Reads a script for storage. A reading that is too long is truncated and marked. */
export function readForStorage(script: string): { reading: SavedReading; workout: Workout } {
  const { workout, diagnostics } = readScript(script, { withoutAdvice: ADVICE_CODES });
  const items = takeBytes(workout.items, MAX_ITEM_BYTES);
  const mistakes = takeBytes(diagnostics.slice(0, MAX_MISTAKES), MAX_MISTAKE_BYTES);
  const isTruncated = items.length < workout.items.length;
  const reading: SavedReading = {
    // The open step marks every total as a minimum.
    workout: { items: isTruncated ? [...items, OPEN_STEP] : items },
    mistakeCount: diagnostics.length,
    mistakes,
    ...((isTruncated || mistakes.length < diagnostics.length) && { isTruncated: true }),
  };
  return { reading, workout };
}

const OPEN_STEP = { kind: 'step', amount: { kind: 'open' }, target: { kind: 'none' } } as const;

/** The first parts that fit into this many bytes of JSON. */
export function takeBytes<Part>(parts: readonly Part[], maxBytes: number): Part[] {
  let left = maxBytes;
  const end = parts.findIndex((part) => (left -= Buffer.byteLength(JSON.stringify(part)) + 1) < 0);
  return end < 0 ? [...parts] : parts.slice(0, end);
}
