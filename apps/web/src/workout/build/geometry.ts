import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import type { Block } from '../view/profile-layout.ts';

/** The chart as it is drawn, in its own units. */
export type ChartGeometry = {
  blocks: readonly Block[];
  /** The left end of the blocks, and the right end of the lanes. */
  left: number;
  right: number;
  /** The top of the highest lane, and the baseline. */
  top: number;
  base: number;
  lane: number;
  /** Units of the drawing for a second or a metre of the axis. */
  scale: number;
};

export type Point = { x: number; y: number };

export type Pointer = 'mouse' | 'touch';

export type Hit =
  | { kind: 'edge'; index: number }
  | { kind: 'cap'; index: number }
  | { kind: 'block'; index: number }
  /** An empty part of a lane, and the block before which a tap adds one. */
  | { kind: 'lane'; pace: PaceKey; before: number }
  | { kind: 'outside' };

/** A finger's target is 44 units wide, a mouse's a few. */
const FINGER = 22;
const MOUSE = 6;
/** The lowest blocks are lines; they can be hit a little above. */
const MIN_HEIGHT = 16;
const REST_HEIGHT = 6;
/** Narrower blocks are taken as a whole. */
const MIN_WIDTH_OF_EDGE = 16;
/** From a block to the middle of a knob. */
export const KNOB_GAP = 18;

/** The part of the chart at a point. Handles belong to the one chosen step. */
export function hitAt(
  { x, y }: Point,
  chart: ChartGeometry,
  pointer: Pointer,
  handled: number | undefined,
): Hit {
  const { blocks, left, right, top, base } = chart;
  const own = handled === undefined ? undefined : blocks[handled];
  if (own) {
    const box = boxOf(own, chart);
    const isTouch = pointer === 'touch';
    const reach = isTouch ? FINGER : MOUSE;
    const edge = isTouch ? base + KNOB_GAP : y;
    if (isTouch && isNear(x, box.x + box.width / 2) && isNear(y, box.y - KNOB_GAP))
      return { kind: 'cap', index: own.index };
    const isBeside = isTouch ? isNear(y, edge) : y >= box.y && y <= base + MOUSE;
    if (Math.abs(x - box.x - box.width) <= reach && isBeside)
      return { kind: 'edge', index: own.index };
  }
  if (x < left || x > right || y < top - MIN_HEIGHT || y > base + 4) return { kind: 'outside' };
  const block = blocks.findLast((one) => left + one.x <= x);
  if (block && x <= left + block.x + block.width) {
    const box = boxOf(block, chart);
    if (y >= Math.min(box.y, base - MIN_HEIGHT)) {
      const isEdge = box.width >= MIN_WIDTH_OF_EDGE && x >= box.x + box.width - MOUSE;
      return { kind: isEdge && pointer === 'mouse' ? 'edge' : 'block', index: block.index };
    }
  }
  return { kind: 'lane', pace: laneAt(y, chart), before: nearestEdge(x - left, blocks) };
}

function isNear(value: number, middle: number): boolean {
  return Math.abs(value - middle) <= FINGER;
}

/** A block as a rectangle of the drawing. */
export function boxOf({ x, width, lanes }: Block, { left, base, lane }: ChartGeometry) {
  const height = lanes === 0 ? REST_HEIGHT : lanes * lane;
  return { x: left + x, y: base - height, width, height };
}

export function laneAt(y: number, { base, lane }: ChartGeometry): PaceKey {
  const index = Math.floor((base - y) / lane);
  return PACE_KEYS[Math.min(PACE_KEYS.length - 1, Math.max(0, index))] ?? 'E';
}

/** The pace some lanes above or below another. */
export function shiftLane(pace: PaceKey, by: number): PaceKey {
  const index = PACE_KEYS.indexOf(pace) + by;
  return PACE_KEYS[Math.min(PACE_KEYS.length - 1, Math.max(0, index))] ?? pace;
}

/** The block that begins at the nearest edge, or the number of blocks for the end. */
export function nearestEdge(x: number, blocks: readonly Block[]): number {
  const last = blocks.at(-1);
  if (!last || x >= last.x + last.width) return blocks.length;
  const index = blocks.findLastIndex((block) => block.x <= x);
  const block = blocks[Math.max(0, index)];
  if (!block) return 0;
  return x - block.x > block.width / 2 ? index + 1 : Math.max(0, index);
}

/** The position of an edge in the drawing. */
export function edgeX(before: number, { blocks, left }: ChartGeometry): number {
  const block = blocks[before];
  if (block) return left + block.x;
  const last = blocks.at(-1);
  return left + (last ? last.x + last.width : 0);
}
