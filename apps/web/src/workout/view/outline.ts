import type { Run } from '@pacewright/activity';

/** Speeds of a small drawing: one byte each, in twentieths of a m/s. */
const SAMPLES = 80;
const PER_SPEED = 20;

/** Empty for a run without a distance. */
export function outlineOf({ seconds, metres }: Run): Uint8Array {
  return Uint8Array.from({ length: metres ? SAMPLES : 0 }, (_, index) => {
    const at = (sample: number) => Math.round((sample * seconds) / SAMPLES);
    const [from, to] = [at(index), at(index + 1)];
    const metresRun = (metres?.[to] ?? 0) - (metres?.[from] ?? 0);
    return Math.min(255, Math.round((PER_SPEED * metresRun) / Math.max(1, to - from)));
  });
}

/** In m/s. */
export function readOutline(outline: string): number[] {
  return Array.from(atob(outline), (character) => (character.codePointAt(0) ?? 0) / PER_SPEED);
}
