import { MAX_READING_BYTES, type SavedReading } from '@pacewright/contract';
import { ADVICE_CODES, readScript, type Workout } from '@pacewright/script';

/** Mistakes stored beside a script. The editor reads the script itself and shows them all. */
const MAX_MISTAKES = 20;
const MAX_MISTAKE_BYTES = 8 * 1024;
const MAX_ITEM_BYTES = MAX_READING_BYTES - MAX_MISTAKE_BYTES - 1024;

/** Reads a script for storage. A reading that would be too long is cut, and marked so. */
export function readForStorage(script: string): { reading: SavedReading; workout: Workout } {
  const { workout, diagnostics } = readScript(script, { withoutAdvice: ADVICE_CODES });
  const items = firstWithin(workout.items, MAX_ITEM_BYTES);
  const mistakes = firstWithin(diagnostics.slice(0, MAX_MISTAKES), MAX_MISTAKE_BYTES);
  const isCut = items.length < workout.items.length;
  const reading: SavedReading = {
    // An open step at the end makes every total "at least", wherever the reading is shown.
    workout: { items: isCut ? [...items, OPEN_STEP] : items },
    mistakeCount: diagnostics.length,
    mistakes,
    ...((isCut || mistakes.length < diagnostics.length) && { isTruncated: true }),
  };
  return { reading, workout };
}

const OPEN_STEP = { kind: 'step', amount: { kind: 'open' }, target: { kind: 'none' } } as const;

/** The first parts that together take at most so many bytes as JSON. */
export function firstWithin<Part>(parts: readonly Part[], bytes: number): Part[] {
  let left = bytes;
  const end = parts.findIndex((part) => (left -= Buffer.byteLength(JSON.stringify(part)) + 1) < 0);
  return end < 0 ? [...parts] : parts.slice(0, end);
}
