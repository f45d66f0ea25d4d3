import * as fc from 'fast-check';

import type { FileOptions, Recording } from './write-activity.ts';

/** Ten minutes at 3 m/s with a pause, two laps and a workout of three rows. */
export const TEN_MINUTES: Recording = {
  startedAt: 1_780_000_000,
  utcOffsetSeconds: 7200,
  records: Array.from({ length: 600 }, (_, at) => ({
    time: at < 300 ? at : at + 60,
    metres: at * 3,
    speed: 3,
    heartRate: 140 + (at % 10),
    altitude: 100 + at / 100,
    cadence: 171,
  })),
  laps: [
    { start: 0, elapsedSeconds: 300, timerSeconds: 300, metres: 900, step: 0, trigger: 1 },
    { start: 300, elapsedSeconds: 359.25, timerSeconds: 299.25, metres: 897, step: 1, trigger: 7 },
  ],
  timer: [
    { time: 0, isStart: true, isAutomatic: false },
    { time: 300, isStart: false, isAutomatic: true },
    { time: 360, isStart: true, isAutomatic: true },
    { time: 659, isStart: false, isAutomatic: false },
  ],
  steps: [
    {
      index: 0,
      name: 'Easy',
      durationType: 0,
      durationValue: 300_000,
      targetType: 0,
      targetValue: 0,
      low: 2800,
      high: 3200,
      intensity: 2,
    },
    {
      index: 1,
      name: 'Größe',
      durationType: 1,
      durationValue: 90_000,
      targetType: 0,
      targetValue: 0,
      low: 3800,
      high: 4000,
      intensity: 5,
    },
    {
      index: 2,
      name: '',
      durationType: 6,
      durationValue: 1,
      targetType: 2,
      targetValue: 5,
      low: undefined,
      high: undefined,
      intensity: undefined,
    },
  ],
  workoutFile: { serialNumber: 4_000_000_001, manufacturer: 255 },
  zoneBounds: [99, 118, 138, 158, 177, 197],
  elapsedSeconds: 659.25,
  timerSeconds: 599.25,
  metres: 1797,
  subSport: 0,
};

export const anyOptions: fc.Arbitrary<FileOptions> = fc.record({
  isLittleEndian: fc.boolean(),
  hasCompressedTimes: fc.boolean(),
  hasDeveloperFields: fc.boolean(),
});

/** In the precision of the format, so that writing loses nothing. */
const steps = (max: number, perUnit: number) =>
  fc.option(
    fc.nat(max * perUnit).map((value) => value / perUnit),
    { nil: undefined },
  );

/** A recording with any of its values missing, and gaps of up to five minutes. */
export const anyRecording: fc.Arbitrary<Recording> = fc
  .record({
    startedAt: fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }),
    utcOffsetSeconds: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 900),
    moments: fc.array(
      fc.record({
        gap: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 300 })),
        metres: steps(50_000, 100),
        speed: steps(9, 1000),
        heartRate: fc.option(fc.integer({ min: 30, max: 240 }), { nil: undefined }),
        altitude: steps(3000, 5),
        cadence: fc.option(fc.integer({ min: 1, max: 250 }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 120 },
    ),
    laps: fc.array(
      fc.record({
        elapsedSeconds: fc.nat(600),
        metres: steps(5000, 100),
        step: fc.option(fc.nat(500), { nil: undefined }),
        trigger: fc.option(fc.nat(8), { nil: undefined }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ startedAt, utcOffsetSeconds, moments, laps }) => {
    let [time, start] = [-1, 0];
    return {
      ...TEN_MINUTES,
      startedAt,
      utcOffsetSeconds,
      timer: [],
      records: moments.map(({ gap, ...moment }, index) => ({
        ...moment,
        time: (time += index === 0 ? 1 : gap),
      })),
      laps: laps.map((lap) => {
        const own = { ...lap, start, timerSeconds: lap.elapsedSeconds };
        start += lap.elapsedSeconds;
        return own;
      }),
    };
  });
