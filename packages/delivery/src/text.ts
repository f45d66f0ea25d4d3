import type { TextLimit } from './devices.ts';

/** One line of printable text: breaks become spaces, and invisible or incomplete characters are removed. */
export function plainLine(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[\p{White_Space}\p{Cc}]+/gu, ' ')
      // Byte order marks, direction marks, and lone surrogates.
      .replaceAll(/[\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}\u{fffd}]/gu, '')
      .trim()
  );
}

/** The size of one character. Formats count what they store, and readers what they see. */
const SIZES = {
  characters: () => 1,
  points: (character: string) => Array.from(character).length,
  bytes: (character: string) => new TextEncoder().encode(character).length,
};

/** The most that one UTF-16 code unit can add to the size. */
const MAX_SIZE_OF_UNIT = { characters: 1, points: 1, bytes: 3 };

/** The beginning of a text, cut between grapheme clusters. */
export function truncate(
  text: string,
  most: number,
  unit: keyof typeof SIZES = 'characters',
): string {
  // A text that fits by its length alone needs no segments, which cost a hundred times as much.
  if (text.length * MAX_SIZE_OF_UNIT[unit] <= most) return text;
  let truncated = '';
  let size = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += SIZES[unit](segment);
    if (size > most) return truncated.trimEnd();
    truncated += segment;
  }
  return truncated;
}

/** A text within a limit of a device. */
export function fitText(text: string, { max, unit }: TextLimit): string {
  return truncate(text, max, unit);
}

/** A file name for any file system, also a watch's. A title in another script is named after its id. */
export function fileNameOf(title: string, id: string): string {
  const name = title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return name || `workout-${hashOf(id).toString(16).padStart(8, '0')}`;
}

/** FNV-1a, 32 bits: the same for the same text everywhere. Not cryptographic. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
