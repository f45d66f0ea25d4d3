import { HARMLESS } from './words.ts';

/** Words that were not understood are a note within the script. */
export function hasUnknownNote(script: string): boolean {
  return Array.from(script.matchAll(/"([^"]*)"/g), ([, note = '']) =>
    note.replace(BETWEEN_RACES, ''),
  ).some(
    (note) =>
      /\d/.test(note) ||
      note
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .some((word) => word !== '' && !HARMLESS.has(word)),
  );
}

/** "5k-10k pace" is no pace of one race, and clear. */
const BETWEEN_RACES = /^\d+k?\s*[-–/]\s*\d+k (?:race )?(?:pace|effort)$/i;
