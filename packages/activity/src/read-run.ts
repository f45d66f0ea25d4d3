import { SPORT_RUNNING } from '@pacewright/delivery/fit-profile';

import { readActivity } from './read-activity.ts';
import type { UnreadableReason, WatchStep } from './recorded-activity.ts';
import { layOutRun, type Run } from './run.ts';

/** The workout on the watch, which laps name the steps of, and its heart-rate zones. */
export type WatchWorkout = { steps: WatchStep[]; zoneBounds?: number[] };

export type RunReading =
  | {
      ok: true;
      run: Run;
      /** Unix seconds. */
      startedAt: number;
      /** Local time less UTC, if the watch recorded it. */
      utcOffsetSeconds: number | undefined;
      watch: WatchWorkout;
    }
  | { ok: false; reason: UnreadableReason | 'too-short' }
  /** A number of the FIT profile. */
  | { ok: false; reason: 'another-sport'; sport: number };

const MAX_WATCH_STEPS = 300;
const MAX_NAME_LENGTH = 100;
const MAX_ZONES = 10;

/** Reads the file of a watch as a run. Never throws for a damaged one. */
export function readRun(bytes: Uint8Array): RunReading {
  const reading = readActivity(bytes);
  if (!reading.ok) return { ok: false, reason: reading.reason };
  const { activity } = reading;
  const sports = activity.sessions.flatMap(({ sport }) => sport ?? []);
  const [sport] = sports;
  if (sport !== undefined && sport !== 0 && !sports.includes(SPORT_RUNNING))
    return { ok: false, reason: 'another-sport', sport };
  const run = layOutRun(activity);
  if (!run) return { ok: false, reason: 'too-short' };
  const { startedAt, utcOffsetSeconds, workout, zoneBounds } = activity;
  return {
    ok: true,
    run,
    startedAt,
    utcOffsetSeconds,
    watch: {
      steps: workout.steps
        .slice(0, MAX_WATCH_STEPS)
        .map((step) => ({ ...step, name: step.name.slice(0, MAX_NAME_LENGTH) })),
      ...(zoneBounds && { zoneBounds: zoneBounds.slice(0, MAX_ZONES) }),
    },
  };
}

/** The total, rounded as it is stored. */
export function metresOf({ metres, seconds }: Run): number | null {
  const total = metres?.[seconds];
  return total === undefined ? null : Math.round(total * 10) / 10;
}

const OUTLINE_SAMPLES = 80;
/** Steps of the scale for each m/s. */
const OUTLINE_SCALE = 20;

/** Speeds of a small drawing, one byte each, in twentieths of a m/s. Empty for a run without a distance. */
export function outlineOf({ seconds, metres }: Run): Uint8Array {
  return Uint8Array.from({ length: metres ? OUTLINE_SAMPLES : 0 }, (_, index) => {
    const at = (sample: number) => Math.round((sample * seconds) / OUTLINE_SAMPLES);
    const [from, to] = [at(index), at(index + 1)];
    const metresRun = (metres?.[to] ?? 0) - (metres?.[from] ?? 0);
    return Math.min(255, Math.round((OUTLINE_SCALE * metresRun) / Math.max(1, to - from)));
  });
}
