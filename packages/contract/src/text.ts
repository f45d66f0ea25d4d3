/** Counts code points, so an emoji is one character, not two. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Truncates by code points, so that no surrogate pair is split. */
export function truncate(text: string, maxLength: number): string {
  // A code point has at most two UTF-16 units, so the rest need not be counted.
  return Array.from(text.slice(0, 2 * maxLength))
    .slice(0, maxLength)
    .join('');
}

const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** The message for a single line with a control character or a lone surrogate. */
export function controlCharacterProblem(text: string): string | undefined {
  return CONTROL.test(text) ? 'Remove invisible control characters' : undefined;
}

/** Removes control characters and outer white space. */
export function withoutControlCharacters(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
}
