import type { ImportedWorkout } from '@pacewright/import';

/** A place where a workout can be split, and the words behind it. */
export type Split = { at: number; words: string };

const MAX_SPLITS = 8;
const MAX_WORDS = 40;

/** Behind the line breaks of a workout, or behind the marks in its only line. */
export function listSplits(text: string, { place }: Pick<ImportedWorkout, 'place'>): Split[] {
  if (!place) return [];
  const own = text.slice(place.from, place.to);
  const find = (pattern: RegExp) =>
    Array.from(own.matchAll(pattern), ({ index, 0: { length } }) => index + length);
  const lines = find(/\n\s*(?=\S)/g);
  const starts = lines.length > 0 ? lines : find(/(?:[;.,+&]|\b(?:and|then)\b)\s+(?=\S)/gi);
  return starts.slice(0, MAX_SPLITS).map((start) => {
    const line = own.slice(start).split('\n', 1)[0]?.trim() ?? '';
    const words = line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS).trimEnd()}…` : line;
    return { at: place.from + start, words };
  });
}
