import { readActivity, type RecordedActivity, type WatchStep } from '../src/index.ts';
import { writeActivity } from './write-activity.ts';

/** A part of a run: its speed, and the step that its lap names. */
export type MadePart = {
  seconds: number;
  speed?: number;
  heartRate?: number;
  step?: number | undefined;
  /** Of its lap. */
  lapMetres?: number;
};

export type MadeOptions = {
  watchSteps?: WatchStep[];
  zoneBounds?: number[];
  /** Indoors: neither distance nor speed. */
  isTreadmill?: boolean;
  /** A lap by hand at the end of each part. */
  hasLaps?: boolean;
};

/** An exact recording of parts one after the other, with a lap for each. */
export function makeRun(
  parts: readonly MadePart[],
  { watchSteps = [], zoneBounds, isTreadmill = false, hasLaps = true }: MadeOptions = {},
): RecordedActivity {
  let metres = 0;
  const seconds = parts.flatMap((part) =>
    Array.from({ length: Math.round(part.seconds) }, () => part),
  );
  const moment = (time: number, heartRate: number) => ({
    time,
    metres: isTreadmill ? undefined : metres,
    speed: undefined,
    heartRate,
    altitude: undefined,
    cadence: undefined,
  });
  const records = [moment(0, 100)];
  seconds.forEach(({ speed = 4, heartRate = 150 }, index) => {
    metres += speed;
    records.push(moment(index + 1, heartRate));
  });
  let start = 0;
  const laps = parts.map(({ seconds: length, step, lapMetres }) => {
    const lap = {
      start: Math.round(start),
      elapsedSeconds: length,
      timerSeconds: length,
      metres: lapMetres,
      step,
      trigger: 0,
    };
    start += length;
    return lap;
  });
  const reading = readActivity(
    writeActivity({
      startedAt: 1_780_000_000,
      utcOffsetSeconds: 0,
      records,
      laps: hasLaps ? laps : [],
      timer: [],
      steps: watchSteps,
      ...(zoneBounds && { zoneBounds }),
      elapsedSeconds: start,
      timerSeconds: start,
      metres: isTreadmill ? undefined : metres,
      subSport: 0,
    }),
  );
  if (!reading.ok) throw new Error(reading.reason);
  return reading.activity;
}
