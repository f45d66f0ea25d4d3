// Moves the ends of stretches from the grid to the second at which they fit best.

import { valueAt } from './columns.ts';
import { viewOf, type GridView, type Sums } from './evidence.ts';
import type { Slot } from './extra-rounds.ts';
import type { Run, Stretch } from './run.ts';
import { costOf, type CostModel } from './step-cost.ts';

const ROUNDS = 2;
/** Seconds to look to either side, by the widest gap of the grid. */
const REACH = { min: 4, max: 25 } as const;
const MIN_STRETCH_SECONDS = 2;

export type Refinement = {
  run: Run;
  sums: Sums;
  slots: readonly Slot[];
  modelOf: (slot: Slot, view: GridView) => CostModel;
  /** Laps by hand, and ends corrected by hand. */
  fixed: ReadonlySet<number>;
  gridGap: number;
};

export function refineStretches(
  found: readonly (Stretch | undefined)[],
  { run, sums, slots, modelOf, fixed, gridGap }: Refinement,
): (Stretch | undefined)[] {
  const stretches = found.map((stretch) => stretch && { ...stretch });
  const order = stretches.flatMap((stretch, slot) => (stretch ? [{ slot, stretch }] : []));
  const reach = Math.min(REACH.max, Math.max(REACH.min, Math.ceil(gridGap)));

  for (let round = 0; round < ROUNDS; round++)
    order.forEach((own, index) => {
      const [before, after] = [order[index - 1], order[index + 1]];
      if (before?.stretch.to !== own.stretch.from) moveStart(own, before?.stretch.to ?? 0);
      if (after?.stretch.from === own.stretch.to) moveBetween(own, after);
      else moveEnd(own, after?.stretch.from ?? run.seconds);
    });
  return stretches;

  type Placed = { slot: number; stretch: Stretch };

  /** Beside extra running, which ends or begins at `limit`. */
  function moveStart({ slot, stretch }: Placed, limit: number): void {
    const times = candidates(stretch.from, limit, stretch.to - MIN_STRETCH_SECONDS);
    const costs = costsOf(slot, [...times, stretch.to], (index) => [index, times.length]);
    stretch.from = cheapest(
      stretch.from,
      times,
      (index) => (costs[index] ?? 0) + extra(limit, times[index]),
    );
  }

  function moveEnd({ slot, stretch }: Placed, limit: number): void {
    const times = candidates(stretch.to, stretch.from + MIN_STRETCH_SECONDS, limit);
    const costs = costsOf(slot, [stretch.from, ...times], (index) => [0, index + 1]);
    stretch.to = cheapest(
      stretch.to,
      times,
      (index) => (costs[index] ?? 0) + extra(times[index], limit),
    );
  }

  function moveBetween(own: Placed, after: Placed): void {
    const { from, to } = own.stretch;
    const end = after.stretch.to;
    const times = candidates(to, from + MIN_STRETCH_SECONDS, end - MIN_STRETCH_SECONDS);
    const left = costsOf(own.slot, [from, ...times], (index) => [0, index + 1]);
    const right = costsOf(after.slot, [...times, end], (index) => [index, times.length]);
    const time = cheapest(to, times, (index) => (left[index] ?? 0) + (right[index] ?? 0));
    own.stretch.to = time;
    after.stretch.from = time;
  }

  /** None for an end that is fixed. */
  function candidates(middle: number, min: number, max: number): number[] {
    if (fixed.has(middle) || middle === 0 || middle === run.seconds) return [];
    const times = Array.from(
      { length: 2 * reach + 1 },
      (_, index) => Math.round(middle) - reach + index,
    );
    return times.filter((time) => time >= min && time <= max && time > 0 && time < run.seconds);
  }

  function costsOf(
    slot: number,
    grid: readonly number[],
    ends: (index: number) => [from: number, to: number],
  ): number[] {
    if (grid.length < 2) return [];
    const model = modelOf(slots[slot] as Slot, viewOf(run, sums, Float64Array.from(grid), []));
    return Array.from({ length: grid.length - 1 }, (_, index) => {
      const [from, to] = ends(index);
      return costOf(model, from, to, Infinity);
    });
  }

  function extra(from = 0, to = 0): number {
    return valueAt(sums.extra, to) - valueAt(sums.extra, from);
  }
}

function cheapest(
  middle: number,
  times: readonly number[],
  costOfIndex: (index: number) => number,
): number {
  let best = { time: middle, cost: Infinity };
  times.forEach((time, index) => {
    const cost = costOfIndex(index);
    if (cost < best.cost) best = { time, cost };
  });
  return best.time;
}
