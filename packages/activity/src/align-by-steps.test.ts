import { trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { makeRun } from '../test/made-run.ts';
import { plannedOf } from '../test/simulated-run.ts';
import { watchStepsOf } from '../test/watch-steps.ts';
import { compareActivity } from '../test/compare.ts';
import type { Comparison, WatchStep } from './index.ts';

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const SCRIPT = '15m E + 3x(3m I + 2m jog) + 10m E';

type NamedLap = readonly [step: number | undefined, seconds: number];

/** The workout on the watch and in the plan, if they differ. */
type CompareOptions = { script?: string; planned?: string; watchSteps?: WatchStep[] };

function compare(
  laps: readonly NamedLap[],
  { script = SCRIPT, planned, watchSteps }: CompareOptions = {},
): Comparison {
  const parts = laps.map(([step, seconds]) => ({ step, seconds }));
  return compareActivity(
    makeRun(parts, { watchSteps: watchSteps ?? watchStepsOf(script, SPEEDS).steps }),
    plannedOf(planned ?? script),
  );
}

/** Seconds of each step, and 0 for those that were missed. */
function lengths(laps: readonly NamedLap[], script = SCRIPT): number[] {
  const comparison = compare(laps, { script });
  if (comparison.kind !== 'compared') throw new Error(comparison.reason);
  expect(comparison.method).toBe('steps');
  expect(comparison.steps.every(({ isSure }) => isSure)).toBe(true);
  return comparison.steps.map((step) =>
    step.verdict === 'missed' ? 0 : Math.round(step.seconds * 10) / 10,
  );
}

const ROUNDS: NamedLap[] = [
  [1, 180],
  [2, 120],
  [1, 180],
  [2, 120],
  [1, 180],
  [2, 120],
];

describe('D4: laps that name their step', () => {
  test('are that step, round after round', () => {
    expect(lengths([[0, 900], ...ROUNDS, [4, 600]])).toEqual([
      900, 180, 120, 180, 120, 180, 120, 600,
    ]);
  });

  test('are one step where the watch also cut them at every kilometre', () => {
    const laps: NamedLap[] = [
      [0, 288],
      [0, 290],
      [0, 292],
      [0, 30],
      [1, 178],
      [1, 2],
      [2, 120],
      [1, 180],
      [2, 120],
      [1, 177.9],
      [1, 2.1],
      [2, 120],
      [4, 600],
    ];
    expect(lengths(laps)).toEqual([900, 180, 120, 180, 120, 180, 120, 600]);
  });

  test('are missed where the button skipped them', () => {
    const laps: NamedLap[] = [
      [0, 900],
      [1, 180],
      [2, 120],
      [1, 2],
      [2, 120],
      [1, 9],
      [2, 120],
      [4, 600],
    ];
    expect(lengths(laps)).toEqual([900, 180, 120, 0, 120, 0, 120, 600]);
  });

  test('leave out the last rounds first', () => {
    expect(lengths([[0, 900], ...ROUNDS.slice(0, 4), [4, 600]])).toEqual([
      900, 180, 120, 180, 120, 0, 0, 600,
    ]);
  });

  test('are separated by length in a repeat of one step', () => {
    const laps: NamedLap[] = [
      [0, 300],
      [0, 300],
      [0, 600],
      [0, 290],
      [0, 310],
    ];
    expect(lengths(laps, '3x(10m T)')).toEqual([600, 600, 600]);
  });

  test('end where the workout was ended on the watch', () => {
    const laps: NamedLap[] = [
      [0, 900],
      [1, 180],
      [2, 120],
      [1, 30],
      [undefined, 210],
    ];
    expect(lengths(laps)).toEqual([900, 180, 120, 30, 0, 0, 0, 0]);
  });

  test('include a last lap without a name if only the cool-down is left', () => {
    expect(lengths([[0, 900], ...ROUNDS, [undefined, 500]]).at(-1)).toBe(500);
  });

  test('belong to the first step when the workout was started again', () => {
    expect(lengths([[0, 60], [0, 900], ...ROUNDS, [4, 600]])[0]).toBe(960);
  });
});

test('D4: a workout that was changed since is compared as it was on the watch', () => {
  const laps: NamedLap[] = [
    [0, 900],
    [1, 180],
    [2, 120],
    [4, 600],
  ];
  const comparison = compare(laps, { planned: '15m E + 4x(4m I + 2m jog) + 10m E' });
  expect(comparison).toMatchObject({ kind: 'compared', isSamePlan: false });
  const planned = comparison.kind === 'compared' ? comparison.planned : [];
  expect(planned).toHaveLength(8);
  expect(planned[1]?.target?.from).toBeCloseTo(SPEEDS.trainingPaces.I.from, 2);
});

describe('D1: repeats that are not followed', () => {
  const [easy] = watchStepsOf('5m E', SPEEDS).steps;
  const step = easy as WatchStep;
  test.each<[string, WatchStep[]]>([
    [
      'lead to themselves',
      [{ ...step, index: 0, durationType: 6, durationValue: 0, targetValue: 9 }],
    ],
    [
      'end by something else than a count',
      [step, { ...step, index: 1, durationType: 7, durationValue: 0 }],
    ],
  ])('%s', (_, watchSteps) => {
    const comparison = compare([[0, 300]], { script: '5m E', watchSteps });
    expect(comparison).not.toMatchObject({ method: 'steps' });
  });
});

describe('D4: a repeat may have other rounds on the watch', () => {
  const reps = (count: number): NamedLap[] =>
    Array.from({ length: count }, (): NamedLap[] => [
      [1, 180],
      [2, 120],
    ]).flat();
  const verdicts = (comparison: Comparison) =>
    comparison.kind === 'compared' ? comparison.steps.map(({ verdict }) => verdict) : [];

  test('twenty on the watch and ten run are the ten that were planned', () => {
    const planned = '15m E + 10x(3m I + 2m jog) + 10m E';
    const script = planned.replace('10x', '20x');
    const compared = compare([[0, 900], ...reps(10), [4, 600]], { script, planned });
    expect(compared).toMatchObject({ kind: 'compared', isSamePlan: true, extras: [] });
    expect(verdicts(compared)).toHaveLength(22);
    expect(verdicts(compared)).not.toContain('missed');
  });

  test('of six planned, five on the watch are five of six', () => {
    const planned = '15m E + 6x(3m I + 2m jog) + 10m E';
    const script = planned.replace('6x', '5x');
    const compared = compare([[0, 900], ...reps(5), [4, 600]], { script, planned });
    expect(compared).toMatchObject({ kind: 'compared', isSamePlan: true });
    expect(verdicts(compared).filter((verdict) => verdict === 'missed')).toHaveLength(2);
    expect(verdicts(compared).at(-1)).not.toBe('missed');
  });

  test('a round more than planned is extra, and like those', () => {
    const planned = '15m E + 2x(3m I + 2m jog) + 10m E';
    const compared = compare([[0, 900], ...ROUNDS, [4, 600]], { script: SCRIPT, planned });
    expect(compared).toMatchObject({
      isSamePlan: true,
      extras: [{ like: 1 }, { like: 2 }],
    });
  });
});
