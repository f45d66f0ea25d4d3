/**
 * Limits against a journey that hangs, one for each kind of waiting, generous enough for a machine whose host gives it a
 * tenth of the time for a minute. No journey sets its own: it would be a guess about the machine.
 */
export const MAX_JOURNEY_MS = 600_000;
export const MAX_WALK_MS = 3_600_000;
export const MAX_WAIT_MS = 60_000;
