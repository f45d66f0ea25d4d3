import { SPELLINGS } from './spellings.ts';

/**
 * The word that a misspelled one was meant to be, if there is one. Two letters of a long word or one of a short one may be
 * wrong, and never the first: a word is not corrected into another effort.
 */
export function suggestSpellings(text: string): string[] {
  const word = text.toLowerCase();
  const short = SHORT_WORDS.get(word);
  if (short !== undefined) return [short];
  if (word.length < 4 || word.length > 14 || !/^[a-z]+$/.test(word)) return [];
  const most = word.length > 7 ? 2 : 1;
  const near = CANDIDATES.filter(
    (known) =>
      known[0] === word[0] &&
      Math.abs(known.length - word.length) <= most &&
      editDistance(word, known, most) <= most,
  );
  const meanings = new Set(near.map((known) => SPELLINGS.get(known)?.value));
  const [meaning] = meanings;
  return meanings.size === 1 && meaning ? [meaning] : [];
}

/** Words that only some runners use, and their meaning: half a zone, strides. */
const SHORT_WORDS = new Map([
  ['st', 'strides'],
  ...[1, 2, 3, 4, 5].flatMap((zone) =>
    ['a', 'b', 'c'].map((part) => [`z${zone}${part}`, `Z${zone}`] as const),
  ),
]);

/** Words of efforts, long enough to be misspelled. */
const CANDIDATES = [...SPELLINGS]
  .filter(
    ([word, { kind }]) =>
      word.length > 3 && (kind === 'target' || kind === 'recovery' || kind === 'label'),
  )
  .map(([word]) => word);

/** Letters to insert, drop, change or swap with the next to turn one word into the other, or more than `most`. */
function editDistance(a: string, b: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...current) > most) return Infinity;
    [before, last] = [last, current];
  }
  return last[b.length] ?? Infinity;
}
