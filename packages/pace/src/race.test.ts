import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkRaceDate,
  isValidRange,
  PACE_KEYS,
  raceName,
  RACE_DISTANCES,
  readRace,
  suggestTime,
  type RaceReading,
  type TrainingPaces,
} from './index.ts';

test('19:57 over 5 km gives a VDOT, five ranges and equivalent times', () => {
  const reading = accepted(readRace({ distance: 5000, timeInSeconds: 1197 }));

  expect(reading.vdot).toBeCloseTo(49.9522, 4);
  expect(reading.trainingPaces.T.from).toBeCloseTo(3.854, 3);
  expect(reading.warnings).toEqual([]);
  expect(reading.equivalents.map(({ distance }) => raceName(distance))).toEqual([
    '1500 m',
    'Mile',
    '3 km',
    '5 km',
    '10 km',
    '15 km',
    'Half marathon',
    'Marathon',
  ]);
});

test('the raced distance keeps its own time', () => {
  const marathon = { distance: 42_195, timeInSeconds: 17_357 };
  expect(accepted(readRace(marathon)).equivalents.at(-1)).toEqual(marathon);

  const mile = { distance: 1609.34, timeInSeconds: 350 };
  const miles = accepted(readRace(mile)).equivalents.filter(
    ({ distance }) => raceName(distance) === 'Mile',
  );
  expect(miles).toEqual([mile]);
});

test('a race over a custom distance is listed among the equivalent ones', () => {
  const { equivalents } = accepted(readRace({ distance: 7400, timeInSeconds: 1900 }));
  const distances = equivalents.map(({ distance }) => distance);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(equivalents).toContainEqual({ distance: 7400, timeInSeconds: 1900 });
});

test.each([
  ['below 800 m', 799, 150, 'distance_invalid', 'distance'],
  ['beyond 100 km', 100_001, 40_000, 'distance_invalid', 'distance'],
  ['no distance', Number.NaN, 1200, 'distance_invalid', 'distance'],
  ['an endless distance', Number.POSITIVE_INFINITY, 1200, 'distance_invalid', 'distance'],
  ['no time', 5000, 0, 'time_invalid', 'timeInSeconds'],
  ['a negative time', 5000, -60, 'time_invalid', 'timeInSeconds'],
  ['more than a day', 100_000, 86_401, 'time_invalid', 'timeInSeconds'],
  ['not a time', 5000, Number.NaN, 'time_invalid', 'timeInSeconds'],
  ['a marathon of 3:45 minutes', 42_195, 225, 'faster_than_record', 'timeInSeconds'],
  ['5 miles in a 5 km time', 8046.72, 1170, 'faster_than_record', 'timeInSeconds'],
  ['a walk', 5000, 3200, 'too_slow', 'timeInSeconds'],
  ['a stroll slower than the formula knows', 5000, 86_400, 'too_slow', 'timeInSeconds'],
] as const)('%s is refused, with the field', (_, distance, timeInSeconds, code, field) => {
  expect(readRace({ distance, timeInSeconds })).toMatchObject({ ok: false, code, field });
});

test('every refusal has a message with a next step', () => {
  expect(readRace({ distance: 1, timeInSeconds: 1 })).toMatchObject({
    message: 'Enter a race distance between 800 m and 100 km',
  });
  expect(readRace({ distance: 5000, timeInSeconds: 0 })).toMatchObject({
    message: 'Enter a time like 24:31 or 1:45:00',
  });
  expect(readRace({ distance: 5000, timeInSeconds: 600 })).toMatchObject({
    message: 'That’s faster than the world record. Check the distance and time',
  });
  expect(readRace({ distance: 5000, timeInSeconds: 4000 })).toMatchObject({
    message: 'This result is too slow for the formula. Set your paces by hand',
  });
});

test.each([
  [800, 100.91],
  [1000, 131.96],
  [1500, 206],
  [3000, 437.55],
  [5000, 755.36],
  [10_000, 1571],
  [21_097.5, 3440],
  [42_195, 7170],
])('the record over %d m is accepted', (distance, timeInSeconds) => {
  expect(readRace({ distance, timeInSeconds }).ok).toBe(true);
});

test.each([
  ['a slow race', 5000, 1900, ['below_table']],
  ['a short race', 800, 150, ['short_race']],
  ['a 1500 m under 3:30', 1500, 209, ['short_race']],
  ['an ultra', 50_000, 14_000, ['long_race']],
  ['a marathon of five hours', 42_195, 18_000, ['below_table', 'long_race']],
  ['a half marathon', 21_097.5, 5495, []],
] as const)('%s gets a warning', (_, distance, timeInSeconds, warnings) => {
  expect(accepted(readRace({ distance, timeInSeconds })).warnings).toEqual(warnings);
});

test('any input is either refused with a message or gives paces that can be saved', () => {
  const anyRace = fc.record({ distance: fc.double(), timeInSeconds: fc.double() });
  const likelyRace = fc
    .tuple(
      fc.double({ min: 800, max: 100_000, noNaN: true }),
      fc.double({ min: 1.2, max: 8, noNaN: true }),
    )
    .map(([distance, speed]) => ({ distance, timeInSeconds: distance / speed }));

  fc.assert(
    fc.property(fc.oneof(anyRace, likelyRace), (race) => {
      const reading = readRace(race);
      expect(reading.ok ? canBeSaved(reading.trainingPaces) : reading.message).toBeTruthy();
    }),
  );
});

test('hours typed as minutes, or minutes as hours, are suggested', () => {
  expect(suggestTime({ distance: 42_195, timeInSeconds: 3 * 60 + 45 })).toBe(3 * 3600 + 45 * 60);
  expect(suggestTime({ distance: 5000, timeInSeconds: 19 * 3600 + 57 * 60 })).toBe(1197);
  expect(suggestTime({ distance: 5000, timeInSeconds: 600 })).toBeUndefined();
});

test('a race is run on a day between 1900 and today', () => {
  expect(checkRaceDate('2026-11-16', '2026-11-16')).toBeUndefined();
  expect(checkRaceDate('2026-11-17', '2026-11-16')).toBe('That date is in the future');
  expect(checkRaceDate('0026-11-16', '2026-11-16')).toBe('Enter the race date, 1900 or later');
  expect(checkRaceDate('', '2026-11-16')).toBe('Enter the race date, 1900 or later');
});

test('the list of equivalent races has every accepted distance up to the marathon', () => {
  expect(RACE_DISTANCES.at(0)?.metres).toBe(800);
  expect(RACE_DISTANCES.at(-1)?.metres).toBe(100_000);
  expect(readRace({ distance: 100_000, timeInSeconds: 10 * 3600 }).ok).toBe(true);
});

test('a distance has the name that runners use', () => {
  expect(raceName(21_097.5)).toBe('Half marathon');
  expect(raceName(1609.34)).toBe('Mile');
  expect(raceName(7400)).toBe('7.4 km');
  expect(new Set(RACE_DISTANCES.map(({ metres }) => raceName(metres))).size).toBe(
    RACE_DISTANCES.length,
  );
});

function accepted(reading: RaceReading) {
  if (!reading.ok) throw new Error(reading.message);
  return reading;
}

function canBeSaved(paces: TrainingPaces): boolean {
  return PACE_KEYS.every((key) => isValidRange(paces[key]));
}
