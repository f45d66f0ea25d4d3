export const PACE_KEYS = ['E', 'M', 'T', 'I', 'R'] as const;

export type PaceKey = (typeof PACE_KEYS)[number];

/** Two speeds in m/s, the slower first. Both are 0 until the athlete sets them. */
export type SpeedRange = { from: number; to: number };

export type TrainingPaces = Record<PaceKey, SpeedRange>;

export const PACE_NAMES = {
  E: 'Easy',
  M: 'Marathon',
  T: 'Threshold',
  I: 'Interval',
  R: 'Repetition',
} as const satisfies Record<PaceKey, string>;

/** The purpose of each pace. */
export const PACE_PURPOSES: Record<PaceKey, string> = {
  E: 'Most of your week: easy enough to talk.',
  M: 'Long and steady, as in a marathon.',
  T: 'Comfortably hard, up to 20 minutes at a time.',
  I: 'Hard, three to five minutes at a time.',
  R: 'Fast and short, with full recovery.',
};

/** The training paces without a race result. */
export const DEFAULT_TRAINING_PACES: Readonly<Record<PaceKey, Readonly<SpeedRange>>> = {
  E: { from: 2.38, to: 2.78 },
  M: { from: 2.78, to: 3.03 },
  T: { from: 3.03, to: 3.33 },
  I: { from: 3.33, to: 3.7 },
  R: { from: 3.7, to: 4.17 },
};

/** Bounds of a speed in m/s, a little beyond every pace that m:ss can write: 999:59 and 0:01. */
export const MIN_SPEED = 0.01;
export const MAX_SPEED = 2000;

/** A range is unset at both ends, or two speeds in order and within bounds. */
export function isValidRange({ from, to }: SpeedRange): boolean {
  if (from === 0 && to === 0) return true;
  return from >= MIN_SPEED && from <= to && to <= MAX_SPEED;
}

/**
 * Whether two ranges are equal. Browsers may differ in the last bit of a computed speed, so a billionth is
 * ignored; the smallest edit, a second in a pace, is a thousandth.
 */
export function isSameRange(one: SpeedRange, other: SpeedRange): boolean {
  const isSame = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(a, b);
  return isSame(one.from, other.from) && isSame(one.to, other.to);
}

/** For forms. In the message "from" is the first pace, the faster one, which is `to` in m/s. */
export function badRangeMessage(key: PaceKey): string {
  return `${PACE_NAMES[key]} pace range is invalid: "from" pace must be faster than or equal to "to" pace`;
}
