import { truncate, type WorkoutToSave } from '@pacewright/contract';
import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import type { WorkoutItem } from '@pacewright/script';

/** A script may contain a thousand different words; the first ones are enough for a search. */
const MAX_WORDS = 200;
const MAX_WORD_LENGTH = 40;
const MAX_QUERY_WORDS = 10;

/**
 * The search terms of a workout: the words of its title, tags and script, each whole tag (#long run), and the
 * pace of each step (@T). Pace letters in the script are not words.
 */
export function listTerms(
  { title, script, tags = [] }: WorkoutToSave,
  items: readonly WorkoutItem[],
): string[] {
  const words = new Set([title, ...tags].flatMap(splitWords));
  for (const word of splitWords(script)) if (!findPace(word)) words.add(word);
  return [
    ...[...words].slice(0, MAX_WORDS),
    ...tags.map((tag) => `#${tag}`),
    ...[...collectPaces(items)].map((pace) => `@${pace}`),
  ];
}

export type Filter = { q?: string; tag?: string; pace?: PaceKey };

/** A range of terms in byte order. A workout matches if it has a term in the range. */
export type Condition = { low: string; high: string; pattern: string };

/** One condition per word and filter. */
export function listConditions({ q = '', tag, pace }: Filter): Condition[] {
  return [
    ...splitWords(q)
      .slice(0, MAX_QUERY_WORDS)
      .map((word) => {
        const named = findPace(word);
        return named ? exactly(`@${named}`) : startsWith(word);
      }),
    ...(tag ? [exactly(`#${tag}`)] : []),
    ...(pace ? [exactly(`@${pace}`)] : []),
  ];
}

/** All terms as one text for LIKE, one per line. Terms contain no line break. */
export function joinTerms(terms: readonly string[]): string {
  return `\n${terms.map((term) => `${term}\n`).join('')}`;
}

export function splitTerms(search: string): string[] {
  return search.split('\n').filter((term) => term !== '');
}

/** The sort key of a title: without accents and case, with numbers in numeric order. */
export function sortTitle(title: string): string {
  const key = withoutAccents(title).replaceAll(/\d+/g, (digits) => digits.padStart(6, '0'));
  // Truncated, because the cursor is part of a URL.
  return truncate(key, MAX_SORT_TITLE_LENGTH);
}

const MAX_SORT_TITLE_LENGTH = 300;

/** "Über 2x400mtr" has the words "uber" and "2x400mtr". */
function splitWords(text: string): string[] {
  return (withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    // By code point, to keep surrogate pairs whole.
    Array.from(word).slice(0, MAX_WORD_LENGTH).join(''),
  );
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function findPace(word: string): PaceKey | undefined {
  return PACE_KEYS.find((key) => key.toLowerCase() === word);
}

function collectPaces(items: readonly WorkoutItem[]): Set<PaceKey> {
  const paces = new Set<PaceKey>();
  for (const item of items)
    if (item.kind === 'repeat') for (const pace of collectPaces(item.items)) paces.add(pace);
    else if (item.target.kind === 'pace') paces.add(item.target.pace);
  return paces;
}

const LAST_CHARACTER = '\u{10FFFF}';

function startsWith(word: string): Condition {
  // Words contain no LIKE wildcards.
  return { low: word, high: word + LAST_CHARACTER, pattern: `%\n${word}%` };
}

function exactly(term: string): Condition {
  // Terms never contain U+0001, so this range matches exactly one.
  const pattern = `%\n${term.replaceAll(/[%_\\]/g, String.raw`\$&`)}\n%`;
  return { low: term, high: `${term}\u0001`, pattern };
}
