import { truncate, type WorkoutToSave } from '@pacewright/contract';
import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import type { WorkoutItem } from '@pacewright/script';

/** A script may contain a thousand different words; the first ones are enough for a search. */
const MAX_WORDS = 200;
const MAX_WORD_LENGTH = 40;
const MAX_QUERY_WORDS = 10;

/**
 * What a workout is found by, one term per line: the words of its title, tags and script, each whole tag (#long run),
 * and the pace of each step (@T). Pace letters in the script are not words. Terms contain no line break.
 */
export function writeSearch(
  { title, script, tags = [] }: WorkoutToSave,
  items: readonly WorkoutItem[],
): string {
  const words = new Set([title, ...tags].flatMap(splitWords));
  for (const word of splitWords(script)) if (!findPace(word)) words.add(word);
  const terms = [
    ...[...words].slice(0, MAX_WORDS),
    ...tags.map((tag) => `#${tag}`),
    ...[...collectPaces(items)].map((pace) => `@${pace}`),
  ];
  return `\n${terms.map((term) => `${term}\n`).join('')}`;
}

export type Filter = { q?: string; tag?: string; pace?: PaceKey };

/** A pattern for LIKE per word and filter. A workout is found if its terms match all of them. */
export function listPatterns({ q = '', tag, pace }: Filter): string[] {
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

function startsWith(word: string): string {
  // Words contain no LIKE wildcards.
  return `%\n${word}%`;
}

function exactly(term: string): string {
  return `%\n${term.replaceAll(/[%_\\]/g, String.raw`\$&`)}\n%`;
}
