/** Characters as a reader counts them: an emoji or a rare Chinese character is one, not two. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Cuts a text to at most so many characters, never through the middle of one. */
export function cutText(text: string, most: number): string {
  // Each character is at most two UTF-16 units, so only a short piece has to be counted.
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** The message for a single line of text that holds a control character or half of a character. */
export function controlCharacterProblem(text: string): string | undefined {
  return CONTROL.test(text) ? 'Remove the invisible control characters' : undefined;
}

/** A single line of text without control characters, and without white space around it. */
export function withoutControlCharacters(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
}
