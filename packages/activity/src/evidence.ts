// The points of a run at which a step may begin or end, and sums over its seconds from which the cost of any stretch
// is read.
//
// Indices stay inside their columns, which is why reading one asserts a number.

import { valueAt } from './columns.ts';
import type { PlannedStep } from './planned-step.ts';
import { STOPPED_SPEED, type Run, type RunLap } from './run.ts';

const MAX_MARKS = 200;
/** A shorter lap is a button pressed twice. */
const MIN_LAP_SECONDS = 4;
const MILE_METRES = 1609.344;
const ROUND_LAP_TOLERANCE = 12;
const SAME_LAP_SECONDS = 2;

/**
 * The ends of laps made with the button, or by a workout on the watch. Automatic laps are no evidence: of one length,
 * or a whole number of kilometres or miles.
 */
export function lapMarks(run: Run): number[] {
  const { laps, seconds } = run;
  const isAutomatic = automaticLaps(run);
  const ends = laps
    .slice(0, -1)
    .filter((lap, index) => lap.trigger === 'button' || !isAutomatic(lap, laps[index + 1]))
    .map(({ to }) => to);
  const marks = ends.filter(
    (mark, index) =>
      mark > 3 && mark < seconds - 3 && mark - (ends[index - 1] ?? 0) > MIN_LAP_SECONDS,
  );
  return marks.length > MAX_MARKS ? [] : marks;
}

function automaticLaps({ laps, metres }: Run): (lap: RunLap, next: RunLap | undefined) => boolean {
  const metresOf = ({ from, to }: RunLap) =>
    metres ? valueAt(metres, to) - valueAt(metres, from) : NaN;
  const timed = laps.filter(({ trigger }) => trigger === 'time');
  const measured = laps.filter(({ trigger }) => trigger === 'distance');
  const areAlike = (lengths: readonly number[], tolerance: number) =>
    lengths.every((length) => !(Math.abs(length - (lengths[0] ?? 0)) > tolerance));
  // A structured workout ends some laps by time and others by distance, or each at a length of its own.
  const isStructured =
    (timed.length > 0 && measured.length > 0) ||
    !areAlike(
      timed.map(({ from, to }) => to - from),
      SAME_LAP_SECONDS,
    ) ||
    !areAlike(measured.map(metresOf), 2 * ROUND_LAP_TOLERANCE);
  return (lap, next) => {
    const { trigger, step } = lap;
    if (trigger === 'time' || trigger === 'distance')
      return !isStructured || (step !== undefined && step === next?.step);
    if (trigger === 'position' || trigger === 'end') return true;
    const length = metresOf(lap);
    return isMultiple(length, 1000) || isMultiple(length, MILE_METRES);
  };
}

function isMultiple(metres: number, unit: number): boolean {
  const count = Math.round(metres / unit);
  return count >= 1 && Math.abs(metres - count * unit) < ROUND_LAP_TOLERANCE;
}

/** Seconds between two points of the grid, and between a mark and its neighbours. */
const SPACING = { min: 5, max: 20, perStep: 1 / 4, apart: 2 } as const;
const MAX_SPACED_POINTS = 1500;

/** Ascending: `fixed` points, changes of pace, and a point every few seconds. A coarser grid has fewer. */
export function gridOf(
  run: Run,
  planned: readonly PlannedStep[],
  fixed: readonly number[],
  coarseness: number,
): Float64Array {
  const points = [0, ...fixed, run.seconds];
  // Without a pace only a lap shows that something changed.
  if (run.speed) {
    const shortest = Math.min(120, ...planned.map(({ expectedSeconds = 60 }) => expectedSeconds));
    const spacing =
      coarseness *
      Math.max(
        Math.min(shortest * SPACING.perStep, SPACING.max),
        SPACING.min,
        run.seconds / MAX_SPACED_POINTS,
      );
    addApart(points, changesOf(run.speed, MAX_CHANGES / coarseness));
    const count = Math.floor(run.seconds / spacing);
    addApart(
      points,
      Array.from({ length: count }, (_, index) => (index + 1) * spacing),
    );
  }
  return Float64Array.from(new Set(points)).sort();
}

/** Adds those that are not beside a point of before. */
function addApart(points: number[], more: readonly number[]): void {
  const sorted = [...points].sort((one, other) => one - other);
  let next = 0;
  for (const time of more) {
    while (next < sorted.length && (sorted[next] as number) < time - SPACING.apart) next++;
    if ((sorted[next] ?? Infinity) > time + SPACING.apart) points.push(time);
  }
}

/** The mean speeds of this many seconds before and after differ by at least so much; the largest within `apart`. */
const CHANGE = { seconds: 10, min: 0.4, apart: 5 } as const;
const MAX_CHANGES = 400;

function changesOf(speed: Float32Array, max: number): number[] {
  const { seconds, min, apart } = CHANGE;
  const sums = new Float64Array(speed.length + 1);
  for (let second = 0; second < speed.length; second++)
    sums[second + 1] = (sums[second] as number) + (speed[second] as number);
  const change = new Float32Array(speed.length + 1);
  for (let second = seconds; second + seconds <= speed.length; second++) {
    const [before, here, after] = [sums[second - seconds], sums[second], sums[second + seconds]];
    change[second] =
      Math.abs((after as number) - 2 * (here as number) + (before as number)) / seconds;
  }
  const changes: number[] = [];
  for (let second = seconds; second + seconds <= speed.length; second++) {
    const own = change[second] as number;
    if (own < min) continue;
    let isLargest = true;
    for (let by = 1; by <= apart && isLargest; by++)
      isLargest = own > (change[second - by] ?? 0) && own >= (change[second + by] ?? 0);
    if (isLargest) changes.push(second);
  }
  return changes
    .sort((one, other) => (change[other] as number) - (change[one] as number))
    .slice(0, max)
    .sort((one, other) => one - other);
}

/** Sums from the beginning of the run up to each second. */
export type Sums = {
  /** Seconds of moving. */
  moving: Float64Array;
  /** Speeds and their squares while moving. */
  speeds: Float64Array;
  squares: Float64Array;
  /** Squared deviations that every reading of the run has. */
  noise: Float64Array;
  /** Costs of standing and walking, and of running that no step takes. */
  idle: Float64Array;
  extra: Float64Array;
  /** Above it, in m/s, nothing is easy. */
  easyLimit: number;
};

/** Costs of a second of running that was not planned: easy running is common, fast running is not. */
const EXTRA_SECOND = { slow: 0.02, fast: 0.2 } as const;
/** Costs of a second in which a runner stands or walks though the step asks for running. */
const IDLE_SECOND = { stopped: 0.03, walking: 0.015 } as const;
const WALKING = { maxSpeed: 1.9, shareOfEasy: 0.72 } as const;
/** In m/s. Beyond it a speed is an error of the watch. */
const CREDIBLE = { min: 0.8, max: 7 } as const;
/** Seconds before and after that show how much the speed varies anyway. */
const NOISE_SECONDS = 20;

export function sumsOf({ seconds, metres, speed }: Run, planned: readonly PlannedStep[]): Sums {
  const column = () => new Float64Array(seconds + 1);
  const sums: Sums = {
    moving: column(),
    speeds: column(),
    squares: column(),
    noise: column(),
    idle: column(),
    extra: column(),
    easyLimit: easyLimitOf(planned),
  };
  const { moving, speeds, squares, noise, idle, extra, easyLimit } = sums;
  if (!speed || !metres) {
    for (let second = 0; second < seconds; second++)
      extra[second + 1] = (extra[second] as number) + EXTRA_SECOND.slow;
    return sums;
  }

  const walkingSpeed = walkingSpeedOf(planned);
  const isMoving = movingSeconds(speed);
  const credible = speed.map((value) => Math.min(CREDIBLE.max, Math.max(CREDIBLE.min, value)));
  for (let second = 0; second < seconds; second++) {
    const [here, raw] = [credible[second] as number, speed[second] as number];
    const weight = isMoving[second] as number;
    moving[second + 1] = (moving[second] as number) + weight;
    speeds[second + 1] = (speeds[second] as number) + weight * here;
    squares[second + 1] = (squares[second] as number) + weight * here * here;
    // Walking lasts a while; a slow second or two is an error of the watch.
    const [from, to] = [Math.max(0, second - 7), Math.min(seconds, second + 8)];
    const mean = ((metres[to] as number) - (metres[from] as number)) / (to - from);
    const walking = mean < walkingSpeed ? IDLE_SECOND.walking : 0;
    idle[second + 1] =
      (idle[second] as number) + (raw < STOPPED_SPEED ? IDLE_SECOND.stopped : walking);
    extra[second + 1] =
      (extra[second] as number) + (raw > easyLimit ? EXTRA_SECOND.fast : EXTRA_SECOND.slow);
  }
  for (let second = 0; second < seconds; second++) {
    const here = credible[second] as number;
    // The nearer of the means before and after, so that a change of pace is not taken for noise.
    const deviation = isMoving[second]
      ? Math.min(
          deviationFrom(sums, Math.max(0, second - NOISE_SECONDS), second + 1, here),
          deviationFrom(sums, second, Math.min(seconds, second + NOISE_SECONDS + 1), here),
        )
      : 0;
    noise[second + 1] = (noise[second] as number) + deviation * deviation;
  }
  return sums;
}

function deviationFrom({ moving, speeds }: Sums, from: number, to: number, speed: number): number {
  const count = (moving[to] as number) - (moving[from] as number);
  if (count <= 0) return Infinity;
  return Math.abs(speed - ((speeds[to] as number) - (speeds[from] as number)) / count);
}

/** Between the fastest easy step and the slowest that is not, nearer to the first. */
function easyLimitOf(planned: readonly PlannedStep[]): number {
  const speeds = (isEasy: boolean) =>
    planned.flatMap((step) =>
      step.expectedSpeed && step.isEasy === isEasy ? [step.expectedSpeed] : [],
    );
  const easy = Math.max(0, ...speeds(true).map(({ to }) => to));
  const hard = Math.min(...speeds(false).map(({ from }) => from));
  return easy > 0 ? Math.min(easy * 1.06, Math.max(easy, (easy + hard) / 2)) : hard * 0.93;
}

function walkingSpeedOf(planned: readonly PlannedStep[]): number {
  const easy = planned.flatMap(({ expectedSpeed, isEasy }) =>
    expectedSpeed && isEasy ? [expectedSpeed.from] : [],
  );
  return Math.min(WALKING.maxSpeed, WALKING.shareOfEasy * Math.min(...easy));
}

/** Neither standing nor the few seconds of stopping and starting around it. */
function movingSeconds(speed: Float32Array): Uint8Array {
  const isMoving = new Uint8Array(speed.length).fill(1);
  for (let second = 0; second < speed.length; second++)
    if ((speed[second] as number) < STOPPED_SPEED)
      isMoving.fill(0, Math.max(0, second - 5), Math.min(speed.length, second + 6));
  return isMoving;
}

/** The sums at the points of a grid. */
export type GridView = Omit<Sums, 'easyLimit'> & {
  time: Float64Array;
  metres: Float64Array | undefined;
  /** Laps by hand up to and including each point. */
  laps: Float64Array;
  isLap: Uint8Array;
};

export function viewOf(
  run: Run,
  sums: Sums,
  grid: Float64Array,
  marks: readonly number[],
): GridView {
  const read = (column: Float64Array) => grid.map((time) => valueAt(column, time));
  const isMark = new Set(marks);
  const isLap = Uint8Array.from(grid, (time) => (isMark.has(time) ? 1 : 0));
  let count = 0;
  return {
    time: grid,
    metres: run.metres && read(run.metres),
    moving: read(sums.moving),
    speeds: read(sums.speeds),
    squares: read(sums.squares),
    noise: read(sums.noise),
    idle: read(sums.idle),
    extra: read(sums.extra),
    laps: Float64Array.from(isLap, (lap) => (count += lap)),
    isLap,
  };
}
