import { trainingPaces } from '@pacewright/pace';
import { applyFix, type Edit } from '@pacewright/script';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readOnce } from '../read-once.ts';
import { PART_SHORTCUTS } from '../../platform/shortcuts/part-shortcuts.ts';
import { setSingleKeysEnabled } from '../../platform/shortcuts/single-keys.ts';
import { layOutChart } from '../view/profile-layout.ts';
import { type ChartGeometry, hitAt, laneAt, nearestEdge, type Pointer } from './geometry.ts';
import { parseAmount } from './parse-amount.ts';
import { createBuilder } from './builder.ts';
import { createGestures } from './gestures.ts';
import { createKeys } from './keys.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const EXAMPLE = '15m E + 5x(3m I + 2m E) + 10m E';

/** A text with a history, and a chart of 550 by 200 in which a minute of the example is 10 wide. */
function open(start: string) {
  const past: string[] = [];
  const future: string[] = [];
  let text = start;
  const onRemove = vi.fn<(what: string, undo: () => void) => void>();
  const onPoint = vi.fn<() => void>();
  const view = () => {
    const { resolved, places } = readOnce(text, SPEEDS);
    return { text, resolved, places, speeds: SPEEDS, axis: 'time' as const };
  };
  const builder = createBuilder({
    view: view(),
    onPoint,
    onRemove,
    text: {
      readText: () => text,
      change: (changes: readonly (readonly Edit[])[]) => {
        past.push(text);
        future.length = 0;
        for (const edits of changes) text = applyFix(text, { edits: [...edits] });
      },
      undo: () => travel(past, future),
      redo: () => travel(future, past),
      canUndo: () => past.length > 0,
      canRedo: () => future.length > 0,
    },
  });
  const gestures = createGestures(builder);
  const press = createKeys();

  function travel(from: string[], to: string[]): boolean {
    const other = from.pop();
    if (other === undefined) return false;
    to.push(text);
    text = other;
    return true;
  }

  /** The chart of the latest text, or of the drag. */
  function chart(): ChartGeometry {
    builder.update(view());
    const { resolved, places } = builder.getState().draft ?? view();
    const { mark } = builder.getState();
    const layout = layOutChart({
      resolved,
      places,
      axis: 'time',
      units: 'metric',
      width: 550,
      tickGap: 60,
      hasRoom: true,
      fixedScale: mark?.was?.scale,
    });
    const { blocks, scale } = layout;
    return { blocks, scale, left: 0, right: 550, top: 0, base: 200, lane: 40 };
  }

  return {
    builder,
    gestures,
    onRemove,
    onPoint,
    chart,
    text: () => text,
    undoSteps: () => past.length,
    said: () => builder.getState().message?.text,
    refusal: () => builder.getState().refusal,
    type: (changed: string) => {
      text = changed;
      builder.update(view());
    },
    tap: (x: number, y: number, pointer: Pointer = 'mouse', isShift = false) => {
      gestures.down({ x, y }, chart(), pointer, { isShift });
      gestures.up();
    },
    drag: (from: [number, number], to: [number, number], pointer: Pointer = 'mouse') => {
      gestures.down({ x: from[0], y: from[1] }, chart(), pointer);
      for (let step = 1; step <= 8; step++)
        gestures.move({
          x: from[0] + ((to[0] - from[0]) * step) / 8,
          y: from[1] + ((to[1] - from[1]) * step) / 8,
        });
      gestures.up();
    },
    /** Returns whether the last one is a key of the chart. */
    keys: (...keys: string[]) => {
      let isKey = false;
      for (const stroke of keys) {
        const parts = stroke.split('-').filter(Boolean);
        const key = parts.pop() ?? '-';
        const at = builder.getState().chosen?.index ?? 0;
        isKey = press(
          {
            key: stroke === '-' ? '-' : key,
            ctrlKey: parts.includes('Ctrl'),
            metaKey: false,
            altKey: parts.includes('Alt'),
            shiftKey: parts.includes('Shift'),
            timeStamp: 0,
          },
          { builder, at, onActivate: () => undefined },
        );
      }
      return isKey;
    },
  };
}

afterEach(() => setSingleKeysEnabled(true));

describe('a pointer', () => {
  test('in a lane adds a step of its pace at the nearest edge', () => {
    const chart = open('15m E + 10m E');
    // 25 minutes and a tenth are 550 wide, so the edge is at 300.
    chart.tap(280, 100);
    expect(chart.text()).toBe('15m E + 5m T + 10m E');
    expect(chart.said()).toBe('Threshold, 5 min, added. Total 30 min');
    chart.tap(545, 10);
    expect(chart.text()).toBe('15m E + 5m T + 10m E + 1m R');
  });

  test('inside a repeat adds to it, before its first step in front of it', () => {
    const chart = open(EXAMPLE);
    chart.tap(185, 100);
    expect(chart.text()).toBe('15m E + 5x(3m I + 5m T + 2m E) + 10m E');
    const other = open(EXAMPLE);
    other.tap(152, 10);
    expect(other.text()).toBe('15m E + 1m R + 5x(3m I + 2m E) + 10m E');
    const between = open(EXAMPLE);
    between.tap(200, 10);
    expect(between.text()).toBe('15m E + 5x(3m I + 2m E + 1m R) + 10m E');
  });

  test('drags an edge to lengthen a step, in all rounds and as one step of the history', () => {
    const chart = open(EXAMPLE);
    // The second of five: two of them end before its edge, so 10 to the right is half a minute each.
    chart.drag([228, 150], [238, 150]);
    expect(chart.text()).toBe('15m E + 5x(3m30s I + 2m E) + 10m E');
    expect(chart.undoSteps()).toBe(1);
    expect(chart.said()).toBe('Interval changed from 3 min to 3:30, in all 5 reps. Total 52:30');
  });

  test('keeps the edge under it, because the scale stays while it drags', () => {
    const chart = open(EXAMPLE);
    chart.gestures.down({ x: 229, y: 150 }, chart.chart(), 'mouse');
    for (const x of [239, 259, 289]) chart.gestures.move({ x, y: 150 });
    const block = chart.chart().blocks[3];
    expect(Math.abs((block?.x ?? 0) + (block?.width ?? 0) - 289)).toBeLessThan(4);
    expect(chart.text()).toBe(EXAMPLE);
    chart.gestures.cancel();
    expect(chart.builder.getState().draft).toBeUndefined();
    expect(chart.text()).toBe(EXAMPLE);
  });

  test('drags a block up or down to another pace, however it then moves sideways', () => {
    const chart = open(EXAMPLE);
    chart.drag([165, 150], [165, 190]);
    expect(chart.text()).toBe('15m E + 5x(3m T + 2m E) + 10m E');
    chart.drag([165, 150], [185, 70]);
    expect(chart.text()).toBe('15m E + 5x(3m R + 2m E) + 10m E');
  });

  test('drags a block sideways to another place, into a repeat and out of it', () => {
    const chart = open(EXAMPLE);
    chart.drag([450, 190], [181, 190]);
    expect(chart.text()).toBe('15m E + 5x(3m I + 10m E + 2m E)');
    const other = open(EXAMPLE);
    other.drag([75, 190], [548, 190]);
    expect(other.text()).toBe('5x(3m I + 2m E) + 10m E + 15m E');
    expect(other.said()).toBe('Easy, 15 min, moved later. Total 50 min');
  });

  test('chooses several with Shift, and a repeat as a whole from outside of it', () => {
    const chart = open(EXAMPLE);
    chart.tap(165, 150);
    chart.tap(190, 190, 'mouse', true);
    expect(chart.builder.chosenSteps()).toHaveLength(2);
    chart.tap(450, 190, 'mouse', true);
    expect(chart.builder.chosenSteps()).toHaveLength(3);
    chart.builder.duplicate();
    expect(chart.text()).toBe('15m E + 5x(3m I + 2m E) + 10m E + 5x(3m I + 2m E) + 10m E');
  });

  test('outside of the lanes chooses nothing', () => {
    const chart = open(EXAMPLE);
    chart.tap(165, 150);
    chart.tap(165, 240);
    expect(chart.builder.getState().chosen).toBeUndefined();
    expect(chart.text()).toBe(EXAMPLE);
  });
});

describe('a finger', () => {
  test('drags the knobs of the chosen step', () => {
    const chart = open(EXAMPLE);
    chart.tap(165, 150, 'touch');
    chart.drag([180, 218], [190, 218], 'touch');
    expect(chart.text()).toBe('15m E + 5x(4m I + 2m E) + 10m E');
    const cap = chart.chart().blocks[1];
    const middle = (cap?.x ?? 0) + (cap?.width ?? 0) / 2;
    chart.drag([middle, 22], [middle, 62], 'touch');
    expect(chart.text()).toBe('15m E + 5x(4m T + 2m E) + 10m E');
  });

  test('that passes over a block changes nothing until the block is chosen', () => {
    const chart = open(EXAMPLE);
    chart.drag([165, 150], [165, 190], 'touch');
    expect(chart.text()).toBe(EXAMPLE);
    chart.tap(165, 150, 'touch');
    chart.drag([165, 150], [165, 190], 'touch');
    expect(chart.text()).toBe('15m E + 5x(3m T + 2m E) + 10m E');
  });

  test('holds a block, then taps the last one, to repeat both', () => {
    vi.useFakeTimers();
    const chart = open('15m E + 3m I + 2m E + 10m E');
    const x = (minute: number) => (minute * 550) / 33;
    chart.gestures.down({ x: x(16), y: 150 }, chart.chart(), 'touch');
    vi.advanceTimersByTime(500);
    chart.gestures.up();
    expect(chart.said()).toBe('Now tap the last step');
    chart.tap(x(19), 190, 'touch');
    for (let count = 2; count <= 5; count++) chart.builder.repeat(1);
    expect(chart.text()).toBe(EXAMPLE);
    vi.useRealTimers();
  });
});

describe('the keyboard', () => {
  test.each(
    Object.values(PART_SHORTCUTS)
      .filter(({ group }) => group === PART_SHORTCUTS.nudge.group)
      .flatMap(({ keys }): string[] => [...keys]),
  )('has the key %s of the list of shortcuts', (stroke) => {
    const { keys } = open(EXAMPLE);
    const letter = stroke.replace(/(?<!Shift\+)\b[A-Z]$/, (key) => key.toLowerCase());
    expect(keys('Home', letter.replace('Mod', 'Ctrl').replaceAll(/\+(?=.)/g, '-'))).toBe(true);
  });

  test('builds a workout from nothing', () => {
    const chart = open('');
    chart.keys('e', '+', '+', '+', '+', '+', 'Escape', 'i', 'Escape', 'e');
    expect(chart.text()).toBe('15m E + 3m I + 10m E');
    chart.builder.setAmount(parseAmount('2', { kind: 'open' }) ?? { kind: 'open' });
    chart.keys('Shift-ArrowLeft', 'x', 'x', 'x', 'x', 'Escape', 'e');
    expect(chart.text()).toBe(EXAMPLE);
    expect(chart.said()).toBe('Easy, 10 min, added. Total 50 min');
  });

  test('changes the pace, the length, the place and the count', () => {
    const chart = open(EXAMPLE);
    chart.keys('Home', 'ArrowRight', 'ArrowUp');
    expect(chart.text()).toBe('15m E + 5x(3m R + 2m E) + 10m E');
    chart.keys('t', '-');
    expect(chart.text()).toBe('15m E + 5x(2m45s T + 2m E) + 10m E');
    chart.keys('X');
    expect(chart.text()).toBe('15m E + 4x(2m45s T + 2m E) + 10m E');
    chart.keys('Alt-ArrowRight');
    expect(chart.text()).toBe('15m E + 4x(2m E + 2m45s T) + 10m E');
    chart.keys('Alt-ArrowRight');
    expect(chart.text()).toBe('15m E + 4x(2m E) + 2m45s T + 10m E');
    chart.keys('Alt-ArrowRight', 'End', 'd');
    expect(chart.text()).toBe('15m E + 4x(2m E) + 10m E + 2m45s T + 2m45s T');
  });

  test('takes one round out of a repeat, and makes one repeat of equal rounds', () => {
    const chart = open(EXAMPLE);
    chart.keys('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'o');
    expect(chart.text()).toBe('15m E + 3m I + 2m E + 3m I + 2m E + 3x(3m I + 2m E) + 10m E');
    expect(chart.builder.getState().chosen?.index).toBe(3);
    chart.keys('Home', 'ArrowRight');
    for (let step = 0; step < 9; step++) chart.keys('Shift-ArrowRight');
    expect(chart.builder.canMerge()).toBe(true);
    chart.builder.merge();
    expect(chart.text()).toBe(EXAMPLE);
  });

  test('unwraps a repeat at one round, and keeps its steps chosen', () => {
    const chart = open('2x(3m I + 2m E)');
    chart.keys('Home', 'Shift-ArrowRight', 'X');
    expect(chart.text()).toBe('3m I + 2m E');
    expect(chart.builder.chosenSteps()).toHaveLength(2);
    chart.keys('X');
    expect(chart.refusal()).toBe('This step isn’t in a repeat.');
  });

  test('undoes and redoes with the steps that were chosen', () => {
    const chart = open(EXAMPLE);
    chart.keys('Home', 'ArrowRight', '+', 'Delete');
    expect(chart.text()).toBe('15m E + 5x(2m E) + 10m E');
    expect(chart.onRemove).toHaveBeenCalledWith('3:15, interval, deleted', expect.anything());
    chart.keys('Ctrl-z');
    expect(chart.text()).toBe('15m E + 5x(3m15s I + 2m E) + 10m E');
    expect(chart.builder.chosenSteps().map(({ node }) => node)).toEqual([2]);
    chart.keys('Ctrl-z');
    expect(chart.text()).toBe(EXAMPLE);
    expect(chart.said()).toBe('Undone. Total 50 min');
    chart.keys('Ctrl-z');
    expect(chart.said()).toBe('Nothing to undo.');
    chart.keys('Ctrl-y');
    expect(chart.text()).toBe('15m E + 5x(3m15s I + 2m E) + 10m E');
  });

  test('leaves single keys alone where they are switched off, and after G', () => {
    setSingleKeysEnabled(false);
    const chart = open(EXAMPLE);
    chart.keys('Home', 't', 'x', '+');
    expect(chart.text()).toBe(EXAMPLE);
    setSingleKeysEnabled(true);
    chart.keys('g', 't');
    expect(chart.text()).toBe(EXAMPLE);
  });
});

describe('refusals say why', () => {
  test('for a part that is unclear', () => {
    const chart = open('15m E + 400m R');
    chart.keys('End', 'ArrowDown');
    expect(chart.refusal()).toBe('This part is unclear. Answer the question in the text first.');
    chart.keys('Home', 'm');
    expect(chart.text()).toBe('15m M + 400m R');
    expect(chart.refusal()).toBeUndefined();
  });

  test('for limits of a workout', () => {
    const chart = open('99x(1m R) + E');
    chart.keys('Home', 'x');
    expect(chart.refusal()).toBe('A repeat can have 1 to 99 reps.');
    chart.keys('End', '+');
    expect(chart.refusal()).toBe(
      'This step lasts until you press lap. Type a duration or distance to change it.',
    );
    chart.keys('Alt-ArrowRight');
    expect(chart.refusal()).toBe('This is the last step.');
    expect(chart.text()).toBe('99x(1m R) + E');
  });
});

test('steps are no longer chosen once the text is changed by hand', () => {
  const chart = open(EXAMPLE);
  chart.keys('Home');
  chart.type('20m E');
  expect(chart.builder.getState().chosen).toBeUndefined();
  chart.keys('m');
  expect(chart.text()).toBe('20m E + 10m M');
});

test('several steps change as one step of the history', () => {
  const chart = open('3m I + 2m T + 1m R');
  chart.keys('Home', 'Shift-ArrowRight', 'e');
  expect(chart.text()).toBe('3m E + 2m E + 1m R');
  expect(chart.undoSteps()).toBe(1);
  expect(chart.said()).toBe('2 steps changed. Total 6 min');
});

test('the undo of a deletion does not undo anything else', () => {
  const chart = open('3m I + 2m T');
  chart.keys('Home', 'Delete', 'r');
  const [, undo] = chart.onRemove.mock.calls[0] ?? [];
  undo?.();
  expect(chart.text()).toBe('2m T + 1m R');
  expect(chart.refusal()).toBe('The workout has changed since. Use Undo to go back step by step.');
});

test.each([
  ['4', { kind: 'time', seconds: 240 }],
  ['3:30', { kind: 'time', seconds: 210 }],
  ['90s', { kind: 'time', seconds: 90 }],
  ['800mtr', { kind: 'distance', metres: 800 }],
  ['1h', { kind: 'time', seconds: 3600 }],
  ['0', undefined],
  ['2m E + 3m', undefined],
  ['soon', undefined],
])('the typed length %s is read', (typed, amount) => {
  expect(parseAmount(typed, { kind: 'time', seconds: 60 })).toEqual(amount);
});

test('a bare number after a distance is kilometres, or metres if it is large', () => {
  const before = { kind: 'distance', metres: 400 } as const;
  expect(parseAmount('800', before)).toEqual({ kind: 'distance', metres: 800 });
  expect(parseAmount('2', before)).toEqual({ kind: 'distance', metres: 2000 });
});

test('every point of the chart is a block, a lane, a handle or outside', () => {
  const chart = open(EXAMPLE).chart();
  expect(hitAt({ x: 75, y: 190 }, chart, 'mouse', undefined)).toEqual({ kind: 'block', index: 0 });
  expect(hitAt({ x: 147, y: 190 }, chart, 'mouse', undefined)).toEqual({ kind: 'edge', index: 0 });
  expect(hitAt({ x: 147, y: 190 }, chart, 'touch', undefined)).toEqual({ kind: 'block', index: 0 });
  expect(hitAt({ x: 75, y: 90 }, chart, 'mouse', undefined)).toEqual({
    kind: 'lane',
    pace: 'T',
    before: 0,
  });
  expect(hitAt({ x: 75, y: 260 }, chart, 'mouse', undefined)).toEqual({ kind: 'outside' });
  expect(hitAt({ x: 160, y: 30 }, chart, 'touch', 1)).toEqual({ kind: 'cap', index: 1 });
  expect([0, 39, 41, 199, 250].map((y) => laneAt(y, chart))).toEqual(['R', 'R', 'I', 'E', 'E']);
  expect([0, 74, 76, 160, 549].map((x) => nearestEdge(x, chart.blocks))).toEqual([0, 0, 1, 1, 12]);
});

test('typing in the text ends a selection, and draws nothing again without one', () => {
  const chart = open('10m E');
  const listener = vi.fn<() => void>();
  chart.builder.subscribe(listener);
  chart.type('15m E');
  chart.type('15m E + 5m T');
  expect(listener).not.toHaveBeenCalled();

  chart.tap(100, 190);
  expect(chart.builder.getState().chosen).toBeDefined();
  chart.type('15m E + 5m T + 1m R');
  expect(chart.builder.getState().chosen).toBeUndefined();
});
