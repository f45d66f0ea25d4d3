import { Decoder, Stream } from '@garmin/fitsdk';
import FitParser from 'fit-file-parser';
import { expect, test } from 'vitest';

import { FIT_EPOCH } from '../src/activity-profile.ts';
import { readActivity } from '../src/index.ts';
import { TEN_MINUTES } from './recordings.ts';
import { writeActivity, type FileOptions } from './write-activity.ts';

type Fields = Record<string, number | Date | undefined>;

const PLAIN = { isLittleEndian: true, hasCompressedTimes: false, hasDeveloperFields: false };
const SWAPPED = { isLittleEndian: false, hasCompressedTimes: false, hasDeveloperFields: true };
const COMPRESSED = { isLittleEndian: true, hasCompressedTimes: true, hasDeveloperFields: true };

function read(options: FileOptions) {
  const bytes = writeActivity(TEN_MINUTES, options);
  const reading = readActivity(bytes);
  if (!reading.ok) throw new Error(reading.reason);
  return { bytes, ...reading.activity };
}

// The SDK refuses compressed timestamps.
test.each([PLAIN, SWAPPED])("D1: a run with %o is read as Garmin's own SDK reads it", (options) => {
  const { bytes, records, laps, workout, startedAt } = read(options);
  const stream = () => Stream.fromByteArray([...bytes]);
  expect(new Decoder(stream()).checkIntegrity()).toBe(true);
  const { messages, errors } = new Decoder(stream()).read({
    convertDateTimesToDates: false,
    convertTypesToStrings: false,
  });
  expect(errors).toEqual([]);
  const {
    recordMesgs = [],
    lapMesgs = [],
    workoutStepMesgs = [],
  } = messages as unknown as Record<string, Fields[]>;
  const timeOf = ({ timestamp }: Fields) => Number(timestamp) + FIT_EPOCH - startedAt;
  expect(recordMesgs.map(timeOf)).toEqual([...records.time]);
  expect(recordMesgs.map(({ distance }) => distance)).toEqual([...records.metres]);
  expect(recordMesgs.map(({ heartRate }) => heartRate)).toEqual([...records.heartRate]);
  expect(Float32Array.from(recordMesgs, ({ enhancedSpeed }) => Number(enhancedSpeed))).toEqual(
    records.speed,
  );
  expect(
    Float32Array.from(recordMesgs, ({ enhancedAltitude }) => Number(enhancedAltitude)),
  ).toEqual(records.altitude);
  expect(
    lapMesgs.map(({ wktStepIndex, totalTimerTime }) => [wktStepIndex, totalTimerTime]),
  ).toEqual(laps.map(({ step, timerSeconds }) => [step, timerSeconds]));
  expect(
    workoutStepMesgs.map(({ durationValue, targetValue }) => [durationValue, targetValue]),
  ).toEqual(workout.steps.map(({ durationValue, targetValue }) => [durationValue, targetValue]));
});

test.each([PLAIN, SWAPPED, COMPRESSED])(
  'D1: a run with %o is read as fit-file-parser reads it',
  async (options) => {
    const { bytes, records, laps, startedAt } = read(options);
    const parser = new FitParser({ force: false, mode: 'list', speedUnit: 'm/s', lengthUnit: 'm' });
    const { records: theirs = [], laps: theirLaps = [] } = (await parser.parseAsync(
      Buffer.from(bytes),
    )) as unknown as { records?: Fields[]; laps?: Fields[] };
    const timeOf = ({ timestamp }: Fields) => (timestamp as Date).getTime() / 1000 - startedAt;
    expect(theirs.map(timeOf)).toEqual([...records.time]);
    expect(Float32Array.from(theirs, ({ distance }) => Number(distance))).toEqual(
      Float32Array.from(records.metres),
    );
    expect(theirs.map(({ heart_rate: heartRate }) => heartRate)).toEqual([...records.heartRate]);
    expect(theirLaps).toHaveLength(laps.length);
  },
);
