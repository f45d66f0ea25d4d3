import { createRandom } from '@pacewright/growth';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { makeRun } from '../test/made-run.ts';
import {
  DEVIATIONS,
  type Deviation,
  type RecordingKind,
  type Scenario,
} from '../test/run-parts.ts';
import { SCRIPTS } from '../test/scripts.ts';
import { plannedOf, simulateSeed, type SimulatedRun } from '../test/simulated-run.ts';
import { isAsIntended } from '../test/intended.ts';
import { compareActivity } from '../test/compare.ts';
import { addCorrection, type Comparison } from './index.ts';

const INTERVALS = '15m E + 5x(3m I + 2m E) + 10m E';

function compare({ activity, planned }: SimulatedRun): Comparison {
  return compareActivity(activity, planned);
}

function compared(comparison: Comparison) {
  if (comparison.kind !== 'compared') throw new Error(comparison.reason);
  return comparison;
}

describe('D4: simulated runs with up to two deviations', () => {
  test.each<[RecordingKind, number]>([
    ['steps', 1],
    ['button', 0.9],
    ['kilometres', 0.9],
    ['none', 0.9],
  ])('recorded with %s: at least %f are aligned as intended', (kind, min) => {
    const chosen = SCRIPTS.filter((_, index) => index % 4 === 0);
    const good = chosen.filter((script, index) => {
      const random = createRandom(index + 900);
      const deviations = Array.from(
        { length: index % 3 },
        () => DEVIATIONS[Math.floor(random() * DEVIATIONS.length)] as Deviation,
      );
      const run = simulateSeed(script, { kind, deviations }, index * 13 + 1);
      return isAsIntended(run, compare(run));
    });
    expect(good.length / chosen.length).toBeGreaterThanOrEqual(min);
  });
});

describe('D7: an unclear run is said to be unclear', () => {
  const run = (scenario: Scenario, script = INTERVALS) => simulateSeed(script, scenario, 3);

  test('indoors without pace and without laps', () => {
    const indoors = run({ kind: 'none', deviations: [], isTreadmill: true });
    expect(compare(indoors)).toMatchObject({ kind: 'unclear', reason: 'no-pace' });
  });

  test('but not indoors if the watch followed the workout', () => {
    const indoors = run({ kind: 'steps', deviations: [], isTreadmill: true });
    expect(compare(indoors)).toMatchObject({ kind: 'compared', method: 'steps' });
  });

  test.each([
    ['45m E', ''],
    ['45m E', '15m E + 6x(800mtr I + 400mtr jog) + 10m E'],
    ['15m E + 20m T + 10m E', '15m E + 12x(200mtr R + 200mtr jog) + 10m E'],
  ])('%s compared with "%s"', (script, other) => {
    const { activity } = run({ kind: 'none', deviations: [] }, script);
    const comparison = compareActivity(activity, plannedOf(other));
    expect(comparison).toMatchObject({ kind: 'unclear', reason: 'looks-different' });
    // The run is shown anyway.
    expect(comparison.run?.metres).toBeDefined();
  });

  test('but not an easy run at its pace, however noisy its positions', () => {
    const unclear = [15, 26, 30, 41].filter((seed) => {
      const easy = simulateSeed('45m E', { kind: 'none', deviations: [] }, seed);
      return compare(easy).kind === 'unclear';
    });
    expect(unclear).toEqual([]);
  });

  test('shorter than a minute', () => {
    const comparison = compareActivity(makeRun([{ seconds: 30 }]), plannedOf('5m E'));
    expect(comparison).toEqual({ kind: 'unclear', reason: 'nothing-recorded', run: undefined });
  });
});

describe('D4: more or less than planned', () => {
  const simulated = (deviation: Deviation, seed: number) =>
    simulateSeed(INTERVALS, { kind: 'none', deviations: [deviation] }, seed);

  test('one rep more is extra, and resembles a planned one', () => {
    const run = simulated('extra-rep', 5);
    const { steps, extras } = compared(compare(run));
    expect(steps.filter(({ verdict }) => verdict === 'missed')).toEqual([]);
    const extra = extras.find(({ like }) => like !== undefined);
    expect(Math.abs((extra?.stretch.from ?? 0) - (run.truth.extras[0]?.from ?? 0))).toBeLessThan(8);
  });

  test('four of five are the first four', () => {
    const { steps } = compared(compare(simulated('drop-last-rounds', 6)));
    const reps = steps.filter((_, index) => index % 2 === 1 && index < 11);
    expect(reps.slice(0, 3).some(({ verdict }) => verdict === 'missed')).toBe(false);
    expect(reps.at(-1)?.verdict).toBe('missed');
  });

  test('running on is extra, after the last step', () => {
    const scenario: Scenario = { kind: 'none', deviations: ['ran-on'] };
    const { extras } = compared(compare(simulateSeed('15m E + 20m T', scenario, 8)));
    expect(extras.at(-1)?.where).toBe('after');
  });
});

describe('D7: corrections by hand', () => {
  const run = simulateSeed(INTERVALS, { kind: 'none', deviations: [] }, 5);
  const before = compared(compare(run));
  const rep = before.steps[5];
  const stretch = rep && rep.verdict !== 'missed' ? rep.stretch : { from: 0, to: 0 };
  const moved = { from: Math.round(stretch.from) + 40, to: Math.round(stretch.to) + 20 };

  test('hold, and the other steps are aligned around them', () => {
    const { steps } = compared(
      compareActivity(run.activity, run.planned, [{ step: 5, stretch: moved }]),
    );
    expect(steps[5]).toMatchObject({ stretch: moved, isSure: true, isCorrected: true });
    const [previous, next] = [steps[4], steps[6]];
    expect(previous?.verdict === 'missed' ? 0 : previous?.stretch.to).toBeLessThanOrEqual(
      moved.from,
    );
    expect(next?.verdict === 'missed' ? Infinity : next?.stretch.from).toBeGreaterThanOrEqual(
      moved.to,
    );
  });

  test('can say that a step was left out', () => {
    const { steps } = compared(
      compareActivity(run.activity, run.planned, [{ step: 5, stretch: undefined }]),
    );
    expect(steps[5]).toEqual({ verdict: 'missed', isSure: true, isCorrected: true });
    expect(steps.filter(({ isCorrected }) => isCorrected)).toHaveLength(1);
  });

  test('also hold where laps name the steps', () => {
    const named = simulateSeed(INTERVALS, { kind: 'steps', deviations: [] }, 5);
    const correction = { step: 3, stretch: { from: 1100, to: 1190 } };
    const { steps } = compared(compareActivity(named.activity, named.planned, [correction]));
    expect(steps[3]).toMatchObject({ stretch: correction.stretch, isCorrected: true });
    const previous = steps[2];
    expect(previous?.verdict === 'missed' ? 0 : previous?.stretch.to).toBeLessThanOrEqual(1100);
  });

  test('say that the run was this workout', () => {
    const { activity } = simulateSeed('45m E', { kind: 'none', deviations: [] }, 4);
    const planned = plannedOf('15m E + 6x(800mtr I + 400mtr jog) + 10m E');
    const correction = { step: 1, stretch: { from: 900, to: 1100 } };
    const { steps } = compared(compareActivity(activity, planned, [correction]));
    expect(steps[1]).toMatchObject({ stretch: correction.stretch });
  });

  test('replace earlier ones that they contradict', () => {
    const first = { step: 3, stretch: { from: 1000, to: 1200 } };
    const left = { step: 7, stretch: undefined };
    const overlapping = { step: 5, stretch: { from: 1150, to: 1300 } };
    expect(addCorrection([first, left], overlapping)).toEqual([left, overlapping]);
    expect(addCorrection([first], { step: 3, stretch: undefined })).toEqual([
      { step: 3, stretch: undefined },
    ]);
  });

  test('of any kind keep the steps in order, and never make the comparison throw', () => {
    const anyStretch = fc.record({ from: fc.integer({ min: -99, max: 4000 }), to: fc.nat(4000) });
    const anyCorrection = fc.record({
      step: fc.integer({ min: -1, max: 13 }),
      stretch: fc.option(anyStretch, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(anyCorrection, { maxLength: 5 }), (corrections) => {
        const { steps } = compared(compareActivity(run.activity, run.planned, corrections));
        const ends = steps.flatMap((step) =>
          step.verdict === 'missed' ? [] : [step.stretch.from, step.stretch.to],
        );
        expect(ends).toEqual(ends.toSorted((one, other) => one - other));
      }),
      { numRuns: 30, seed: 20261116 },
    );
  });
});
