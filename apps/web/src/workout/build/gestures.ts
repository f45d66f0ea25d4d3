import type { PaceKey } from '@pacewright/pace';
import {
  type Amount,
  formatDistance,
  formatDuration,
  type Operation,
  type ResolvedStep,
  snapAmount,
} from '@pacewright/script';
import type { Builder } from './builder.ts';
import {
  type ChartGeometry,
  type Hit,
  hitAt,
  nearestEdge,
  type Point,
  type Pointer,
  shiftLane,
} from './geometry.ts';
import { amountOperation, paceOperation } from './step-changes.ts';

type Press = {
  hit: Hit;
  start: Point;
  pointer: Pointer;
  isShift: boolean;
  /** The chart when the pointer went down: its scale stays until the end. */
  chart: ChartGeometry;
  mode: 'press' | 'held' | 'length' | 'pace' | 'place' | 'ignored';
  operations: readonly Operation[];
  before: number | undefined;
  hold: ReturnType<typeof setTimeout> | undefined;
};

/** Movements shorter than this are a tap. */
const MIN_DRAG = 8;
const HOLD_MS = 450;

/** Taps and drags on the chart as commands of the builder. */
export function createGestures(builder: Builder) {
  let press: Press | undefined;

  function down(
    point: Point,
    chart: ChartGeometry,
    pointer: Pointer,
    { isShift = false } = {},
  ): void {
    cancel();
    builder.set({ pointer, mark: undefined, refusal: undefined });
    const hit = hitAt(point, chart, pointer, handledIndex(builder));
    const hold =
      pointer === 'touch' && hit.kind === 'block' ? setTimeout(holdBlock, HOLD_MS) : undefined;
    press = {
      hit,
      start: point,
      pointer,
      isShift,
      chart,
      mode: 'press',
      operations: [],
      before: undefined,
      hold,
    };
  }

  /** A block that is held can be dragged sideways, or is the first of several. */
  function holdBlock(): void {
    if (!press || press.hit.kind !== 'block') return;
    press.mode = 'held';
    builder.choose(press.hit.index);
    builder.set({ isChoosingSeveral: true });
    builder.say('Now tap the last step');
  }

  function move(point: Point): void {
    const current = press;
    if (!current) return;
    const [dx, dy] = [point.x - current.start.x, point.y - current.start.y];
    let refusal: string | undefined;
    if (current.mode === 'press' || current.mode === 'held') {
      if (Math.hypot(dx, dy) < MIN_DRAG) return;
      clearTimeout(current.hold);
      refusal = begin(builder, current, dx, dy);
    }
    if (current.mode === 'length') refusal ??= dragEdge(builder, current, dx);
    if (refusal !== undefined) {
      end();
      builder.refuse(refusal);
      return;
    }
    if (current.mode === 'pace') dragLane(builder, current, dy);
    if (current.mode === 'place') dragPlace(builder, current, point, dx);
  }

  function up(): void {
    const current = press;
    end();
    if (!current) return;
    const { mode, hit, operations, before, isShift } = current;
    if (mode === 'press') tap(builder, hit, isShift);
    if (mode === 'length' || mode === 'pace') {
      // The drawn steps stay until the text is read.
      if (operations.length > 0) builder.run(operations, builder.keepChosen);
      else builder.preview([], undefined);
    }
    if (mode === 'place') {
      builder.set({ mark: undefined });
      if (before !== undefined) builder.moveTo(before);
    }
  }

  function cancel(): void {
    const isDragging = press && press.mode !== 'press';
    end();
    if (isDragging) builder.preview([], undefined);
  }

  function end(): void {
    clearTimeout(press?.hold);
    press = undefined;
  }

  function leave(): void {
    if (!press && builder.getState().mark) builder.set({ mark: undefined });
  }

  return {
    down,
    move,
    up,
    cancel,
    hover: (point: Point, chart: ChartGeometry) => hover(builder, point, chart),
    leave,
    isDragging: () => press !== undefined,
  };
}

/**
 * The first axis wins: a drag changes the pace or the place, never both. Returns the reason why the block can't be
 * dragged.
 */
function begin(builder: Builder, current: Press, dx: number, dy: number): string | undefined {
  const { hit } = current;
  if (hit.kind === 'lane' || hit.kind === 'outside') {
    current.mode = 'ignored';
    return undefined;
  }
  const isChosen = isChosenBlock(builder, hit.index);
  if (current.pointer === 'touch' && current.mode === 'press' && !isChosen) {
    // Somebody may be trying to scroll.
    current.mode = 'ignored';
    return undefined;
  }
  const isVertical = hit.kind === 'cap' || Math.abs(dy) >= Math.abs(dx);
  current.mode = hit.kind === 'edge' ? 'length' : isVertical ? 'pace' : 'place';
  builder.set({ isChoosingSeveral: false });
  if (!isChosen) builder.choose(hit.index);
  return builder.isUnclear()
    ? 'This part is unclear. Answer the question in the text first.'
    : undefined;
}

/** Returns the reason why the step has no length to change. */
function dragEdge(builder: Builder, current: Press, dx: number): string | undefined {
  const { chart, hit } = current;
  const index = 'index' in hit ? hit.index : 0;
  const block = chart.blocks[index];
  if (!block) return undefined;
  const { step } = block.step;
  const length = builder.getAxis() === 'time' ? step.seconds : step.metres;
  if (step.amount.kind === 'open' || !length)
    return 'This step lasts until you press lap. Type a duration or distance to change it.';
  // All rounds change together, so the third edge moves three times as far as its step.
  const copies = chart.blocks.filter(
    (other) => other.index <= index && other.step.step.node === step.node,
  ).length;
  const share = Math.max(0, length + dx / chart.scale / copies) / length;
  const amount = snapAmount(scaled(step.amount, share));
  const operation = amountOperation(step, amount);
  drag(builder, current, operation ? [operation] : [], {
    kind: 'length',
    label: labelOf(step.amount, amount),
    was: chart,
  });
  return undefined;
}

function dragLane(builder: Builder, current: Press, dy: number): void {
  const by = Math.round(-dy / current.chart.lane);
  const operations = builder
    .chosenSteps()
    .flatMap((step) => (step.lane && paceOperation(step, shiftLane(step.lane, by))) ?? []);
  drag(builder, current, by === 0 ? [] : operations, {
    kind: 'pace',
    pace: laneOf(builder.chosenSteps(), by),
    was: current.chart,
  });
}

function dragPlace(builder: Builder, current: Press, point: Point, dx: number): void {
  const { chart } = current;
  current.before = nearestEdge(point.x - chart.left, chart.blocks);
  builder.set({ mark: { kind: 'place', before: current.before, by: dx } });
}

/** Draws only if the snapped value has changed, which it seldom does from frame to frame. */
function drag(
  builder: Builder,
  current: Press,
  operations: readonly Operation[],
  mark: Parameters<Builder['preview']>[1],
): void {
  const isSame = JSON.stringify(operations) === JSON.stringify(current.operations);
  if (isSame && builder.getState().mark) return;
  current.operations = operations;
  builder.preview(operations, mark);
}

function tap(builder: Builder, hit: Hit, isShift: boolean): void {
  const { isChoosingSeveral } = builder.getState();
  builder.set({ isChoosingSeveral: false });
  if (hit.kind === 'lane') builder.add(hit.pace, hit.before);
  else if (hit.kind === 'outside') builder.release();
  else builder.choose(hit.index, { extend: isShift || isChoosingSeveral });
}

/** Shows where a click would add a step. Returns the part of the chart under the mouse. */
function hover(builder: Builder, point: Point, chart: ChartGeometry): Hit {
  const hit = hitAt(point, chart, 'mouse', handledIndex(builder));
  const { mark } = builder.getState();
  const next =
    hit.kind === 'lane'
      ? ({ kind: 'add', pace: hit.pace, before: hit.before } as const)
      : undefined;
  if (JSON.stringify(mark) !== JSON.stringify(next)) builder.set({ mark: next });
  return hit;
}

/** The block with the handles: the only chosen step. */
function handledIndex(builder: Builder): number | undefined {
  const { chosen } = builder.getState();
  return chosen && builder.chosenSteps().length === 1 ? chosen.index : undefined;
}

function isChosenBlock(builder: Builder, index: number): boolean {
  const node = builder.readSteps()[index]?.step.node;
  return builder.chosenSteps().some((step) => step.node === node);
}

function scaled(amount: Amount, share: number): Amount {
  if (amount.kind === 'time') return { kind: 'time', seconds: amount.seconds * share };
  return amount.kind === 'open' ? amount : { kind: 'distance', metres: amount.metres * share };
}

/** "3:30 (+0:30)", "1 km (−200 m)". */
function labelOf(before: Amount, after: Amount): string {
  if (before.kind === 'time' && after.kind === 'time')
    return withChange(formatDuration, before.seconds, after.seconds);
  if (before.kind === 'distance' && after.kind === 'distance')
    return withChange(formatDistance, before.metres, after.metres);
  return '';
}

function withChange(format: (value: number) => string, before: number, after: number): string {
  if (after === before) return format(after);
  return `${format(after)} (${after > before ? '+' : '−'}${format(Math.abs(after - before))})`;
}

function laneOf(steps: readonly ResolvedStep[], by: number): PaceKey {
  const [lane = 'E'] = steps.flatMap((step) => step.lane ?? []);
  return shiftLane(lane, by);
}
