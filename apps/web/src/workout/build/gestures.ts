import type { PaceKey } from '@pacewright/pace';
import {
  type Amount,
  formatDistance,
  formatDuration,
  type Operation,
  type ResolvedStep,
  snapAmount,
} from '@pacewright/script';
import { amountOperation, type Builder, paceOperation } from './builder.ts';
import {
  type ChartGeometry,
  type Hit,
  hitAt,
  nearestEdge,
  type Point,
  type Pointer,
  shiftLane,
} from './geometry.ts';

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
    if (!press) return;
    const [dx, dy] = [point.x - press.start.x, point.y - press.start.y];
    if (press.mode === 'press' || press.mode === 'held') {
      if (Math.hypot(dx, dy) < MIN_DRAG) return;
      clearTimeout(press.hold);
      begin(press, dx, dy);
    }
    if (press.mode === 'length') dragEdge(press, dx);
    if (press.mode === 'pace') dragLane(press, dy);
    if (press.mode === 'place') dragPlace(press, point, dx);
  }

  /** The first axis wins: a drag changes the pace or the place, never both. */
  function begin(current: Press, dx: number, dy: number): void {
    const { hit } = current;
    if (hit.kind === 'lane' || hit.kind === 'outside') {
      current.mode = 'ignored';
      return;
    }
    const isChosen = isChosenBlock(builder, hit.index);
    if (current.pointer === 'touch' && current.mode === 'press' && !isChosen) {
      // Somebody may be trying to scroll.
      current.mode = 'ignored';
      return;
    }
    const isVertical = hit.kind === 'cap' || Math.abs(dy) >= Math.abs(dx);
    current.mode = hit.kind === 'edge' ? 'length' : isVertical ? 'pace' : 'place';
    builder.set({ isChoosingSeveral: false });
    if (!isChosen) builder.choose(hit.index);
    if (builder.isUnclear()) {
      end();
      builder.refuse('This part is unclear. Answer the question in the text first.');
    }
  }

  function dragEdge(current: Press, dx: number): void {
    const { chart, hit } = current;
    const index = 'index' in hit ? hit.index : 0;
    const block = chart.blocks[index];
    if (!block) return;
    const { step } = block.step;
    const length = builder.getAxis() === 'time' ? step.seconds : step.metres;
    if (step.amount.kind === 'open' || !length) {
      end();
      builder.refuse(
        'This step lasts until you press lap. Type a duration or distance to change it.',
      );
      return;
    }
    // All rounds change together, so the third edge moves three times as far as its step.
    const copies = chart.blocks.filter(
      (other) => other.index <= index && other.step.step.node === step.node,
    ).length;
    const share = Math.max(0, length + dx / chart.scale / copies) / length;
    const amount = snapAmount(scaled(step.amount, share));
    const operation = amountOperation(step, amount);
    drag(current, operation ? [operation] : [], {
      kind: 'length',
      label: labelOf(step.amount, amount),
      was: chart,
    });
  }

  function dragLane(current: Press, dy: number): void {
    const by = Math.round(-dy / current.chart.lane);
    const operations = builder
      .chosenSteps()
      .flatMap((step) => (step.lane && paceOperation(step, shiftLane(step.lane, by))) ?? []);
    drag(current, by === 0 ? [] : operations, {
      kind: 'pace',
      pace: laneOf(builder.chosenSteps(), by),
      was: current.chart,
    });
  }

  function dragPlace(current: Press, point: Point, dx: number): void {
    const { chart } = current;
    current.before = nearestEdge(point.x - chart.left, chart.blocks);
    builder.set({ mark: { kind: 'place', before: current.before, by: dx } });
  }

  /** Draws only if the snapped value has changed, which it seldom does from frame to frame. */
  function drag(
    current: Press,
    operations: readonly Operation[],
    mark: Parameters<Builder['preview']>[1],
  ): void {
    const isSame = JSON.stringify(operations) === JSON.stringify(current.operations);
    if (isSame && builder.getState().mark) return;
    current.operations = operations;
    builder.preview(operations, mark);
  }

  function up(): void {
    const current = press;
    end();
    if (!current) return;
    const { mode, hit, operations, before, isShift } = current;
    if (mode === 'press') tap(hit, isShift);
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

  function tap(hit: Hit, isShift: boolean): void {
    const { isChoosingSeveral } = builder.getState();
    builder.set({ isChoosingSeveral: false });
    if (hit.kind === 'lane') builder.add(hit.pace, hit.before);
    else if (hit.kind === 'outside') builder.release();
    else builder.choose(hit.index, { extend: isShift || isChoosingSeveral });
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

  /** Shows where a click would add a step. Returns the part of the chart under the mouse. */
  function hover(point: Point, chart: ChartGeometry): Hit {
    const hit = hitAt(point, chart, 'mouse', handledIndex(builder));
    const { mark } = builder.getState();
    const next =
      hit.kind === 'lane'
        ? ({ kind: 'add', pace: hit.pace, before: hit.before } as const)
        : undefined;
    if (JSON.stringify(mark) !== JSON.stringify(next)) builder.set({ mark: next });
    return hit;
  }

  function leave(): void {
    if (!press && builder.getState().mark) builder.set({ mark: undefined });
  }

  return { down, move, up, cancel, hover, leave, isDragging: () => press !== undefined };
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
