import { PACE_KEYS, type PaceKey, type TrainingPaces } from '@pacewright/pace';

import { STOPPED_SPEED, type Run } from './run.ts';

/** The middle of a lane is its range; the rest, above and below, lies between two ranges. */
const MARGIN = 0.2;
const MAX_HEIGHT = 5.5;

/** Gives a speed in lanes from the baseline: 0 is standing, 1 the top of E, 5 the top of R. Rises with speed. */
export function laneScale(paces: TrainingPaces): (speed: number) => number {
  const knots: [speed: number, height: number][] = [[0, 0]];
  PACE_KEYS.forEach((key, lane) => {
    const { from, to } = paces[key];
    // A range that isn't set, or that overlaps the one below, changes nothing.
    const [last] = knots.at(-1) ?? [0];
    if (from > last) knots.push([from, lane + MARGIN]);
    if (to > Math.max(from, last)) knots.push([to, lane + 1 - MARGIN]);
  });
  const [top, height] = knots.at(-1) ?? [1, 1];
  knots.push([top * 1.15, Math.min(MAX_HEIGHT, height + 0.7)]);
  return (speed) => {
    const next = knots.findIndex(([at]) => at >= speed);
    if (next === 0) return 0;
    if (next < 0) return knots.at(-1)?.[1] ?? MAX_HEIGHT;
    const [[slower, low], [faster, high]] = [knots[next - 1] ?? [0, 0], knots[next] ?? [1, 1]];
    return low + ((speed - slower) / (faster - slower)) * (high - low);
  };
}

export type SecondsByPace = Record<PaceKey, number>;

/** Seconds. A stride counts, and a jump of the positions does not. */
const WINDOW = 15;

/** Seconds of running near each pace; everything slower than E is E, and standing is nothing. */
export function secondsByPace({ seconds, metres }: Run, paces: TrainingPaces): SecondsByPace {
  const sums: SecondsByPace = { E: 0, M: 0, T: 0, I: 0, R: 0 };
  const heightOf = laneScale(paces);
  for (let from = 0; from < seconds; from += WINDOW) {
    const to = Math.min(seconds, from + WINDOW);
    // Without a distance everything is easy: no pace is known.
    const speed = metres ? ((metres[to] ?? 0) - (metres[from] ?? 0)) / (to - from) : undefined;
    if (speed !== undefined && speed < STOPPED_SPEED) continue;
    sums[speed === undefined ? 'E' : paceAt(heightOf(speed))] += to - from;
  }
  return sums;
}

/** The pace whose lane has this height. */
export function paceAt(height: number): PaceKey {
  return PACE_KEYS[Math.min(4, Math.floor(height))] ?? 'E';
}
