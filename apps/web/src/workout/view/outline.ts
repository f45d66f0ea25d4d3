/** Steps of the scale for each m/s. */
const SCALE = 20;

/** The speeds of a small drawing, in m/s. */
export function readOutline(outline: string): number[] {
  return Array.from(atob(outline), (character) => (character.codePointAt(0) ?? 0) / SCALE);
}
