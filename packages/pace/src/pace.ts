import type { SpeedRange } from './training-paces.ts';

/** Metres in one pace unit. The mile is the product's 1609.34, not the exact 1609.344. */
export const METRES_PER_UNIT = { imperial: 1609.34, metric: 1000 } as const;

export type PaceUnits = keyof typeof METRES_PER_UNIT;

export const DEFAULT_PACE_UNITS: PaceUnits = 'imperial';

export const PACE_UNIT_LABELS = {
  imperial: 'min/mile',
  metric: 'min/km',
} as const satisfies Record<PaceUnits, string>;

/** A range as text: two paces, the faster first. */
export type PaceEnds = { faster: string; slower: string };

/** Writes a speed in m/s as the pace a runner reads, such as "7:59". An unset speed, 0, is "0:00". */
export function formatPace(speed: number, units: PaceUnits): string {
  return formatTimeOver(METRES_PER_UNIT[units], speed);
}

/** Reads a pace such as "7:59" as a speed in m/s. Returns undefined if it is not m:ss. */
export function parsePace(text: string, units: PaceUnits): number | undefined {
  const match = /^(\d{1,3}):([0-5]\d)$/.exec(text.trim());
  if (!match) return undefined;

  const seconds = Number(match[1]) * 60 + Number(match[2]);
  return seconds === 0 ? 0 : METRES_PER_UNIT[units] / seconds;
}

/**
 * Writes the two paces of a range. Speeds run from slow to fast and paces from fast to slow, so the ends are
 * swapped.
 */
export function formatEnds({ from, to }: SpeedRange, units: PaceUnits): PaceEnds {
  return { faster: formatPace(to, units), slower: formatPace(from, units) };
}

/** Reads the output of formatEnds. Does not check the order; isValidRange does. */
export function parseEnds({ faster, slower }: PaceEnds, units: PaceUnits): SpeedRange | undefined {
  const to = parsePace(faster, units);
  const from = parsePace(slower, units);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/**
 * Reads paces that were edited in the form of a range. An unchanged pace keeps its exact speed, so that fixing
 * one end never moves the other.
 */
export function parseEndsOver(
  range: SpeedRange,
  { faster, slower }: PaceEnds,
  units: PaceUnits,
): SpeedRange | undefined {
  const typed = parseEnds({ faster, slower }, units);
  // Two ends with equal text are equal, also if the range differed within the rounding.
  if (!typed || typed.from === typed.to) return typed;

  const before = formatEnds(range, units);
  return {
    from: slower.trim() === before.slower ? range.from : typed.from,
    to: faster.trim() === before.faster ? range.to : typed.to,
  };
}

/** Writes a range as "6:00 - 7:00", the faster pace first. */
export function formatRange(range: SpeedRange, units: PaceUnits): string {
  return joinEnds(formatEnds(range, units));
}

/** Reads a range such as "6:00 - 7:00". Returns undefined unless both paces are m:ss. */
export function parseRange(text: string, units: PaceUnits): SpeedRange | undefined {
  const [faster, slower, ...rest] = text.split(/[-–—]/);
  if (faster === undefined || slower === undefined || rest.length > 0) return undefined;
  return parseEnds({ faster, slower }, units);
}

/** Writes the time of a range over a distance, such as "1:59 - 2:14" for 400 m. */
export function formatSplits({ from, to }: SpeedRange, metres: number): string {
  return joinEnds({ faster: formatTimeOver(metres, to), slower: formatTimeOver(metres, from) });
}

function joinEnds({ faster, slower }: PaceEnds): string {
  return `${faster} - ${slower}`;
}

function formatTimeOver(metres: number, speed: number): string {
  if (speed === 0) return '0:00';

  // Round before splitting into minutes and seconds, or 479.6 s prints as "7:60".
  const seconds = Math.round(metres / speed);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
