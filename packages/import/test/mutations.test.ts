import { MAX_GROWTH, measureGrowth } from '@pacewright/growth';
import { readScript } from '@pacewright/script';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readImport, readPasted, readZip, type ImportReading } from '../src/index.ts';
import { BOMBS } from './bombs.ts';
import { IMPORT_RUNS, SEED } from './runs.ts';
import { SAMPLES } from './samples.ts';

/** How many damaged files a run makes of each format. */
const RUNS = IMPORT_RUNS;
const OPTIONS = { units: 'metric' } as const;

/** Bytes that mean something to one of the formats. */
const HOSTILE_BYTES = [
  0, 1, 5, 6, 0x0a, 0x22, 0x26, 0x2c, 0x2d, 0x3c, 0x3e, 0x5b, 0x7b, 0x80, 0xff,
];
const HOSTILE_TEXTS = [
  '<!DOCTYPE a>',
  '&x;',
  '<![CDATA[',
  '1e999',
  'null',
  '99999999999',
  '{',
  '[',
  '"',
  '\n',
  'x',
  '/km',
  '%',
];
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
  fc.tuple(anyPlace, fc.nat(200)).map(
    ([place, size]): Mutation =>
      (bytes) =>
        joined(bytes.subarray(0, at(bytes, place)), bytes.subarray(at(bytes, place) + size)),
  ),
  fc.tuple(anyPlace, anyPlace, fc.nat(1000)).map(
    ([place, from, size]): Mutation =>
      (bytes) =>
        joined(
          bytes.subarray(0, at(bytes, place)),
          bytes.subarray(at(bytes, from), at(bytes, from) + size),
          bytes.subarray(at(bytes, place)),
        ),
  ),
  fc.tuple(anyPlace, fc.array(fc.constantFrom(...HOSTILE_TEXTS), { maxLength: 8 })).map(
    ([place, texts]): Mutation =>
      (bytes) =>
        joined(
          bytes.subarray(0, at(bytes, place)),
          new TextEncoder().encode(texts.join('')),
          bytes.subarray(at(bytes, place)),
        ),
  ),
);

test.each(Object.entries(SAMPLES))('no damaged file makes the reader throw: %s', (name, sample) => {
  fc.assert(
    fc.property(fc.array(anyMutation, { minLength: 1, maxLength: 3 }), (mutations) => {
      const bytes = mutations.reduce((mutated, mutate) => mutate(mutated), sample);
      const reading = readImport(bytes, OPTIONS);
      expect(reading).toHaveProperty('ok');
      expectValid(reading, name);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});

/** A file of steps gives scripts without mistakes. Text may have some, each with its fixes. */
function expectValid(reading: ImportReading, name: string): void {
  if (!reading.ok) {
    if (!/[.?]$/.test(reading.reason)) throw new Error(reading.reason);
    return;
  }
  const isSteps = ['fit', 'apple', 'tcx', 'zwo', 'json', 'intervals-text'].includes(reading.format);
  for (const { script, title, notes } of reading.workouts) {
    expect(title).not.toBe('');
    expect(script.isWellFormed() && title.isWellFormed() && notes.isWellFormed()).toBe(true);
    expect(script.includes('\0') || title.includes('\0') || notes.includes('\0')).toBe(false);
    if (!isSteps || name === 'export') continue;
    const errors = readScript(script).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => `${code} in ${script}`)).toEqual([]);
  }
}

test.each(BOMBS)('a bomb of twice the size takes about twice the time: $name', async (bomb) => {
  const growth = await measureGrowth({ ...bomb, work: (text) => readPasted(text, OPTIONS) });
  expect(growth).toBeLessThan(MAX_GROWTH);
});

test('no damaged archive makes the reader throw', async () => {
  const archive = await zipOf({
    'a.fit': SAMPLES['fit'] ?? new Uint8Array(),
    'b.txt': new Uint8Array(5000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyMutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      const reading = await readZip(
        mutations.reduce((mutated, mutate) => mutate(mutated), archive),
      );
      expect(reading).toHaveProperty('ok');
    }),
    { numRuns: Math.min(RUNS, 20_000), seed: SEED, endOnFailure: true },
  );
});

test('an archive that unpacks to more than its limit is refused, whatever sizes it states', async () => {
  const archive = await zipOf({
    'bomb.txt': new Uint8Array(30_000_000),
    'small.txt': new Uint8Array(10),
  });
  expect(archive.length).toBeLessThan(100_000);
  const reading = await readZip(archive);
  expect(reading).toMatchObject({
    ok: true,
    files: [{ name: 'small.txt' }],
    skipped: [{ what: 'bomb.txt', why: 'too large' }],
  });
  const three = { a: new Uint8Array(19e6), b: new Uint8Array(19e6), c: new Uint8Array(19e6) };
  expect(await readZip(await zipOf(three))).toMatchObject({ ok: false });
});

/** A deflated archive whose directory states a size of 1. */
async function zipOf(
  files: Record<string, Uint8Array<ArrayBuffer> | Uint8Array>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const stream = new Blob([content.slice()])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw'));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    const path = new TextEncoder().encode(name);
    const common = numbers(
      [2, 20],
      [2, 0],
      [2, 8],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, packed.length],
      [4, 1],
      [2, path.length],
      [2, 0],
    );
    const file = joined(numbers([4, 0x04034b50]), common, path, packed);
    directory.push(
      joined(
        numbers([4, 0x02014b50], [2, 20]),
        common,
        numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
        path,
      ),
    );
    parts.push(file);
    offset += file.length;
  }
  const entries = joined(...directory);
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, directory.length],
    [2, directory.length],
    [4, entries.length],
    [4, offset],
    [2, 0],
  );
  return joined(...parts, entries, end);
}

function numbers(...values: [size: 2 | 4, value: number][]): Uint8Array {
  const bytes = values.flatMap(([size, value]) =>
    Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256),
  );
  return Uint8Array.from(bytes);
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
