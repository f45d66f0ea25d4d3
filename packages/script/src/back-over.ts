/**
 * Where the run of characters that ends before an offset begins. Each must match a pattern of one character. Linear in
 * the run; a search for it that is anchored at the end only is quadratic in the longest run of the text.
 */
export function backOver(text: string, from: number, pattern: RegExp): number {
  let at = from;
  while (at > 0 && pattern.test(text.charAt(at - 1))) at--;
  return at;
}
