import { METRES_PER_UNIT, PACE_KEYS, type PaceKey, type PaceUnits } from '@pacewright/pace';
import {
  type Amount,
  formatDistance,
  formatDuration,
  type Place,
  type ResolvedItem,
  type ResolvedWorkout,
  type UnrolledStep,
} from '@pacewright/script';

export type Axis = 'time' | 'distance';

/** One step in the chart. Px from the left, and from the top of the lanes. */
export type Block = {
  index: number;
  step: UnrolledStep;
  x: number;
  width: number;
  /** The number of lanes it rises; a rest is on the baseline. */
  lanes: number;
  isUnclear: boolean;
};

/** A repeat in the chart, once for every time it is run. Row 0 is nearest to the blocks. */
export type Bracket = { node: number; count: number; x: number; width: number; row: number };

export type Tick = { x: number; label: string };

export type ChartLayout = {
  blocks: Block[];
  brackets: Bracket[];
  rows: number;
  ticks: Tick[];
  /** Px for a unit of the axis. */
  scale: number;
};

type LayoutInput = {
  resolved: ResolvedWorkout;
  places: readonly Place[];
  axis: Axis;
  units: PaceUnits;
  /** The total width of the blocks, and the minimum distance between labels of the axis. Px. */
  width: number;
  tickGap: number;
  /** Leaves a tenth of the width free at the end, to drag into. */
  hasRoom?: boolean;
  /** Px for a unit of the axis, which does not change during a drag. */
  fixedScale?: number | undefined;
};

/** Of a chart without steps, in the unit of its axis: an hour, or a few kilometres. */
const EMPTY_LENGTH = 3600;

/** Places every step of a workout, to scale. */
export function layOutChart(input: LayoutInput): ChartLayout {
  const { resolved, places, width, hasRoom = false, fixedScale } = input;
  const lengths = lengthsOf(input);
  const total = sum(lengths) || EMPTY_LENGTH;
  const scale = fixedScale ?? width / (hasRoom ? total * 1.1 : total);
  const isUnclear = ({ node }: { node: number }) => places[node]?.isUnclear ?? false;
  let x = 0;
  const blocks = resolved.unrolled.map((step, index) => {
    const own = (lengths[index] ?? 0) * scale;
    const block = {
      index,
      step,
      x,
      width: own,
      lanes: step.step.lane === undefined ? 0 : laneNumber(step.step.lane),
      // The steps of a repeat that is unclear are as unclear.
      isUnclear: isUnclear(step.step) || step.rounds.some(isUnclear),
    };
    x += own;
    return block;
  });
  const heights = repeatHeights(resolved.items);
  return {
    blocks,
    brackets: bracketsOf(blocks, heights),
    rows: rowsOf(heights),
    ticks: ticksOf(blocks, input),
    scale,
  };
}

function laneNumber(lane: PaceKey): number {
  return PACE_KEYS.indexOf(lane) + 1;
}

/** The block at a position of the axis. */
export function blockAt(blocks: readonly Block[], x: number): Block | undefined {
  return blocks.findLast((block) => block.x <= x) ?? blocks[0];
}

/** The label of a block: "3:00", "400 m", "lap". */
export function labelLength(amount: Amount): string {
  if (amount.kind === 'open') return 'lap';
  return amount.kind === 'time' ? formatDuration(amount.seconds) : formatDistance(amount.metres);
}

/** Levels of repeats in the chart; deeper ones are in the table only. */
const MAX_ROWS = 3;

/**
 * The length of each step on the axis, in its unit. A step without an end is drawn as a twentieth of the rest.
 */
function lengthsOf({ resolved, axis }: LayoutInput): number[] {
  const known = resolved.unrolled.map(({ step }) => (axis === 'time' ? step.seconds : step.metres));
  const total = sum(known.map((length) => length ?? 0));
  const open = total > 0 ? total / 20 : 1;
  // A rest covers no distance, but has to be visible.
  return known.map((length) => length ?? open).map((length) => Math.max(length, total / 1000));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The number of levels in each repeat, itself included. */
function repeatHeights(items: readonly ResolvedItem[]): Map<number, number> {
  const heights = new Map<number, number>();
  function heightOf(item: ResolvedItem): number {
    if (item.kind === 'step') return 0;
    const height = 1 + Math.max(0, ...item.items.map(heightOf));
    heights.set(item.node, height);
    return height;
  }
  for (const item of items) heightOf(item);
  return heights;
}

function rowsOf(heights: Map<number, number>): number {
  return Math.min(MAX_ROWS, Math.max(0, ...heights.values()));
}

function bracketsOf(blocks: readonly Block[], heights: Map<number, number>): Bracket[] {
  const folded = Math.max(0, Math.max(0, ...heights.values()) - MAX_ROWS);
  const brackets: Bracket[] = [];
  /** The repeats around the block before, from the outermost, with their rounds. */
  let before: { node: number; round: number; bracket: Bracket | undefined }[] = [];
  for (const { step, x, width } of blocks) {
    let isSameRound = true;
    before = step.rounds.map(({ node, round, of }, depth) => {
      const outer = before[depth];
      const isSame = isSameRound && outer?.node === node;
      isSameRound = isSame && outer.round === round;
      if (isSame) {
        if (outer.bracket) outer.bracket.width = x + width - outer.bracket.x;
        return { node, round, bracket: outer.bracket };
      }
      const row = (heights.get(node) ?? 1) - 1 - folded;
      const bracket = row < 0 ? undefined : { node, count: of, x, width, row };
      if (bracket) brackets.push(bracket);
      return { node, round, bracket };
    });
  }
  return brackets;
}

const TIME_STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 240].map((minutes) => minutes * 60);
const DISTANCE_STEPS = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Labels of the axis, at intervals as small as there is room for. */
function ticksOf(
  blocks: readonly Block[],
  { resolved, axis, units, width, tickGap }: LayoutInput,
): Tick[] {
  const { time, distance } = resolved.totals;
  const total = axis === 'time' ? time.seconds : distance.metres;
  if (!(total > 0 && Number.isFinite(total))) return [];
  const steps =
    axis === 'time' ? TIME_STEPS : DISTANCE_STEPS.map((step) => step * METRES_PER_UNIT[units]);
  const step = steps.find((length) => (length / total) * width >= tickGap) ?? total;

  const ticks: Tick[] = [];
  for (let value = 0; value <= total + 1e-6; value += step)
    ticks.push({ x: placeOf(value, blocks, axis), label: tickLabel(value, axis, units) });
  return ticks;
}

function placeOf(value: number, blocks: readonly Block[], axis: Axis): number {
  const block = blocks.findLast((candidate) => startOf(candidate, axis) <= value + 1e-6);
  if (!block) return 0;
  const { step } = block.step;
  const length = (axis === 'time' ? step.seconds : step.metres) ?? 0;
  const share = length > 0 ? (value - startOf(block, axis)) / length : 0;
  return block.x + block.width * Math.min(1, Math.max(0, share));
}

function startOf({ step }: Block, axis: Axis): number {
  return axis === 'time' ? step.startSeconds : step.startMetres;
}

function tickLabel(value: number, axis: Axis, units: PaceUnits): string {
  if (value === 0) return '0';
  if (axis === 'time') return `${Math.round(value / 60)} min`;
  return `${Number((value / METRES_PER_UNIT[units]).toFixed(1))} ${units === 'metric' ? 'km' : 'mi'}`;
}
