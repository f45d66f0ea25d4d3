import type { PaceKey } from '@pacewright/pace';

export type KnownWord = PaceKey | 'jog' | 'rest' | 'HM' | 'open';

/** The word of the language that a text spells, in any case, short or in full. */
export function knownWord(text: string): KnownWord | undefined {
  return WORDS.get(text.toLowerCase());
}

/** The words someone may have meant, likeliest first. */
export function suggestWords(text: string): KnownWord[] {
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const usual = USUAL_WORDS.get(word);
  if (usual) return [usual];

  const tolerance = word.length > 4 ? 2 : 1;
  const near = CANDIDATES.filter(
    ([known]) => Math.abs(known.length - word.length) <= tolerance && startsAlike(word, known),
  )
    .map(([known, meaning]) => ({ meaning, distance: editDistance(word, known, tolerance) }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance)
    .map(({ meaning }) => meaning);
  return [...new Set(near)].slice(0, 2);
}

const WORDS = new Map<string, KnownWord>([
  ['e', 'E'],
  ['easy', 'E'],
  ['m', 'M'],
  ['marathon', 'M'],
  ['t', 'T'],
  ['threshold', 'T'],
  ['i', 'I'],
  ['interval', 'I'],
  ['r', 'R'],
  ['repetition', 'R'],
  ['jog', 'jog'],
  ['rest', 'rest'],
  ['hm', 'HM'],
  ['open', 'open'],
]);

/** What runners call these elsewhere. */
const USUAL_WORDS = new Map<string, KnownWord>([
  ['aerobic', 'E'],
  ['base', 'E'],
  ['cool', 'E'],
  ['cooldown', 'E'],
  ['ez', 'E'],
  ['long', 'E'],
  ['warm', 'E'],
  ['warmup', 'E'],
  ['wu', 'E'],
  ['cd', 'E'],
  ['mp', 'M'],
  ['steady', 'M'],
  ['cruise', 'T'],
  ['lt', 'T'],
  ['tempo', 'T'],
  ['tp', 'T'],
  ['hard', 'I'],
  ['intervals', 'I'],
  ['vo', 'I'],
  ['vomax', 'I'],
  ['fast', 'R'],
  ['reps', 'R'],
  ['repetitions', 'R'],
  ['sprint', 'R'],
  ['stride', 'R'],
  ['strides', 'R'],
  ['float', 'jog'],
  ['jogging', 'jog'],
  ['rec', 'jog'],
  ['recover', 'jog'],
  ['recovery', 'jog'],
  ['slow', 'jog'],
  ['break', 'rest'],
  ['pause', 'rest'],
  ['stand', 'rest'],
  ['walk', 'rest'],
  ['half', 'HM'],
  ['halfmarathon', 'HM'],
  ['lap', 'open'],
]);

/** Words long enough to be misspelled. */
const CANDIDATES = [...WORDS, ...USUAL_WORDS].filter(([word]) => word.length > 2);

/** Nobody gets both of the first letters wrong. */
function startsAlike(a: string, b: string): boolean {
  return a[0] === b[0] || a[1] === b[1] || a[0] === b[1] || a[1] === b[0];
}

/**
 * Letters to insert, drop, change or swap with the next to turn one word into the other. Gives up
 * beyond `most`, since nearly all words are further apart than anyone cares.
 */
function editDistance(a: string, b: string, most: number): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwapped ? at(row - 2, column - 2) + 1 : Infinity;
      const change = at(row - 1, column - 1) + (isSame ? 0 : 1);
      current.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, change, swap));
    }
    if (Math.min(...current) > most) return Infinity;
  }
  return at(a.length, b.length);
}
