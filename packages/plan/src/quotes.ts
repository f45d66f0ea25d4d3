/**
 * The text with every quoted note (L10 of the script language) replaced by quotation marks, in the same length. The words
 * of a note have no meaning in a plan, so patterns look for theirs in this text.
 */
export function maskQuotes(text: string): string {
  if (!/["\u201c\u201d]/.test(text)) return text;
  return text.replaceAll(QUOTED, ({ length }) => '"'.repeat(length));
}

/** A mark directly after a digit is a unit. */
const QUOTED = /(?<!\d)["\u201c\u201d][^"\u201c\u201d\n\r\u2028\u2029]{0,200}["\u201c\u201d]/g;

/** Whether a quotation mark has no other. Repeated, it would begin a note with the next one. */
export function hasOpenQuote(text: string): boolean {
  return /["\u201c\u201d]/.test(text.replaceAll(QUOTED, ''));
}

/** The matches of a pattern outside of parentheses and of quoted notes. */
export function matchesOutside(text: string, pattern: RegExp): { index: number; length: number }[] {
  const masked = maskQuotes(text);
  const matches = Array.from(masked.matchAll(pattern), ({ index, 0: { length } }) => ({
    index,
    length,
  }));
  if (matches.length === 0 || !masked.includes('(')) return matches;

  let at = 0;
  let depth = 0;
  return matches.filter(({ index }) => {
    for (; at < index; at++)
      if (masked[at] === '(') depth++;
      else if (masked[at] === ')') depth = Math.max(0, depth - 1);
    return depth === 0;
  });
}
