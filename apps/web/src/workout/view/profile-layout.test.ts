import { trainingPaces } from '@pacewright/pace';
import { readScript, resolveWorkout } from '@pacewright/script';
import { describe, expect, test } from 'vitest';
import { type Axis, blockAt, layOutChart } from './profile-layout.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };

function drawn(script: string, axis: Axis = 'time', units: 'metric' | 'imperial' = 'metric') {
  const { workout, places } = readScript(script, { speeds: SPEEDS });
  const resolved = resolveWorkout(workout, SPEEDS);
  return layOutChart({ resolved, places, axis, units, width: 600, tickGap: 90 });
}

test.each([Infinity, NaN, 1e308])('a total of %d seconds still gives a chart', (seconds) => {
  const { workout, places } = readScript('5km E');
  const resolved = resolveWorkout(workout, SPEEDS);
  resolved.totals.time.seconds = seconds;
  const { ticks } = layOutChart({
    resolved,
    places,
    axis: 'time',
    units: 'metric',
    width: 600,
    tickGap: 90,
  });
  expect(ticks.length).toBeLessThan(10);
});

describe('blocks', () => {
  test('are true to scale and fill the width', () => {
    const { blocks } = drawn('10m E + 5x(1m R + 1m jog)');
    expect(blocks.map(({ x, width }) => [x, width])).toEqual([
      [0, 300],
      ...Array.from({ length: 10 }, (_, index) => [300 + index * 30, 30]),
    ]);
  });

  test('rise to their lane, and a rest is on the baseline', () => {
    const { blocks } = drawn('1m E + 1m M + 1m T + 1m I + 1m R + 1m Z3 + 1m jog + 1m rest');
    expect(blocks.map(({ lanes }) => lanes)).toEqual([1, 2, 3, 4, 5, 2, 1, 0]);
  });

  test('on the axis of distance are as wide as they are long', () => {
    const { blocks } = drawn('1km E + 2km T', 'distance');
    expect(blocks.map(({ width }) => Math.round(width))).toEqual([200, 400]);
  });

  test('without an end are drawn, and marked when they are unclear', () => {
    const { blocks } = drawn('20m E + E + 400m R');
    expect(blocks[1]?.width).toBeGreaterThan(10);
    expect(blocks.map(({ isUnclear }) => isUnclear)).toEqual([false, false, true]);
  });

  test('of a repeat that is unclear are unclear too', () => {
    const { blocks } = drawn('10m E + alternating 3m T, 3m E');
    expect(blocks.map(({ isUnclear }) => isUnclear)).toEqual([false, true, true, true, true]);
  });

  test('leave a tenth of the width free where they can be dragged', () => {
    const { workout, places } = readScript('10m E');
    const resolved = resolveWorkout(workout, SPEEDS);
    const input = { resolved, places, axis: 'time', units: 'metric', tickGap: 90 } as const;
    const { blocks, scale } = layOutChart({ ...input, width: 660, hasRoom: true });
    expect(blocks[0]?.width).toBeCloseTo(600);
    expect(scale).toBeCloseTo(1);
    expect(layOutChart({ ...input, width: 660, fixedScale: 0.5 }).blocks[0]?.width).toBe(300);
  });

  test("are found by the pointer's position", () => {
    const { blocks } = drawn('10m E + 10m T');
    expect([-5, 0, 299, 300, 900].map((x) => blockAt(blocks, x)?.index)).toEqual([0, 0, 0, 1, 1]);
  });
});

describe('brackets', () => {
  test('are under each run of a repeat, the inner ones nearest to the blocks', () => {
    const { brackets, rows } = drawn('2x(2x(1m R + 1m jog) + 2m E)');
    expect(rows).toBe(2);
    expect(brackets.map(({ count, row, x, width }) => [count, row, x, width])).toEqual([
      [2, 1, 0, 600],
      [2, 0, 0, 200],
      [2, 0, 300, 200],
    ]);
  });

  test('beyond three levels are left to the table', () => {
    const { brackets, rows } = drawn('2x(2x(2x(2x(1m R) + 1m E) + 1m E) + 1m E)');
    expect(rows).toBe(3);
    expect(new Set(brackets.map(({ row }) => row))).toEqual(new Set([0, 1, 2]));
  });
});

describe('the axis', () => {
  test('counts minutes in intervals that have room', () => {
    expect(drawn('1h E').ticks.map(({ x, label }) => [Math.round(x), label])).toEqual([
      [0, '0'],
      [100, '10 min'],
      [200, '20 min'],
      [300, '30 min'],
      [400, '40 min'],
      [500, '50 min'],
      [600, '60 min'],
    ]);
  });

  test('counts in the athlete’s units', () => {
    expect(drawn('10km E', 'distance').ticks.at(-1)?.label).toBe('10 km');
    expect(drawn('10km E', 'distance', 'imperial').ticks.at(-1)?.label).toBe('6 mi');
  });

  test('is empty for a workout without an end', () => {
    expect(drawn('E').ticks).toEqual([]);
  });
});
