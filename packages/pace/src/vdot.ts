import type { TrainingPaces } from './training-paces.ts';

// Where each formula and constant comes from: docs/pace-maths.md. Inside this file speeds are m/min,
// times are minutes and oxygen is ml/kg/min, as the formulae were published.

const MARATHON_METRES = 42_195;

/** The scores that training paces can be derived from. Far below, the formulae give no range at all. */
export const MIN_VDOT = 10;
export const MAX_VDOT = 100;

/** Scores a race: the oxygen its speed costs, over the share of it a runner can hold for that long. */
export function vdotFromRace(metres: number, seconds: number): number {
  const minutes = seconds / 60;
  return oxygenCost(enduranceMetres(metres) / minutes) / sustainableShare(minutes);
}

/** The time in seconds that a score is worth over a distance. */
export function raceTime(vdot: number, metres: number): number {
  const distance = enduranceMetres(metres);
  // The answer lies between holding the share of a sprint and the share of an endless run.
  let tooShort = distance / speedAtOxygen(vdot * sustainableShare(0));
  let tooLong = distance / speedAtOxygen(vdot * sustainableShare(Infinity));
  // Halving 60 times leaves nothing of the gap that a double could hold.
  for (let step = 0; step < 60; step++) {
    const minutes = (tooShort + tooLong) / 2;
    if (distance / minutes > speedAtOxygen(vdot * sustainableShare(minutes))) tooShort = minutes;
    else tooLong = minutes;
  }
  return ((tooShort + tooLong) / 2) * 60;
}

/** The five training ranges of a score, in m/s. */
export function trainingPaces(vdot: number): TrainingPaces {
  const interval = speedAtOxygen(0.975 * vdot);
  const E = {
    from: speedAtOxygen(0.63 * vdot) / 60,
    to: speedAtOxygen(0.7475 * vdot - 0.78) / 60,
  };
  // Only below VDOT 18.6 do two bands meet; there the faster one starts where the slower one ends.
  const M = band(marathonSpeed(vdot), 0.015, E.to);
  const T = band(speedAtOxygen(0.88 * vdot), 0.015, M.to);
  const I = band(interval, 0.02, T.to);
  const R = band(repetitionSpeed(vdot, interval), 0.02, I.to);
  return { E, M, T, I, R };
}

function band(metresPerMinute: number, width: number, atLeast: number) {
  const speed = metresPerMinute / 60;
  return { from: Math.max(speed * (1 - width), atLeast), to: speed * (1 + width) };
}

/** The predicted marathon, held back for slower runners, who are out there much longer. */
function marathonSpeed(vdot: number): number {
  const predicted = MARATHON_METRES / (raceTime(vdot, MARATHON_METRES) / 60);
  // Two lines that cross at VDOT 30; taking the higher one leaves no step between them.
  return Math.min(predicted, speedAtOxygen(Math.max(0.8825 * vdot - 3.22, 0.7752 * vdot)));
}

/** Six to eight seconds a lap of 400 m faster than interval pace. */
function repetitionSpeed(vdot: number, interval: number): number {
  const secondsPerLap = Math.min(8, Math.max(6, 8 - ((vdot - 47) * 2) / 3));
  return 400 / (400 / interval - secondsPerLap / 60);
}

function oxygenCost(metresPerMinute: number): number {
  return -4.6 + 0.182258 * metresPerMinute + 0.000104 * metresPerMinute ** 2;
}

/**
 * The published inverse of oxygenCost, which the printed tables use. It is a regression of its own:
 * the algebraic inverse would be up to 32 s away from the printed marathon.
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
 * Below 1500 m a race leans on speed that the oxygen formulae know nothing of, so its distance counts
 * for less: 1/1.05 at 800 m, rising evenly to the whole at 1500 m.
 */
function enduranceMetres(metres: number): number {
  const short = Math.min(1, Math.max(0, (1500 - metres) / 700));
  return metres * (1 - short * (1 - 1 / 1.05));
}
