import { trainingPaces, raceTime, vdotFromRace } from './vdot.ts';
import type { TrainingPaces } from './training-paces.ts';

/** A time over a distance, with the API's names. Metres and seconds. */
export type RaceResult = { distance: number; timeInSeconds: number };

export type RaceReading =
  | {
      ok: true;
      vdot: number;
      trainingPaces: TrainingPaces;
      /** Equivalent times over other distances, the shortest first, with the race itself among them. */
      equivalents: RaceResult[];
      warnings: RaceWarning[];
    }
  | { ok: false; code: RaceRefusal; field: keyof RaceResult; message: string };

export const RACE_REFUSALS = {
  distance_invalid: 'Enter a race distance between 800 m and 100 km',
  time_invalid: 'Enter a time like 24:31 or 1:45:00',
  faster_than_record: 'That’s faster than the world record. Check the distance and time',
  too_slow: 'This result is too slow for the formula. Set your paces by hand',
} as const;

export type RaceRefusal = keyof typeof RACE_REFUSALS;

export const RACE_WARNINGS = {
  below_table: 'Below the published tables, so paces are estimates',
  short_race: 'Short races overestimate your endurance. Use 3 km or longer if you can',
  long_race: 'Long races underestimate your speed. Use 5 km to a half marathon if you can',
} as const;

export type RaceWarning = keyof typeof RACE_WARNINGS;

/** Common race distances in metres, with their names. */
export const RACE_DISTANCES = [
  { metres: 800, name: '800 m' },
  { metres: 1000, name: '1000 m' },
  { metres: 1500, name: '1500 m' },
  { metres: 1600, name: '1600 m' },
  { metres: 1609.344, name: 'Mile' },
  { metres: 2000, name: '2000 m' },
  { metres: 3000, name: '3 km' },
  { metres: 3200, name: '3200 m' },
  { metres: 3218.688, name: '2 miles' },
  { metres: 4000, name: '4 km' },
  { metres: 4828.032, name: '3 miles' },
  { metres: 5000, name: '5 km' },
  { metres: 8000, name: '8 km' },
  { metres: 8046.72, name: '5 miles' },
  { metres: 10_000, name: '10 km' },
  { metres: 15_000, name: '15 km' },
  { metres: 16_093.44, name: '10 miles' },
  { metres: 20_000, name: '20 km' },
  { metres: 21_097.5, name: 'Half marathon' },
  { metres: 25_000, name: '25 km' },
  { metres: 30_000, name: '30 km' },
  { metres: 42_195, name: 'Marathon' },
  { metres: 50_000, name: '50 km' },
  { metres: 80_467.2, name: '50 miles' },
  { metres: 100_000, name: '100 km' },
] as const;

/** The distances of equivalent times. None beyond the marathon: the formulae end there. */
const EQUIVALENT_METRES = [1500, 1609.344, 3000, 5000, 10_000, 15_000, 21_097.5, 42_195];

/** Validates a race result and derives VDOT, training paces and equivalent times from it. */
export function readRace({ distance, timeInSeconds }: RaceResult): RaceReading {
  const isDistance = distance >= 800 && distance <= 100_000;
  if (!isDistance) return refuse('distance_invalid', 'distance');
  const isTime = timeInSeconds > 0 && timeInSeconds <= 86_400;
  if (!isTime) return refuse('time_invalid', 'timeInSeconds');

  const vdot = vdotFromRace(distance, timeInSeconds);
  // The margin allows for records newer than the table below; the second check covers larger differences.
  if (timeInSeconds < 0.98 * recordSeconds(distance) || vdot > 90)
    return refuse('faster_than_record', 'timeInSeconds');
  if (vdot < 15) return refuse('too_slow', 'timeInSeconds');

  return {
    ok: true,
    vdot,
    trainingPaces: trainingPaces(vdot),
    equivalents: equivalentsOf({ distance, timeInSeconds }, vdot),
    warnings: warningsOf({ distance, timeInSeconds }, vdot),
  };
}

/**
 * A time that the athlete may have meant: hours typed as minutes (3:45 for a marathon of 3:45:00), or minutes
 * as hours. Undefined unless it would be accepted.
 */
export function suggestTime({ distance, timeInSeconds }: RaceResult): number | undefined {
  return [timeInSeconds * 60, timeInSeconds / 60].find(
    (seconds) => Number.isInteger(seconds) && readRace({ distance, timeInSeconds: seconds }).ok,
  );
}

/** The message for an invalid day of a race. Days are written as 2026-11-16. */
export function checkRaceDate(racedOn: string, today: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(racedOn) || racedOn < '1900-01-01')
    return 'Enter the race date, 1900 or later';
  return racedOn > today ? 'That date is in the future' : undefined;
}

/** "Half marathon", or a custom distance as "7.4 km". */
export function raceName(metres: number): string {
  const standard = RACE_DISTANCES.find((race) => isSameDistance(race.metres, metres));
  if (standard) return standard.name;
  return `${Number((metres / 1000).toFixed(2))} km`;
}

function refuse(code: RaceRefusal, field: keyof RaceResult): RaceReading {
  return { ok: false, code, field, message: RACE_REFUSALS[code] };
}

function equivalentsOf(race: RaceResult, vdot: number): RaceResult[] {
  const others = EQUIVALENT_METRES.filter((metres) => !isSameDistance(metres, race.distance));
  // The race keeps its own time: predicted from its VDOT it would be seconds off.
  return [
    race,
    ...others.map((metres) => ({ distance: metres, timeInSeconds: raceTime(vdot, metres) })),
  ].sort((a, b) => a.distance - b.distance);
}

function warningsOf({ distance, timeInSeconds }: RaceResult, vdot: number): RaceWarning[] {
  const warnings: RaceWarning[] = [];
  if (vdot < 30) warnings.push('below_table');
  // The sustainable share was measured in races of about 3.5 minutes to 4 hours.
  if (timeInSeconds < 210 || distance < 1500) warnings.push('short_race');
  if (timeInSeconds > 4 * 3600 || distance > 42_195) warnings.push('long_race');
  return warnings;
}

/** A mile is a mile whether it was typed as 1609, 1609.34 or 1609.344 m. */
function isSameDistance(a: number, b: number): boolean {
  return Math.abs(a - b) < 1;
}

/** Metres and the fastest time of a man in seconds. */
const RECORDS = [
  [800, 100.91], // Rudisha 2012
  [1000, 131.96], // Ngeny 1999
  [1500, 206], // El Guerrouj 1998
  [1609.344, 223.13], // El Guerrouj 1999
  [2000, 283.13], // Ingebrigtsen 2023
  [3000, 437.55], // Ingebrigtsen 2024
  [3218.688, 474.1], // Ingebrigtsen 2023
  [5000, 755.36], // Cheptegei 2020
  [10_000, 1571], // Cheptegei 2020
  [15_000, 2387], // Kiplimo 2025, a split
  [21_097.5, 3440], // Kiplimo 2026
  [42_195, 7170], // Sawe 2026
  // Not a record: the marathon above, stretched by Riegel's 1.06.
  [100_000, 17_895],
] as const;

/** The record over any distance, interpolated between the records on a log-log line. */
function recordSeconds(metres: number): number {
  const [shorter, shorterSeconds] = RECORDS.findLast(([at]) => at <= metres) ?? RECORDS[0];
  const next = RECORDS.find(([at]) => at > metres);
  if (!next) return shorterSeconds;

  const [longer, longerSeconds] = next;
  const share = Math.log(metres / shorter) / Math.log(longer / shorter);
  return shorterSeconds * (longerSeconds / shorterSeconds) ** share;
}
