// D9: a run that may have been a race. A question to the athlete: a watch does not measure a course.

import { RACE_DISTANCES, raceTime, readRace, vdotFromRace } from '@pacewright/pace';

import { STOPPED_SPEED, type Run } from './run.ts';

export type RaceOffer = {
  /** The length of the race, not the distance that the watch measured. */
  distance: number;
  /** By the clock, because a race does not stop for a shoelace. */
  timeInSeconds: number;
  vdot: number;
};

/** Watches measure most races a little long. */
const SHARE = { min: 0.985, max: 1.03 } as const;
const MAX_STOPPED_SECONDS = 20;
const MAX_PAUSED_SECONDS = 30;
const MAX_DROP = 0.005;
/** Of the predicted effort. */
const MIN_EFFORT = 0.96;
/** Of the mean speed; a workout is fast and slow in turns. */
const MAX_SPREAD = 0.12;
const MIN_METRES = 1500;
const MAX_DAYS_AGO = 14;
/** The first altitude of a watch is often wrong. */
const SETTLED_SECONDS = 30;

export type RaceQuestion = {
  /** Undefined without a race so far. */
  vdot: number | undefined;
  daysAgo: number;
  isPlannedWorkout: boolean;
};

export function offerRace(
  run: Run,
  { vdot, daysAgo, isPlannedWorkout }: RaceQuestion,
): RaceOffer | undefined {
  const { metres, speed, altitude, pauses, seconds, clock } = run;
  if (!metres || !speed || isPlannedWorkout || daysAgo > MAX_DAYS_AGO || daysAgo < 0)
    return undefined;
  const total = metres[seconds] ?? 0;
  const race = RACE_DISTANCES.find(
    ({ metres: length }) =>
      length >= MIN_METRES && total >= SHARE.min * length && total <= SHARE.max * length,
  );
  if (!race) return undefined;

  const stopped = speed.reduce((sum, here) => sum + (here < STOPPED_SPEED ? 1 : 0), 0);
  const paused = pauses.reduce((sum, pause) => sum + pause.seconds, 0);
  if (stopped > MAX_STOPPED_SECONDS || paused > MAX_PAUSED_SECONDS) return undefined;
  if (altitude && dropOf(altitude) / total > MAX_DROP) return undefined;
  if (spreadOf(metres, seconds) > MAX_SPREAD) return undefined;

  const timeInSeconds = Math.round(clock[seconds] ?? seconds);
  if (!readRace({ distance: race.metres, timeInSeconds }).ok) return undefined;
  if (vdot !== undefined && raceTime(vdot, race.metres) / timeInSeconds < MIN_EFFORT)
    return undefined;
  return {
    distance: race.metres,
    timeInSeconds,
    vdot: vdotFromRace(race.metres, timeInSeconds),
  };
}

function dropOf(altitude: Float32Array): number {
  const known = altitude.filter((height) => !Number.isNaN(height));
  const first = known[SETTLED_SECONDS] ?? known[0] ?? 0;
  return first - (known.at(-1) ?? first);
}

/** The largest difference of a tenth of the distance from the mean speed, as a share of it. */
function spreadOf(metres: Float64Array, seconds: number): number {
  const total = metres[seconds] ?? 0;
  const mean = total / seconds;
  let [second, before, spread] = [0, 0, 0];
  for (let part = 1; part <= 10; part++) {
    while (second < seconds && (metres[second] ?? 0) < (total * part) / 10) second++;
    const speed = total / 10 / Math.max(1, second - before);
    spread = Math.max(spread, Math.abs(speed / mean - 1));
    before = second;
  }
  return spread;
}
