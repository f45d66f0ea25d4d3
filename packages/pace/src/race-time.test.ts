import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRaceTime, RACE_DISTANCES, readRace, readRaceTime } from './index.ts';

const [MILE, FIVE_K, TEN_K, HALF, MARATHON] = [1609.344, 5000, 10_000, 21_097.5, 42_195];

test.each([
  ['19:57', FIVE_K, 1197],
  [' 19:57 ', FIVE_K, 1197],
  ['1:31:35', HALF, 5495],
  ['01:31:35', HALF, 5495],
  ['1:5:30', TEN_K, 3930],
  ['75:30', TEN_K, 4530],
  ['3:43.13', MILE, 223.13],
  ['1:45', 800, 105],
])('%s over %d m is read as typed', (text, distance, seconds) => {
  expect(readRaceTime(text, distance)).toEqual({ ok: true, seconds });
});

test.each([
  ['1:45', HALF, '1:45:00'],
  ['3:45', MARATHON, '3:45:00'],
  ['2:05', MARATHON, '2:05:00'],
  ['45', TEN_K, '45:00'],
  ['4', MARATHON, '4:00:00'],
  ['2431', FIVE_K, '24:31'],
  ['24 31', FIVE_K, '24:31'],
  ['24.31', FIVE_K, '24:31'],
  ['24,31', FIVE_K, '24:31'],
  ['24.5', FIVE_K, '24:30'],
  ['1.45', HALF, '1:45:00'],
  ['1.45.30', HALF, '1:45:30'],
  ['1 45 30', HALF, '1:45:30'],
  ['1:45.30', HALF, '1:45:30'],
  ['14530', HALF, '1:45:30'],
  ['405', MILE, '4:05'],
  ['4h05', MARATHON, '4:05:00'],
  ['4 h 5 min', MARATHON, '4:05:00'],
  ['1h45', HALF, '1:45:00'],
  ['1H45M30S', HALF, '1:45:30'],
  ['24m31', FIVE_K, '24:31'],
  ['24’31”', FIVE_K, '24:31'],
  ['24 min', FIVE_K, '24:00'],
])('%s over %d m is read as %s, with a message', (text, distance, readAs) => {
  expect(readRaceTime(text, distance)).toMatchObject({ ok: true, readAs });
});

test.each([
  ['145', HALF, 'Did you mean 2:25:00 or 1:45:00?', [8700, 6300]],
  ['405', MARATHON, 'Did you mean 6:45:00 or 4:05:00?', [24_300, 14_700]],
  ['130', HALF, 'Did you mean 2:10:00 or 1:30:00?', [7800, 5400]],
])('%s over %d m has two meanings, and both are offered', (text, distance, message, choices) => {
  expect(readRaceTime(text, distance)).toEqual({ ok: false, message, choices });
});

test.each(['', '19:5', '19:60', '1:60:00', '1h75', 'fast', '1:2:3:4:5', '-19:57', '9'.repeat(400)])(
  '"%s" is no time',
  (text) => {
    expect(readRaceTime(text, FIVE_K)).toEqual({
      ok: false,
      message: 'Enter a time like 24:31 or 1:45:00',
      choices: [],
    });
  },
);

test('a time that is impossible over the distance is read as typed, and refused later', () => {
  expect(readRaceTime('12:00', FIVE_K)).toEqual({ ok: true, seconds: 720 });
  expect(readRaceTime('3:00:00', FIVE_K)).toEqual({ ok: true, seconds: 10_800 });
});

test('a time is written to the second, with hours only when there are any', () => {
  expect(formatRaceTime(1196.6)).toBe('19:57');
  expect(formatRaceTime(3599.7)).toBe('1:00:00');
  expect(formatRaceTime(5495)).toBe('1:31:35');
  expect(formatRaceTime(9)).toBe('0:09');
});

test('every possible time over its distance survives being written and read', () => {
  const distances = RACE_DISTANCES.map(({ metres }) => metres);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 86_400 }),
      fc.constantFrom(...distances),
      (seconds, distance) => {
        if (!readRace({ distance, timeInSeconds: seconds }).ok) return;
        expect(readRaceTime(formatRaceTime(seconds), distance)).toEqual({ ok: true, seconds });
      },
    ),
    { numRuns: 2000 },
  );
});

test('any text is a finite time or gets a message', () => {
  const typed = fc.string({
    unit: fc.constantFrom(...'0123456789:., hms\'"'.split('')),
    maxLength: 24,
  });
  fc.assert(
    fc.property(fc.oneof(typed, fc.string()), fc.double(), (text, distance) => {
      const reading = readRaceTime(text, distance);
      expect(reading.ok ? Number.isFinite(reading.seconds) : reading.message).toBeTruthy();
    }),
    { numRuns: 5000 },
  );
});
