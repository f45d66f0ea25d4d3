import { describe, expect, test } from 'vitest';

import { MAX_ACTIVITY_BYTES, readActivity, type RecordedActivity } from '../src/index.ts';

/** A limit against time that grows without bound, not a figure to reach. */
const MAX_CPU_MILLISECONDS = 10_000;

describe('D1: the worst files of the largest size are read in bounded time and memory', () => {
  const define = (local: number, message: number, ...fields: number[]) => [
    0x40 | local,
    0,
    0,
    message & 255,
    message >> 8,
    fields.length / 3,
    ...fields,
  ];
  const timestamp = [253, 4, 0x86];

  test.each<[string, number[], (index: number) => number[]]>([
    ['records without a byte', define(0, 20), () => [0]],
    [
      'compressed records without a byte',
      [...define(0, 18, ...timestamp), 0, 0, 0, 0, 0x40, ...define(1, 20)],
      (index) => [0xa0 | (index & 31)],
    ],
    ['laps without a byte', define(0, 19), () => [0]],
    ['definitions', [], () => define(0, 20)],
    [
      'records that are each defined differently',
      [],
      (index) => [
        ...define(0, 20, ...timestamp, index & 127, 1, 2, (index >> 7) & 127, 1, 2),
        0,
        index & 255,
        (index >> 8) & 255,
        0,
        0x40,
        7,
        7,
      ],
    ],
    ['long names', define(0, 27, 0, 255, 7), () => [0, ...Array.from({ length: 255 }, () => 65)]],
    [
      'events',
      define(0, 21, ...timestamp, 0, 1, 0, 1, 1, 0),
      (index) => [0, index & 255, (index >> 8) & 255, (index >> 16) & 255, 0x40, 0, 0],
    ],
    [
      'records in falling order',
      define(0, 20, ...timestamp),
      (index) => [0, 255 - (index & 255), 255 - ((index >> 8) & 255), 255 - (index >> 16), 0x40],
    ],
  ])('%s', (_, start, message) => {
    const bytes = fullFile(start, message);
    const before = process.cpuUsage();
    const reading = readActivity(bytes);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(MAX_CPU_MILLISECONDS);
    const sizes = reading.ok ? sizesOf(reading.activity) : { records: 0, rows: 0 };
    expect(sizes.records).toBeLessThanOrEqual(500_000);
    expect(sizes.rows).toBeLessThanOrEqual(10_000);
  });

  function sizesOf({ records, laps, timer, workout }: RecordedActivity) {
    const rows = Math.max(laps.length, timer.length, workout.steps.length);
    return { records: records.length, rows };
  }

  function fullFile(start: readonly number[], message: (index: number) => number[]): Uint8Array {
    const bytes = new Uint8Array(MAX_ACTIVITY_BYTES);
    bytes.set([14, 0x20, 0, 0, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0, ...start]);
    let place = 14 + start.length;
    for (let index = 0; ; index++) {
      const next = message(index);
      if (place + next.length > bytes.length) return bytes;
      bytes.set(next, place);
      place += next.length;
    }
  }
});
