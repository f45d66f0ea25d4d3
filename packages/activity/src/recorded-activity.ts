// The content of an activity file, in columns and small rows. Positions are not part of it.

import type { FitProblem } from './fit-scan.ts';

/** One entry per moment, ascending in time. NaN where nothing was measured. */
export type RecordColumns = {
  length: number;
  /** Seconds since `startedAt`. */
  time: Float64Array;
  metres: Float64Array;
  speed: Float32Array;
  heartRate: Float32Array;
  altitude: Float32Array;
  /** Steps per minute of both feet. */
  cadence: Float32Array;
  power: Float32Array;
};

export type LapTrigger = 'button' | 'time' | 'distance' | 'position' | 'end' | 'other';

/** Times are seconds since `startedAt`. Undefined where the watch recorded none. */
export type RecordedLap = {
  start: number;
  /** By the clock. */
  elapsedSeconds: number | undefined;
  /** By the timer, which stops in a pause. */
  timerSeconds: number | undefined;
  metres: number | undefined;
  heartRate: number | undefined;
  /** The index of the watch's workout step. */
  step: number | undefined;
  intensity: number | undefined;
  trigger: LapTrigger | undefined;
};

export type RecordedSession = {
  start: number;
  elapsedSeconds: number | undefined;
  timerSeconds: number | undefined;
  metres: number | undefined;
  sport: number | undefined;
  subSport: number | undefined;
  laps: number | undefined;
};

/** The timer was started or stopped, by the runner or automatically. */
export type TimerEvent = { time: number; isStart: boolean; isAutomatic: boolean };

/** A workout step of the watch in the profile's units: milliseconds, centimetres, mm/s. */
export type WatchStep = {
  index: number;
  name: string;
  durationType: number | undefined;
  durationValue: number | undefined;
  targetType: number | undefined;
  targetValue: number | undefined;
  low: number | undefined;
  high: number | undefined;
  intensity: number | undefined;
};

/** Identifies a file among all others, as watches do. */
export type FileIdentity = {
  type: number | undefined;
  manufacturer: number | undefined;
  product: number | undefined;
  serialNumber: number | undefined;
  /** Unix seconds. */
  createdAt: number | undefined;
};

export type RecordedActivity = {
  identity: FileIdentity;
  /** Unix seconds of the first moment, the zero of all times here. */
  startedAt: number;
  /** Local time less UTC. The day of a run is the runner's. */
  utcOffsetSeconds: number | undefined;
  records: RecordColumns;
  distanceSource: 'file' | 'positions' | 'speed' | 'none';
  laps: RecordedLap[];
  sessions: RecordedSession[];
  /** Of the sessions, or else of the laps or the watch's setting. 0 is any sport. */
  sports: number[];
  timer: TimerEvent[];
  /** The workout that the watch followed, and the file it came from. */
  workout: { name: string | undefined; steps: WatchStep[]; file: FileIdentity | undefined };
  /** Upper bounds of heart-rate zones 0 to 5, as set on the watch. */
  zoneBounds: number[] | undefined;
  problems: FitProblem[];
};

export type ActivityReading =
  | { ok: true; activity: RecordedActivity }
  | { ok: false; reason: UnreadableReason };

export type UnreadableReason = 'not-fit' | 'not-an-activity' | 'too-big' | 'nothing-recorded';
