import { SPORT_RUNNING } from '@pacewright/delivery/fit-profile';

import type { FitProblem } from './fit-scan.ts';
import { readActivity } from './read-activity.ts';
import type { RecordedActivity, UnreadableReason, WatchStep } from './recorded-activity.ts';
import { layOutRun, MIN_SECONDS, type Run, runningPart } from './run.ts';

/** The workout on the watch, which laps name the steps of, its heart-rate zones, and its local time less UTC. */
export type WatchWorkout = {
  steps: WatchStep[];
  /** The serial number of the workout's file. */
  workoutFile?: number;
  zoneBounds?: number[];
  utcOffsetSeconds?: number;
};

/** A restriction of what was read, to be said beside the run. */
export type Remark =
  /** The watch's own total is longer. */
  | { kind: 'in-part'; seconds: number; ofSeconds: number }
  /** The file is damaged, and has no total. */
  | { kind: 'damaged' }
  /** The longest run of several in one file. */
  | { kind: 'more-runs'; count: number }
  | { kind: 'sport-unknown' };

export type RunReading =
  | {
      ok: true;
      run: Run;
      /** Unix seconds. */
      startedAt: number;
      /** Local time less UTC, if the watch recorded it. */
      utcOffsetSeconds: number | undefined;
      watch: WatchWorkout;
      remarks: Remark[];
    }
  | { ok: false; reason: UnreadableReason | 'too-short' | 'summary-only' | 'not-like-running' }
  /** A number of the FIT profile. */
  | { ok: false; reason: 'another-sport'; sport: number };

const MAX_WATCH_STEPS = 300;
const MAX_NAME_LENGTH = 100;
const MAX_ZONES = 10;
/** With fewer records a file has a summary only. */
const MAX_SECONDS_PER_RECORD = 180;
/** In m/s: nobody runs slower than a walk, or a long run as fast as the best of the world. */
const MIN_SPEED = 1.3;
const MAX_SPEED = { short: 6.5, long: 5.8 } as const;
const LONG_RUN_SECONDS = 900;
/** Steps per minute. Walkers take more; strokes are fewer. */
const MIN_CADENCE = 80;
/** A smaller share, as after the last record, is not said. */
const MAX_UNREAD_SHARE = 0.02;
const DAMAGE: readonly FitProblem[] = [
  'checksum',
  'cut-off',
  'unknown-layout',
  'time-jump',
  'too-long',
];

/** Reads the file of a watch as a run. Never throws for a damaged one. */
export function readRun(bytes: Uint8Array): RunReading {
  const reading = readActivity(bytes);
  if (!reading.ok) return { ok: false, reason: reading.reason };
  const { activity } = reading;
  const other = activity.sports.find((sport) => sport !== 0);
  if (other !== undefined && !activity.sports.includes(SPORT_RUNNING))
    return { ok: false, reason: 'another-sport', sport: other };
  const window = runningPart(activity);
  const run = layOutRun(activity);
  if (!run || activity.records.length * MAX_SECONDS_PER_RECORD < run.seconds)
    return {
      ok: false,
      reason: (window.session?.timerSeconds ?? 0) < MIN_SECONDS ? 'too-short' : 'summary-only',
    };
  if (other === undefined && !isLikeRunning(run, activity))
    return { ok: false, reason: 'not-like-running' };
  const { utcOffsetSeconds, workout, zoneBounds } = activity;
  return {
    ok: true,
    run,
    // The run of a triathlon begins hours after the activity.
    startedAt: activity.startedAt + Math.round(window.from),
    utcOffsetSeconds,
    watch: {
      steps: workout.steps
        .slice(0, MAX_WATCH_STEPS)
        .map((step) => ({ ...step, name: step.name.slice(0, MAX_NAME_LENGTH) })),
      ...(workout.file?.serialNumber !== undefined && { workoutFile: workout.file.serialNumber }),
      ...(zoneBounds && { zoneBounds: zoneBounds.slice(0, MAX_ZONES) }),
      ...(utcOffsetSeconds !== undefined && { utcOffsetSeconds }),
    },
    remarks: remarksOn(run, window, activity),
  };
}

/** D16: without a sport, a run is told by its pace, and by its cadence where there is one. */
function isLikeRunning({ seconds, metres }: Run, { sports, records }: RecordedActivity): boolean {
  // A treadmill without a distance.
  if (!metres) return sports.length === 0;
  const speed = (metres[seconds] ?? 0) / seconds;
  const max = seconds > LONG_RUN_SECONDS ? MAX_SPEED.long : MAX_SPEED.short;
  const cadences = records.cadence.filter((cadence) => cadence > 0).sort();
  const cadence = cadences[cadences.length >> 1] ?? MIN_CADENCE;
  return speed >= MIN_SPEED && speed <= max && cadence >= MIN_CADENCE;
}

/** D17 */
function remarksOn(
  { seconds }: Run,
  { session }: ReturnType<typeof runningPart>,
  { problems, sessions, sports }: RecordedActivity,
): Remark[] {
  const remarks: Remark[] = [];
  const ofSeconds = session?.timerSeconds;
  if (ofSeconds === undefined) {
    if (problems.some((problem) => DAMAGE.includes(problem))) remarks.push({ kind: 'damaged' });
  } else if (ofSeconds - seconds > Math.max(MIN_SECONDS, MAX_UNREAD_SHARE * ofSeconds))
    remarks.push({ kind: 'in-part', seconds, ofSeconds });
  const runs = sessions.filter(
    ({ sport, timerSeconds = 0 }) => sport === SPORT_RUNNING && timerSeconds >= MIN_SECONDS,
  );
  if (runs.length > 1) remarks.push({ kind: 'more-runs', count: runs.length });
  if (!sports.includes(SPORT_RUNNING)) remarks.push({ kind: 'sport-unknown' });
  return remarks;
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
