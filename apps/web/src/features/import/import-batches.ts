import { MAX_BATCH_SCRIPT_LENGTH, MAX_WORKOUTS_PER_BATCH } from '@pacewright/contract';
import type { ImportedWorkout } from '@pacewright/import';

/** A workout to add, and the day to put it on. One of the library is not added again. */
export type ImportItem = {
  workout: ImportedWorkout;
  day: string | undefined;
  workoutId?: string | undefined;
};

/** A workout on several days is saved with its first, and the others need its id. */
export function separateRepeats(
  items: readonly ImportItem[],
  contentOf: (workout: ImportedWorkout) => string,
): { firsts: ImportItem[]; repeats: ImportItem[] } {
  const seen = new Set<string>();
  const [firsts, repeats]: [ImportItem[], ImportItem[]] = [[], []];
  for (const item of items) {
    // Without a day, each is in the library.
    const content = item.day && !item.workoutId && contentOf(item.workout);
    (content && seen.has(content) ? repeats : firsts).push(item);
    if (content) seen.add(content);
  }
  return { firsts, repeats };
}

/** All texts of a request. Each character takes up to four of its 128 kB. */
const MAX_CHARACTERS = 25_000;

/** In order, each within the limits of one request. */
export function splitIntoBatches(items: readonly ImportItem[]): ImportItem[][] {
  const batches: ImportItem[][] = [];
  let [scripts, characters] = [Infinity, Infinity];
  for (const item of items) {
    const { title, script, notes, tags } = item.workout;
    const length = `${title}${script}${notes}${tags.join()}`.length;
    const current = batches.at(-1);
    const fits =
      scripts + script.length <= MAX_BATCH_SCRIPT_LENGTH && characters + length <= MAX_CHARACTERS;
    if (current && fits && current.length < MAX_WORKOUTS_PER_BATCH) {
      current.push(item);
      scripts += script.length;
      characters += length;
    } else {
      batches.push([item]);
      [scripts, characters] = [script.length, length];
    }
  }
  return batches;
}
