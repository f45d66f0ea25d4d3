import { cutText, type WorkoutToSave } from '@pacewright/contract';
import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import type { WorkoutItem } from '@pacewright/script';

/** A script may hold a thousand different words. The first of them are what anyone looks for. */
const MOST_WORDS = 200;
const LONGEST_WORD = 40;
const MOST_WORDS_SOUGHT = 10;

/**
 * What a workout is found by: the words of its title, tags and script, each tag as a whole (#long run), and
 * each pace it has a step at (@T). A pace's letter in the script is no word beside that.
 */
export function listTerms(
  { title, script, tags = [] }: WorkoutToSave,
  items: readonly WorkoutItem[],
): string[] {
  const words = new Set([title, ...tags].flatMap(wordsOf));
  for (const word of wordsOf(script)) if (!paceOf(word)) words.add(word);
  return [
    ...[...words].slice(0, MOST_WORDS),
    ...tags.map((tag) => `#${tag}`),
    ...[...pacesIn(items)].map((pace) => `@${pace}`),
  ];
}

export type Wanted = { q?: string; tag?: string; pace?: PaceKey };

/** A range of terms, in the order of their bytes; a workout that has one of them meets the condition. */
export type Condition = { low: string; high: string; pattern: string };

/** One condition for each thing wanted. None when nothing is, or nothing but signs. */
export function listConditions({ q = '', tag, pace }: Wanted): Condition[] {
  return [
    ...wordsOf(q)
      .slice(0, MOST_WORDS_SOUGHT)
      .map((word) => {
        const named = paceOf(word);
        return named ? exactly(`@${named}`) : beginningWith(word);
      }),
    ...(tag ? [exactly(`#${tag}`)] : []),
    ...(pace ? [exactly(`@${pace}`)] : []),
  ];
}

/** All terms as one text, in which a condition's pattern finds its own. No term holds a line break. */
export function joinTerms(terms: readonly string[]): string {
  return `\n${terms.map((term) => `${term}\n`).join('')}`;
}

export function splitTerms(search: string): string[] {
  return search.split('\n').filter((term) => term !== '');
}

/** What titles are ordered by: without accents and case, and with numbers in the order of their size. */
export function titleKey(title: string): string {
  const key = withoutAccents(title).replaceAll(/\d+/g, (digits) => digits.padStart(6, '0'));
  // A cursor holds it, and has to fit into an address.
  return cutText(key, LONGEST_TITLE_KEY);
}

const LONGEST_TITLE_KEY = 300;

/** Runs of letters and digits, without their accents: "Über 2x400mtr" is uber, 2x400mtr. */
function wordsOf(text: string): string[] {
  return (withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    // By character, lest half of one is left.
    Array.from(word).slice(0, LONGEST_WORD).join(''),
  );
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function paceOf(word: string): PaceKey | undefined {
  return PACE_KEYS.find((key) => key.toLowerCase() === word);
}

function pacesIn(items: readonly WorkoutItem[]): Set<PaceKey> {
  const paces = new Set<PaceKey>();
  for (const item of items)
    if (item.kind === 'repeat') for (const pace of pacesIn(item.items)) paces.add(pace);
    else if (item.target.kind === 'pace') paces.add(item.target.pace);
  return paces;
}

const LAST_CHARACTER = '\u{10FFFF}';

function beginningWith(word: string): Condition {
  // A word has neither % nor _ nor \ in it.
  return { low: word, high: word + LAST_CHARACTER, pattern: `%\n${word}%` };
}

function exactly(term: string): Condition {
  // No term goes on with the lowest of characters, so this range holds just the one.
  const pattern = `%\n${term.replaceAll(/[%_\\]/g, String.raw`\$&`)}\n%`;
  return { low: term, high: `${term}\u0001`, pattern };
}
