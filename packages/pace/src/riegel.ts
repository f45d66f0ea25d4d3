import type { RaceResult } from './race.ts';

/** How fast a well trained runner's time grows with the distance. */
export const RIEGEL_EXPONENT = 1.06;

/** Riegel's forecast, in seconds, for distances the VDOT formulae do not reach, such as 50 km. */
export function riegelTime(
  { distance, timeInSeconds }: RaceResult,
  metres: number,
  exponent: number = RIEGEL_EXPONENT,
): number {
  return timeInSeconds * (metres / distance) ** exponent;
}

/**
 * How fast this runner's time grows with the distance, from two of their races. Undefined where two
 * races cannot say: one must be half as long again as the other, and slower, but not hopelessly so.
 */
export function personalExponent(one: RaceResult, other: RaceResult): number | undefined {
  const ratio = other.distance / one.distance;
  if (Math.max(ratio, 1 / ratio) < 1.5) return undefined;

  const exponent = Math.log(other.timeInSeconds / one.timeInSeconds) / Math.log(ratio);
  return exponent > 1 && exponent < 1.4 ? exponent : undefined;
}
