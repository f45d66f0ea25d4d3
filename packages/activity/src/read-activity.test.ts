import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createFitWriter } from '../test/fit-writer.ts';
import { anyOptions, anyRecording, TEN_MINUTES } from '../test/recordings.ts';
import { writeActivity } from '../test/write-activity.ts';
import { MAX_ACTIVITY_BYTES, readActivity, type RecordedActivity } from './index.ts';

function read(bytes: Uint8Array): RecordedActivity {
  const reading = readActivity(bytes);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.activity;
}

describe.each([
  { isLittleEndian: true, hasCompressedTimes: false, hasDeveloperFields: false },
  { isLittleEndian: false, hasCompressedTimes: false, hasDeveloperFields: false },
  { isLittleEndian: true, hasCompressedTimes: true, hasDeveloperFields: false },
  { isLittleEndian: false, hasCompressedTimes: true, hasDeveloperFields: true },
])('a run written with %o', (options) => {
  const activity = read(writeActivity(TEN_MINUTES, options));

  test('D1: is read to the centimetre, the beat and the second', () => {
    const { records, problems } = activity;
    expect(problems).toEqual([]);
    expect(records.length).toBe(600);
    expect([...records.time]).toEqual(TEN_MINUTES.records.map(({ time }) => time));
    expect([...records.metres]).toEqual(TEN_MINUTES.records.map(({ metres }) => metres));
    expect(records.speed[17]).toBeCloseTo(3, 5);
    expect(records.heartRate[17]).toBe(147);
    expect(records.altitude[500]).toBeCloseTo(105, 4);
    expect(records.cadence[17]).toBe(171);
    expect(records.power[17]).toEqual(options.hasDeveloperFields ? 250 : NaN);
  });

  test('D2: has its laps with their steps, the workout, the pauses and the zones', () => {
    expect(activity.laps).toMatchObject([
      { start: 0, elapsedSeconds: 300, timerSeconds: 300, metres: 900, step: 0, trigger: 'time' },
      { start: 300, elapsedSeconds: 359.25, timerSeconds: 299.25, step: 1, trigger: 'end' },
    ]);
    expect(activity.sessions).toMatchObject([
      { start: 0, elapsedSeconds: 659.25, timerSeconds: 599.25, metres: 1797, sport: 1, laps: 2 },
    ]);
    expect(activity.workout.name).toBe('Planned');
    expect(activity.workout.steps).toEqual(TEN_MINUTES.steps);
    expect(activity.workout.file).toMatchObject({ serialNumber: 4_000_000_001, type: 5 });
    expect(activity.timer).toEqual(TEN_MINUTES.timer);
    expect(activity.zoneBounds).toEqual(TEN_MINUTES.zoneBounds);
    expect(activity.startedAt).toBe(TEN_MINUTES.startedAt);
    expect(activity.utcOffsetSeconds).toBe(7200);
  });
});

test('D1: any recording that is written is read as it was', () => {
  fc.assert(
    fc.property(anyRecording, anyOptions, (recording, options) => {
      const { records, laps, problems, startedAt, utcOffsetSeconds, distanceSource } = read(
        writeActivity(recording, options),
      );
      const column = (name: 'heartRate' | 'cadence' | 'speed' | 'altitude') =>
        Float32Array.from(recording.records, (moment) => moment[name] ?? NaN);
      expect(problems).toEqual([]);
      expect([startedAt, utcOffsetSeconds]).toEqual([
        recording.startedAt,
        recording.utcOffsetSeconds,
      ]);
      expect([...records.time]).toEqual(recording.records.map(({ time }) => time));
      // With fewer than two distances the run is measured by its speed instead.
      const written = recording.records.map(({ metres }) => metres ?? NaN);
      const isMeasured = written.filter((value) => value > 0).length > 1;
      expect(distanceSource === 'file').toBe(isMeasured);
      expect(isMeasured ? [...records.metres] : written).toEqual(written);
      expect(records.heartRate).toEqual(column('heartRate'));
      expect(records.cadence).toEqual(column('cadence'));
      expect(records.speed).toEqual(column('speed'));
      expect(records.altitude).toEqual(column('altitude'));
      const lapsOf = (list: readonly { start: number; metres: unknown; step: unknown }[]) =>
        list.map(({ start, metres, step }) => ({ start, metres, step }));
      expect(lapsOf(laps)).toEqual(lapsOf(recording.laps));
    }),
    { numRuns: 100 },
  );
});

describe('D3: a run without a distance', () => {
  function positions(): Uint8Array {
    const file = createFitWriter();
    file.define(0, 20, [
      { number: 253, type: 'uint32' },
      { number: 0, type: 'sint32' },
      { number: 1, type: 'sint32' },
    ]);
    // North along a meridian, 3 m each second.
    for (let at = 0; at < 200; at++) {
      const latitude = ((50 + (3 * at) / 111_195) / 180) * 2 ** 31;
      file.write(0, [1_100_000_000 + at, Math.round(latitude), 100_000_000]);
    }
    return file.close();
  }

  test('is measured by its positions, which are not part of the reading', () => {
    const activity = read(positions());
    expect(activity.distanceSource).toBe('positions');
    expect(activity.records.metres[199]).toBeCloseTo(597, 0);
    expect(Object.keys(activity.records).join()).not.toMatch(/lat|long|position/i);
  });

  test('or by its speed', () => {
    const records = TEN_MINUTES.records.map((moment) => ({ ...moment, metres: undefined }));
    const activity = read(writeActivity({ ...TEN_MINUTES, records }));
    expect(activity.distanceSource).toBe('speed');
    // The pause of a minute is not run.
    expect(activity.records.metres[599]).toBeCloseTo(1794, 0);
  });

  test('and without either has none', () => {
    const records = TEN_MINUTES.records.map((moment) => ({
      ...moment,
      metres: undefined,
      speed: undefined,
    }));
    expect(read(writeActivity({ ...TEN_MINUTES, records })).distanceSource).toBe('none');
  });

  test('may have both in three bytes', () => {
    const file = createFitWriter();
    file.define(0, 20, [
      { number: 253, type: 'uint32' },
      { number: 8, type: 'byte', size: 3 },
    ]);
    for (let at = 0; at < 200; at++) {
      // 3 m/s in hundredths, and sixteenths of a metre that wrap around at 4096.
      const [speed, distance] = [300, (at * 3 * 16) & 0xfff];
      const bytes = [speed & 0xff, (speed >> 8) | ((distance & 0x0f) << 4), distance >> 4];
      file.write(0, [1_100_000_000 + at, Uint8Array.from(bytes)]);
    }
    const { records } = read(file.close());
    expect(records.metres[199]).toBe(597);
    expect(records.speed[50]).toBe(3);
  });
});

describe('D1: a damaged file', () => {
  const whole = writeActivity(TEN_MINUTES);

  test('that is cut off anywhere is read up to there', () => {
    let before = 0;
    for (let length = 0; length < whole.length; length += 41) {
      const reading = readActivity(whole.subarray(0, length));
      const { records, problems } = reading.ok
        ? reading.activity
        : { records: { length: 0 }, problems: ['cut-off'] };
      expect(records.length).toBeGreaterThanOrEqual(before);
      expect(problems).toContain('cut-off');
      before = records.length;
    }
    expect(before).toBe(600);
  });

  test('of a watch that lost power states no size', () => {
    const bytes = whole.slice();
    new DataView(bytes.buffer).setUint32(4, 0, true);
    expect(read(bytes).records.length).toBe(600);
    expect(read(bytes).problems).toContain('cut-off');
  });

  test.each([
    ['in a message', whole.length - 40, 'checksum'],
    ['in the header', 3, 'header-checksum'],
  ])('with one wrong bit %s says so', (_, at, problem) => {
    const bytes = whole.slice();
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(read(bytes).problems).toContain(problem);
  });

  test('with a message of no known layout is read up to it', () => {
    const file = createFitWriter();
    file.define(0, 20, [
      { number: 253, type: 'uint32' },
      { number: 3, type: 'uint8' },
    ]);
    file.write(0, [1_100_000_000, 140]);
    file.write(7, []);
    file.write(0, [1_100_000_001, 140]);
    const { records, problems } = read(file.close());
    expect(records.length).toBe(1);
    expect(problems).toEqual(['unknown-layout']);
  });

  test('with something else behind it says so', () => {
    const { records, problems } = read(concatenated(whole, Uint8Array.of(1, 2, 3)));
    expect(records.length).toBe(600);
    expect(problems).toEqual(['trailing-bytes']);
  });
});

test('D1: files one behind the other are one activity', () => {
  const settings = createFitWriter();
  settings.define(0, 0, [{ number: 0, type: 'enum' }]);
  settings.write(0, [2]);
  const { records, identity, problems } = read(
    concatenated(settings.close(), writeActivity(TEN_MINUTES)),
  );
  expect(records.length).toBe(600);
  expect(identity.type).toBe(4);
  expect(problems).toEqual([]);
});

test('D1: records out of order, in the same second, or years away are sorted, merged and left out', () => {
  const file = createFitWriter();
  file.define(0, 20, [
    { number: 253, type: 'uint32' },
    { number: 5, type: 'uint32' },
    { number: 3, type: 'uint8' },
  ]);
  const start = 1_100_000_000;
  file.write(0, [start - 400_000_000, 0, 90]);
  for (const [at, centimetres, heartRate] of [
    [3, 900, 143],
    [1, 300, 141],
    [2, 600, undefined],
    [2, undefined, 142],
    [4, 1200, 0],
  ] as const)
    file.write(0, [start + at, centimetres, heartRate]);
  const { records, problems } = read(file.close());
  expect([...records.time]).toEqual([0, 1, 2, 3]);
  expect([...records.metres]).toEqual([3, 6, 9, 12]);
  expect([...records.heartRate]).toEqual([141, 142, 143, NaN]);
  expect(problems).toEqual(['time-jump']);
});

describe('D1: other files are refused with a reason', () => {
  const workout = createFitWriter();
  workout.define(0, 0, [{ number: 0, type: 'enum' }]);
  workout.write(0, [5]);
  const activity = createFitWriter();
  activity.define(0, 0, [{ number: 0, type: 'enum' }]);
  activity.write(0, [4]);

  test.each([
    ['nothing', new Uint8Array(0), 'not-fit'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'not-fit'],
    ['a workout', workout.close(), 'not-an-activity'],
    ['an activity without a record', activity.close(), 'nothing-recorded'],
    ['a file larger than any watch writes', new Uint8Array(MAX_ACTIVITY_BYTES + 1), 'too-big'],
  ])('%s', (_, bytes, reason) => {
    expect(readActivity(bytes)).toEqual({ ok: false, reason });
  });
});

function concatenated(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
