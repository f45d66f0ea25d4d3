import {
  formatPace,
  isValidRange,
  METRES_PER_UNIT,
  PACE_KEYS,
  type PaceKey,
  type PaceUnits,
  raceName,
  type RaceResult,
  type SpeedRange,
  type TrainingPaces,
} from '@pacewright/pace';

export type RulerContent = {
  paces: TrainingPaces;
  units: PaceUnits;
  /** Marked with a hairline at its pace. */
  race: RaceResult | undefined;
};

export type RulerLayout = {
  blocks: { pace: PaceKey; left: number; width: number }[];
  ticks: { x: number; length: number; label: string | undefined }[];
  race: { x: number; label: string } | undefined;
};

/** Room for a label at the first or the last tick. */
const EDGE = 16;
/** Seconds of pace shown beyond the slowest and the fastest. */
const MARGIN = 10;
/** Minimum width, so that a range of a single pace stays visible. */
const NARROWEST = 3;

/**
 * Places ranges on a ruler of `width` pixels, the slowest on the left. Positions are in seconds per unit, as runners
 * read them. A range that is unset, or not valid while it is being typed, has no place. Undefined if none has one.
 */
export function layOutRuler(
  { paces, units, race }: RulerContent,
  width: number,
): RulerLayout | undefined {
  const metres = METRES_PER_UNIT[units];
  const secondsAt = (speed: number) => metres / speed;
  const isPlaced = (range: SpeedRange) =>
    isValidRange(range) && range.from > 0 && Number.isFinite(secondsAt(range.from));
  const placed = PACE_KEYS.filter((key) => isPlaced(paces[key]));
  if (placed.length === 0) return undefined;

  const raceSpeed = race && race.distance / race.timeInSeconds;
  const speeds = placed.flatMap((key) => [paces[key].from, paces[key].to]);
  if (raceSpeed) speeds.push(raceSpeed);
  const slowest = secondsAt(Math.min(...speeds)) + MARGIN;
  const fastest = Math.max(0, secondsAt(Math.max(...speeds)) - MARGIN);
  const pixelsPerSecond = (width - 2 * EDGE) / (slowest - fastest);
  const x = (seconds: number) => EDGE + (slowest - seconds) * pixelsPerSecond;

  return {
    blocks: placed.map((pace) => {
      const left = x(secondsAt(paces[pace].from));
      const right = x(secondsAt(paces[pace].to));
      return { pace, left, width: Math.max(NARROWEST, right - left) };
    }),
    ticks: listTicks(fastest, slowest, pixelsPerSecond).map(({ seconds, length, isLabelled }) => ({
      x: x(seconds),
      length,
      label: isLabelled ? formatPace(metres / seconds, units) : undefined,
    })),
    race:
      race && raceSpeed
        ? {
            x: x(secondsAt(raceSpeed)),
            label: `${raceName(race.distance)} race ${formatPace(raceSpeed, units)}`,
          }
        : undefined,
  };
}

const STEPS = [5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 36_000];
const FINEST_LABELS = 30;

function listTicks(fastest: number, slowest: number, pixelsPerSecond: number) {
  const widestStep = (slowest - fastest) / 4;
  const finest = (pixels: number, from = 0) =>
    STEPS.find((step) => step >= from && step * pixelsPerSecond >= pixels) ?? widestStep;
  const tick = finest(5);
  const label = finest(44, FINEST_LABELS);
  const first = Math.max(1, Math.ceil(fastest / tick));
  const count = Math.max(0, Math.floor(slowest / tick) - first + 1);

  return Array.from({ length: count }, (_, index) => {
    const seconds = (first + index) * tick;
    const isLabelled = seconds % label === 0;
    return { seconds, isLabelled, length: isLabelled ? 11 : seconds % (2 * tick) === 0 ? 7 : 4 };
  });
}
