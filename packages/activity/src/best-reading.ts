// D4 (b): the cheapest reading of a run, by dynamic programming over the order of the slots and the points of a grid.
// Each slot takes a stretch or is skipped; running that no slot takes is extra.
//
// Indices stay inside their columns, which is why reading one asserts a number.

import type { GridView } from './evidence.ts';
import type { Slot } from './extra-rounds.ts';
import { WORK_OF_PART, type InParts } from './in-parts.ts';
import type { PlannedStep } from './planned-step.ts';
import { costOf, LAP, lengthOf, type CostModel } from './step-cost.ts';

/** Points of the grid. */
export type Cell = { from: number; to: number };

/** A slot corrected by hand: its stretch, or that it was not run. */
export type FixedSlot = Cell | 'left-out' | undefined;

export type ReadingProblem = {
  slots: readonly Slot[];
  view: GridView;
  models: readonly CostModel[];
  windows: readonly Window[];
  fixed: readonly FixedSlot[];
};

export type Reading = {
  cells: (Cell | undefined)[];
  /** For each slot, how much worse the best reading is in which it lies elsewhere. */
  margins: number[];
};

const SKIP = { work: 8.5, recovery: 2.5, rest: 2.5, 'warm-up': 4, 'cool-down': 3.5 } as const;
/** A rep is left out with the recovery behind it, or the rest of its round. */
const SKIP_ROUND = { first: 7.5, eachMoreWork: 1.5 } as const;
/** A watch that was started late, and a run that ended early. */
const SKIP_BEFORE = { first: 4, each: 2.5 } as const;
const SKIP_AFTER = { first: 3, each: 1 } as const;
/** The beginning of extra running: likely at the ends of a run, unlikely where a rep is due. */
const EXTRA_START = { atEnd: 2, between: 5, beforeWork: 7 } as const;

export function* findBestReading(problem: ReadingProblem): InParts<Reading> {
  const starts = extraStarts(problem.slots);
  const forward = yield* solve(problem, starts, false);
  const found = traceBack(problem, starts, forward);
  const backward = yield* solve(problem, starts, true);
  const margins = yield* marginsOf(problem, found, forward, backward);
  return { cells: found.cells, margins };
}

/** Bounds of a slot's length, so that not every pair of points is tried. */
export type Window = { column: Float64Array; min: number; max: number };

export function windowOf(step: PlannedStep, view: GridView): Window {
  const { column, length } = lengthOf(step, view);
  if (length === 0) return { column, min: 3, max: Infinity };
  const isMetres = column === view.metres;
  const max =
    step.role === 'work' && !step.isEasy
      ? length * 1.8 + (isMetres ? 80 : 20)
      : length * 3 + (isMetres ? 300 : 120);
  return { column, min: length * 0.12, max };
}

/** How many pairs of points the windows leave to try. */
export function countPairs(windows: readonly Window[]): number {
  const counts = new Map<string, number>();
  const columns = [...new Set(windows.map(({ column }) => column))];
  return windows.reduce((sum, window) => {
    const key = `${columns.indexOf(window.column)} ${window.min} ${window.max}`;
    const count = counts.get(key) ?? pairsIn(window);
    counts.set(key, count);
    return sum + count;
  }, 0);
}

function pairsIn({ column, min, max }: Window): number {
  let [low, high, count] = [0, 0, 0];
  for (const here of column) {
    while (high < column.length && (column[high] as number) <= here - min) high++;
    while (low < high && (column[low] as number) < here - max) low++;
    count += high - low;
  }
  return count;
}

/** By the number of slots before. */
function extraStarts(slots: readonly Slot[]): number[] {
  return Array.from({ length: slots.length + 1 }, (_, count) => {
    const [before, after] = [slots[count - 1]?.step, slots[count]?.step];
    if (!before || !after) return EXTRA_START.atEnd;
    const isInRepeat = before.rounds.some(({ node }, depth) => after.rounds[depth]?.node === node);
    return isInRepeat || after.role === 'work' ? EXTRA_START.beforeWork : EXTRA_START.between;
  });
}

/**
 * costs[count * points + point]: the first `count` slots explain the run up to the point; backward, the others explain
 * it from the point on. `how` is the other end of the last stretch, or one of the codes below.
 */
type Solution = { costs: Float64Array; how: Int32Array };

const EXTRA = -1;
const UNREACHED = -2;
/** From here down: so many slots were skipped together. */
const SKIPPED = -10;
/** The most that laps can save a stretch. */
const LAP_GAIN = LAP.inside + 2 * LAP.atEnd;

function* solve(
  { slots, view, models, windows, fixed }: ReadingProblem,
  starts: readonly number[],
  isBackward: boolean,
): InParts<Solution> {
  const points = view.time.length;
  const costs = new Float64Array((slots.length + 1) * points).fill(Infinity);
  const how = new Int32Array((slots.length + 1) * points).fill(UNREACHED);
  const edge = isBackward ? points - 1 : 0;
  const sign = isBackward ? -1 : 1;
  const atEdge = skipsAtEdge(slots, fixed, isBackward);
  let work = 0;

  for (let done = 0; done <= slots.length; done++) {
    const count = isBackward ? slots.length - done : done;
    const row = count * points;
    const slot = isBackward ? count : count - 1;
    const fixedSlot = done > 0 ? fixed[slot] : undefined;
    const skippedBefore = atEdge[done];
    if (skippedBefore !== undefined) {
      costs[row + edge] = skippedBefore;
      if (done > 0) how[row + edge] = SKIPPED - 1;
    }
    if (done > 0) {
      const before = (count - sign) * points;
      if (fixedSlot === undefined) yield* takeOrSkip(slot, row, before);
      else if (fixedSlot === 'left-out') {
        costs.copyWithin(row, before, before + points);
        how.fill(SKIPPED - 1, row, row + points);
      } else takeFixed(fixedSlot, row, before);
    }
    const counted = {
      costs: costs.subarray(row, row + points),
      how: how.subarray(row, row + points),
    };
    addExtra(counted, view.extra, starts[count] as number, isBackward);
  }
  yield work;
  return { costs, how };

  function takeFixed({ from, to }: Cell, row: number, before: number): void {
    const [here, other] = isBackward ? [from, to] : [to, from];
    costs[row + here] = costs[before + other] as number;
    how[row + here] = other;
  }

  function* takeOrSkip(slot: number, row: number, before: number): InParts<void> {
    const skip = skipCost(slots, slot);
    const group = groupAt(slots, fixed, slot, isBackward);
    const beforeGroup = row - sign * (group?.length ?? 0) * points;
    const model = models[slot] as CostModel;
    const { column, min, max } = windows[slot] as Window;
    const { along, length } = model;
    // The other end lies in a window that moves with the point, because columns never fall. The one that makes the
    // stretch as long as planned is tried first, and then most others are out of the question.
    let [low, high] = isBackward ? [points - 1, points - 1] : [0, -1];
    let planned = isBackward ? points - 1 : 0;
    for (let moved = 0; moved < points; moved++) {
      const point = isBackward ? points - 1 - moved : moved;
      const cell = row + point;
      let [least, by] = [costs[cell] as number, how[cell] as number];
      const skipped = (costs[before + point] as number) + skip;
      if (skipped < least) [least, by] = [skipped, SKIPPED - 1];
      if (group) {
        const all = (costs[beforeGroup + point] as number) + group.cost;
        if (all < least) [least, by] = [all, SKIPPED - group.length];
      }
      const here = column[point] as number;
      if (isBackward) {
        while (low > point && (column[low - 1] as number) >= here + min) low--;
        while (high > point && (column[high] as number) > here + max) high--;
        while (planned > point && (column[planned - 1] as number) >= here + length) planned--;
      } else {
        while (high + 1 < point && (column[high + 1] as number) <= here - min) high++;
        while (low < point && (column[low] as number) < here - max) low++;
        while (planned + 1 < point && (column[planned + 1] as number) <= here - length) planned++;
      }
      const first = isBackward ? Math.max(low, point + 1) : low;
      work += Math.max(1, high - first);
      if (work >= WORK_OF_PART) {
        yield work;
        work = 0;
      }
      const own = sign * (along[point] as number) - LAP_GAIN;
      for (let tried = first - 1; tried <= high; tried++) {
        const other = tried < first ? planned : tried;
        if (other < first || other > high) continue;
        const start = costs[before + other] as number;
        if (start + own - sign * (along[other] as number) >= least) continue;
        const cost = isBackward
          ? costOf(model, point, other, least - start)
          : costOf(model, other, point, least - start);
        if (start + cost < least) [least, by] = [start + cost, other];
      }
      costs[cell] = least;
      how[cell] = by;
    }
  }
}

/** Extra running costs its seconds, and a start where it begins. */
function addExtra(
  { costs, how }: Solution,
  extra: GridView['extra'],
  start: number,
  isBackward: boolean,
): void {
  const sign = isBackward ? -1 : 1;
  const points = extra.length;
  let best = Infinity;
  for (let moved = 0; moved < points; moved++) {
    const point = isBackward ? points - 1 - moved : moved;
    const sum = sign * (extra[point] as number);
    if (best + sum < (costs[point] as number)) {
      costs[point] = best + sum;
      how[point] = EXTRA;
    }
    best = Math.min(best, (costs[point] as number) + start - sum);
  }
}

/**
 * Before the run began, or after it ended, steps are skipped together: the cost of the first so many, up to one that is
 * known to have been run.
 */
function skipsAtEdge(
  slots: readonly Slot[],
  fixed: readonly FixedSlot[],
  isBackward: boolean,
): number[] {
  const { first, each } = isBackward ? SKIP_AFTER : SKIP_BEFORE;
  const costs = [0];
  let skipped = 0;
  for (let done = 1; done <= slots.length; done++) {
    const slot = isBackward ? slots.length - done : done - 1;
    if (typeof fixed[slot] === 'object') break;
    if (!slots[slot]?.isExtra && fixed[slot] === undefined) skipped++;
    costs.push(skipped === 0 ? 0 : first + each * skipped);
  }
  return costs;
}

function skipCost(slots: readonly Slot[], slot: number): number {
  const { isExtra, step } = slots[slot] as Slot;
  return isExtra ? 0 : SKIP[step.role];
}

/** Slots that can be skipped together, up to this one (backward: from this one): a round, or a rep and its recovery. */
function groupAt(
  slots: readonly Slot[],
  fixed: readonly FixedSlot[],
  slot: number,
  isBackward: boolean,
): { length: number; cost: number } | undefined {
  const own = slots[slot] as Slot;
  if (own.isExtra) return undefined;
  const direction = isBackward ? 1 : -1;
  let length = roundLength(slots, slot, direction);
  if (length < 2) {
    const [work, rest] = isBackward ? [own, slots[slot + 1]] : [slots[slot - 1], own];
    const isRest = rest?.step.role === 'recovery' || rest?.step.role === 'rest';
    if (!isRest || work?.step.role !== 'work' || work.isExtra) return undefined;
    length = 2;
  }
  const members = Array.from({ length }, (_, index) => slot + direction * index);
  const works = members.filter((member) => slots[member]?.step.role === 'work').length;
  if (works === 0 || members.some((member) => fixed[member] !== undefined)) return undefined;
  return { length, cost: SKIP_ROUND.first + SKIP_ROUND.eachMoreWork * (works - 1) };
}

/** How many slots a round has from this slot, if it is the first in this direction. */
function roundLength(slots: readonly Slot[], slot: number, direction: number): number {
  const { rounds } = (slots[slot] as Slot).step;
  const own = rounds.at(-1);
  const isInRound = (other: Slot | undefined) => {
    const round = other?.step.rounds[rounds.length - 1];
    return (
      own !== undefined && !other?.isExtra && round?.node === own.node && round.round === own.round
    );
  };
  let length = 1;
  if (own && !isInRound(slots[slot - direction]))
    while (isInRound(slots[slot + direction * length])) length++;
  return length;
}

type Found = { cells: (Cell | undefined)[]; cost: number };

function traceBack(
  { slots, view, fixed }: ReadingProblem,
  starts: readonly number[],
  { costs, how }: Solution,
): Found {
  const points = view.time.length;
  let { count, cost } = cheapestEnd();
  let point = points - 1;
  const cells: Found['cells'] = Array.from({ length: slots.length });
  while (count > 0 || point > 0) {
    const by = how[count * points + point] as number;
    if (by <= SKIPPED) count -= SKIPPED - by;
    else if (by === EXTRA) point = startOfExtra(point);
    else if (by >= 0) {
      cells[count - 1] = { from: by, to: point };
      point = by;
      count--;
    } else break;
  }
  return { cells, cost };

  /** Slots that are left when the run ends were not run. */
  function cheapestEnd(): { count: number; cost: number } {
    let best = { count: slots.length, cost: Infinity };
    let left = 0;
    for (let done = slots.length; done >= 0; done--) {
      const ended =
        (costs[done * points + points - 1] as number) +
        (left === 0 ? 0 : SKIP_AFTER.first + SKIP_AFTER.each * left);
      if (ended < best.cost) best = { count: done, cost: ended };
      if (typeof fixed[done - 1] === 'object') break;
      if (done > 0 && !slots[done - 1]?.isExtra && fixed[done - 1] === undefined) left++;
    }
    return best;
  }

  function startOfExtra(end: number): number {
    const row = count * points;
    const wanted = costs[row + end] as number;
    for (let start = end - 1; start >= 0; start--) {
      if (how[row + start] === EXTRA) continue;
      const extra = (view.extra[end] as number) - (view.extra[start] as number);
      const total = (costs[row + start] as number) + (starts[count] as number) + extra;
      if (Math.abs(total - wanted) < 1e-6) return start;
    }
    return end - 1;
  }
}

/** Ends that differ by less are the same reading: a share of the step, at least so many seconds. */
const SAME_PLACE = { seconds: 8, share: 0.25 } as const;

function* marginsOf(
  { slots, view, models, windows, fixed }: ReadingProblem,
  found: Found,
  forward: Solution,
  backward: Solution,
): InParts<number[]> {
  const { time } = view;
  const points = time.length;
  const margins: number[] = [];
  let work = 0;
  for (const slot of slots.keys()) margins.push(yield* marginOf(slot));
  yield work;
  return margins;

  function* marginOf(slot: number): InParts<number> {
    const { step, isExtra } = slots[slot] as Slot;
    if (isExtra) return 0;
    if (fixed[slot] !== undefined) return Infinity;
    const own = found.cells[slot];
    const tolerance = Math.max(SAME_PLACE.seconds, SAME_PLACE.share * (step.expectedSeconds ?? 60));
    const [from, to] = own ? [time[own.from] as number, time[own.to] as number] : [NaN, NaN];
    const [before, after] = [slot * points, (slot + 1) * points];
    const model = models[slot] as CostModel;
    const skip = skipCost(slots, slot);
    const { column, min, max } = windows[slot] as Window;
    let least = Infinity;
    let [low, high] = [0, -1];
    for (let point = 0; point < points; point++) {
      const rest = backward.costs[after + point] as number;
      if (own) least = Math.min(least, (forward.costs[before + point] as number) + skip + rest);
      const here = column[point] as number;
      while (high + 1 < point && (column[high + 1] as number) <= here - min) high++;
      while (low < point && (column[low] as number) < here - max) low++;
      work += Math.max(1, high - low);
      if (work >= WORK_OF_PART) {
        yield work;
        work = 0;
      }
      const isNearEnd = own !== undefined && Math.abs((time[point] as number) - to) <= tolerance;
      for (let start = low; start <= high; start++) {
        const begun = (forward.costs[before + start] as number) + rest;
        if (begun - 2 * LAP.atEnd >= least) continue;
        if (isNearEnd && Math.abs((time[start] as number) - from) <= tolerance) continue;
        least = Math.min(least, begun + costOf(model, start, point, least - begun));
      }
    }
    return Math.max(0, least - found.cost);
  }
}
