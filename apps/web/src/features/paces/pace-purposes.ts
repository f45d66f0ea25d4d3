import type { PaceKey } from '@pacewright/pace';

/** The purpose of each pace. */
export const PACE_PURPOSES: Record<PaceKey, string> = {
  E: 'Most of your week: easy enough to talk.',
  M: 'Long and steady, as in a marathon.',
  T: 'Comfortably hard, for about 20 minutes.',
  I: 'Hard, three to five minutes at a time.',
  R: 'Fast and short, with full recovery.',
};
