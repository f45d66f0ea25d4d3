import type { Zone } from '@pacewright/script';

export function isZone(value: number | undefined): value is Zone {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= 5;
}

/** Beats per minute that the language accepts. */
export function isBeats(value: number): boolean {
  return Number.isInteger(value) && value >= 30 && value <= 250;
}
