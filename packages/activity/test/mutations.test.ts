import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readActivity, type ActivityReading } from '../src/index.ts';
import { anyOptions, TEN_MINUTES } from './recordings.ts';
import { writeActivity } from './write-activity.ts';

/** How many damaged files a run makes. A million of them take five minutes. */
const RUNS = Number(process.env['ACTIVITY_RUNS'] ?? 300);
const SEED = Number(process.env['ACTIVITY_SEED'] ?? 20261116);

const short = { ...TEN_MINUTES, records: TEN_MINUTES.records.slice(0, 40) };
const anyFile = anyOptions.map((options) => writeActivity(short, options));

/** Bytes that mean something to the format: headers, sizes, the numbers of messages. */
const HOSTILE_BYTES = [0, 1, 0x0e, 18, 19, 20, 21, 0x40, 0x60, 0x7f, 0x80, 206, 0xc0, 0xff];
const anyByte = fc.oneof(fc.nat(255), fc.constantFrom(...HOSTILE_BYTES));
/** A place in a file of any length. */
const anyPlace = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

type Mutation = (bytes: Uint8Array) => Uint8Array;
const at = (bytes: Uint8Array, place: number) => Math.floor(place * bytes.length);

const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc
    .array(fc.tuple(anyPlace, anyByte), { minLength: 1, maxLength: 20 })
    .map((changes): Mutation => (bytes) => {
      const changed = bytes.slice();
      for (const [place, byte] of changes) changed[at(bytes, place)] = byte;
      return changed;
    }),
  anyPlace.map(
    (place): Mutation =>
      (bytes) =>
        bytes.slice(0, at(bytes, place)),
  ),
  fc.tuple(anyPlace, fc.nat(400)).map(
    ([place, size]): Mutation =>
      (bytes) =>
        joined(bytes.subarray(0, at(bytes, place)), bytes.subarray(at(bytes, place) + size)),
  ),
  fc.tuple(anyPlace, anyPlace, fc.nat(2000)).map(
    ([place, from, size]): Mutation =>
      (bytes) =>
        joined(
          bytes.subarray(0, at(bytes, place)),
          bytes.subarray(at(bytes, from), at(bytes, from) + size),
          bytes.subarray(at(bytes, place)),
        ),
  ),
  fc.tuple(anyFile, anyPlace, anyPlace).map(
    ([other, place, from]): Mutation =>
      (bytes) =>
        joined(bytes.subarray(0, at(bytes, place)), other.subarray(at(other, from))),
  ),
  fc.constantFrom(0, 1, 14, 0xffff, 0x7fffffff, 0xffffffff).map((size): Mutation => (bytes) => {
    const changed = joined(bytes, new Uint8Array(Math.max(0, 8 - bytes.length)));
    new DataView(changed.buffer).setUint32(4, size, true);
    return changed;
  }),
  fc.array(anyByte, { maxLength: 600 }).map(
    (noise): Mutation =>
      (bytes) =>
        joined(bytes.subarray(0, 14), Uint8Array.from(noise)),
  ),
);

test('D1: no damaged file makes the reader throw, and every reading is in order', () => {
  fc.assert(
    fc.property(
      anyFile,
      fc.array(anyMutation, { minLength: 1, maxLength: 3 }),
      (file, mutations) => {
        const bytes = mutations.reduce((mutated, mutate) => mutate(mutated), file as Uint8Array);
        expect(disorderIn(readActivity(bytes), bytes.length)).toBeUndefined();
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
});

function disorderIn(reading: ActivityReading, size: number): string | undefined {
  if (!reading.ok) return undefined;
  const { records, laps, sessions, timer, workout } = reading.activity;
  const rows = records.length + laps.length + sessions.length + timer.length + workout.steps.length;
  // Every message takes a byte, so the reading cannot outgrow the file.
  if (rows > size) return 'more rows than bytes';
  for (let index = 1; index < records.length; index++)
    if (!((records.time[index] ?? 0) > (records.time[index - 1] ?? 0))) return 'time falls';
  return undefined;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}
