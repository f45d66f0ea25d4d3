import type { RaceResult } from './race.ts';

/** The growth of a well trained runner's time with the distance. */
export const RIEGEL_EXPONENT = 1.06;

/** Riegel's prediction in seconds, for distances that the VDOT formulae do not cover, such as 50 km. */
export function riegelTime(
  { distance, timeInSeconds }: RaceResult,
  metres: number,
  exponent: number = RIEGEL_EXPONENT,
): number {
  return timeInSeconds * (metres / distance) ** exponent;
}

/**
 * The growth of this athlete's time with the distance, from two races. Undefined unless one is at least 1.5
 * times as long as the other, and slower within reason.
 */
export function personalExponent(one: RaceResult, other: RaceResult): number | undefined {
  const ratio = other.distance / one.distance;
  if (Math.max(ratio, 1 / ratio) < 1.5) return undefined;

  const exponent = Math.log(other.timeInSeconds / one.timeInSeconds) / Math.log(ratio);
  return exponent > 1 && exponent < 1.4 ? exponent : undefined;
}
