import type { TrainingPaces } from './training-paces.ts';

// Sources of the formulae and constants are in docs/pace-maths.md. Inside this file speeds are m/min, times are
// minutes and oxygen is ml/kg/min, as the formulae were published.

const MARATHON_METRES = 42_195;

/** The range of VDOT with training paces. Far below it the formulae give no range at all. */
export const MIN_VDOT = 10;
export const MAX_VDOT = 100;

/**
 * The VDOT of a race: the oxygen cost of its speed, divided by the share that can be sustained for its time.
 */
export function vdotFromRace(metres: number, seconds: number): number {
  const minutes = seconds / 60;
  return oxygenCost(enduranceMetres(metres) / minutes) / sustainableShare(minutes);
}

/** The predicted time over a distance, in seconds. */
export function raceTime(vdot: number, metres: number): number {
  const distance = enduranceMetres(metres);
  // The time is between those at the share of a sprint and of an endless run.
  let tooShort = distance / speedAtOxygen(vdot * sustainableShare(0));
  let tooLong = distance / speedAtOxygen(vdot * sustainableShare(Infinity));
  // 60 bisections are below the precision of a double.
  for (let step = 0; step < 60; step++) {
    const minutes = (tooShort + tooLong) / 2;
    if (distance / minutes > speedAtOxygen(vdot * sustainableShare(minutes))) tooShort = minutes;
    else tooLong = minutes;
  }
  return ((tooShort + tooLong) / 2) * 60;
}

/** The five training ranges of a VDOT, in m/s. */
export function trainingPaces(vdot: number): TrainingPaces {
  const interval = speedAtOxygen(0.975 * vdot);
  const E = {
    from: speedAtOxygen(0.63 * vdot) / 60,
    to: speedAtOxygen(0.7475 * vdot - 0.78) / 60,
  };
  // Only below VDOT 18.6 do two ranges meet; there the faster one starts where the slower one ends.
  const M = rangeAround(marathonSpeed(vdot), 0.015, E.to);
  const T = rangeAround(speedAtOxygen(0.88 * vdot), 0.015, M.to);
  const I = rangeAround(interval, 0.02, T.to);
  const R = rangeAround(repetitionSpeed(vdot, interval), 0.02, I.to);
  return { E, M, T, I, R };
}

function rangeAround(metresPerMinute: number, width: number, atLeast: number) {
  const speed = metresPerMinute / 60;
  return { from: Math.max(speed * (1 - width), atLeast), to: speed * (1 + width) };
}

/** The predicted marathon speed, reduced for slower runners, who run much longer. */
function marathonSpeed(vdot: number): number {
  const predicted = MARATHON_METRES / (raceTime(vdot, MARATHON_METRES) / 60);
  // Two lines that cross at VDOT 30; the higher one is used, so there is no step between them.
  return Math.min(predicted, speedAtOxygen(Math.max(0.8825 * vdot - 3.22, 0.7752 * vdot)));
}

/** Six to eight seconds per 400 m lap faster than interval pace. */
function repetitionSpeed(vdot: number, interval: number): number {
  const secondsPerLap = Math.min(8, Math.max(6, 8 - ((vdot - 47) * 2) / 3));
  return 400 / (400 / interval - secondsPerLap / 60);
}

function oxygenCost(metresPerMinute: number): number {
  return -4.6 + 0.182258 * metresPerMinute + 0.000104 * metresPerMinute ** 2;
}

/**
 * The published inverse of oxygenCost, which the printed tables use. It is a regression of its own: the
 * algebraic inverse would be up to 32 s away from the printed marathon.
 */
function speedAtOxygen(oxygen: number): number {
  return 29.54 + 5.000663 * oxygen - 0.007546 * oxygen ** 2;
}

function sustainableShare(minutes: number): number {
  return (
    0.8 + 0.1894393 * Math.exp(-0.012778 * minutes) + 0.2989558 * Math.exp(-0.1932605 * minutes)
  );
}

/**
 * Below 1500 m a race depends on speed that the oxygen formulae do not cover, so its distance counts for less:
 * 1/1.05 at 800 m, rising evenly to the whole at 1500 m.
 */
function enduranceMetres(metres: number): number {
  const short = Math.min(1, Math.max(0, (1500 - metres) / 700));
  return metres * (1 - short * (1 - 1 / 1.05));
}
