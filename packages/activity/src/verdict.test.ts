import { formatEnds, formatPace, formatRange, parsePace, trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { makeRun, type MadeOptions, type MadePart } from '../test/made-run.ts';
import { plannedOf } from '../test/simulated-run.ts';
import { watchStepsOf } from '../test/watch-steps.ts';
import { compareActivity } from '../test/compare.ts';
import { shownVerdict, type StepResult } from './index.ts';

const PACES = trainingPaces(50);
const { from, to } = PACES.I;
const MIDDLE = (from + to) / 2;

/** The result of the first step of a workout that the watch followed, so that its ends are exact. */
function resultOf(
  script: string,
  parts: readonly MadePart[],
  options: MadeOptions = {},
): StepResult {
  const watchSteps = watchStepsOf(script, { vdot: 50, trainingPaces: PACES }).steps;
  const laps = parts.map((part) => ({ step: 0, ...part }));
  const comparison = compareActivity(makeRun(laps, { ...options, watchSteps }), plannedOf(script));
  if (comparison.kind !== 'compared') throw new Error(comparison.reason);
  const [first] = comparison.steps;
  if (!first) throw new Error('no step');
  return first;
}

const verdictOf = (script: string, ...parts: readonly (readonly [number, number])[]) =>
  resultOf(
    script,
    parts.map(([seconds, speed]) => ({ seconds, speed })),
  ).verdict;

describe('D6: a pace is judged by its range as it is shown', () => {
  // The range of T is 4:12 to 4:19 a kilometre.
  test.each([
    ['4:06', 'too-fast'],
    ['4:07', 'bit-fast'],
    ['4:11', 'bit-fast'],
    ['4:12', 'hit'],
    ['4:19', 'hit'],
    ['4:20', 'bit-slow'],
    ['4:24', 'bit-slow'],
    ['4:25', 'too-slow'],
  ] as const)('%s is %s, to the second', (pace, shown) => {
    const [step] = plannedOf('8m T');
    const speed = parsePace(pace, 'metric');
    if (!step || !speed) throw new Error('no step');
    expect(formatRange(step.target ?? { from: 0, to: 0 }, 'metric')).toBe('4:12 - 4:19');
    // Within the rounding of what is shown, too.
    for (const seconds of [-0.49, 0, 0.49]) {
      const result = { verdict: 'hit' as const, speed: 1000 / (1000 / speed + seconds) };
      expect(shownVerdict(step, result, 'metric')).toBe(shown);
    }
  });

  test.each(['metric', 'imperial'] as const)('in %s, whatever was stored', (units) => {
    const [step] = plannedOf('8m T');
    if (!step?.target) throw new Error('no step');
    const { faster, slower } = formatEnds(step.target, units);
    for (let speed = 3.7; speed < 4.2; speed += 0.001) {
      const isInside =
        (parsePace(formatPace(speed, units), units) ?? 0) <= (parsePace(faster, units) ?? 0) &&
        (parsePace(formatPace(speed, units), units) ?? 0) >= (parsePace(slower, units) ?? 0);
      const shown = shownVerdict(step, { verdict: 'fast', speed }, units);
      expect(shown === 'hit').toBe(isInside);
    }
  });

  test.each([
    ['in the middle', MIDDLE, 'hit'],
    ['just outside', from * 0.985, 'slow'],
    ['faster', to * 1.04, 'fast'],
  ])('%s', (_, speed, verdict) => {
    expect(verdictOf('3m I', [180, speed])).toBe(verdict);
  });

  test('an easy step is also a hit when slower, but not when faster', () => {
    expect(verdictOf('30m E', [1800, PACES.E.from * 0.7])).toBe('hit');
    expect(verdictOf('30m E', [1800, PACES.E.to * 1.06])).toBe('fast');
  });

  test('a step without a target, or without a pace, is done', () => {
    expect(verdictOf('3m jog', [180, 2])).toBe('done');
    expect(resultOf('3m I', [{ seconds: 180 }], { isTreadmill: true }).verdict).toBe('done');
  });
});

describe('D6: an amount is judged by what people do', () => {
  test.each([
    ['3m I', 176, 'hit'],
    ['3m I', 165, 'short'],
    ['3m I', 12, 'missed'],
    ['30m E', 1500, 'hit'],
    ['30m E', 1300, 'short'],
  ])('%s that lasted %i s', (script, seconds, verdict) => {
    const speed = script.endsWith('E') ? PACES.E.from : MIDDLE;
    // Another minute, or the run is too short.
    const parts = [
      { seconds, speed },
      { seconds: 70, speed: 2, step: undefined },
    ];
    expect(resultOf(script, parts).verdict).toBe(verdict);
  });

  test('more than planned is said beside the verdict', () => {
    expect(resultOf('3m I', [{ seconds: 240, speed: MIDDLE }])).toMatchObject({
      verdict: 'hit',
      isLong: true,
    });
  });
});

describe('D10: a heart rate is judged after minutes', () => {
  const zoneBounds = [99, 118, 138, 158, 177, 197];
  test.each([
    ['20m Z3', 150, 1200, 'hit'],
    ['20m Z3', 165, 1200, 'fast'],
    ['20m Z3', 130, 1200, 'slow'],
    ['20m Z2', 105, 1200, 'hit'],
    ['2m Z4', 120, 120, 'done'],
    ['20m @150-160bpm', 155, 1200, 'hit'],
    ['20m @150-160bpm', 170, 1200, 'fast'],
    ['20m @150-160bpm', 140, 1200, 'slow'],
  ])('%s at %i for %i s', (script, heartRate, seconds, verdict) => {
    expect(resultOf(script, [{ seconds, heartRate, speed: 3 }], { zoneBounds }).verdict).toBe(
      verdict,
    );
  });

  test('the first minute does not count', () => {
    const parts = [
      { seconds: 55, heartRate: 60 },
      { seconds: 1145, heartRate: 150 },
    ];
    expect(resultOf('20m Z3', parts, { zoneBounds }).verdict).toBe('hit');
  });

  test('without the zones of the watch a zone is done', () => {
    expect(resultOf('20m Z3', [{ seconds: 1200, heartRate: 165 }]).verdict).toBe('done');
  });
});

describe('D5: measurements', () => {
  test('standing at lights is not part of the pace', () => {
    const parts = [
      { seconds: 600, speed: 3.95 },
      { seconds: 40, speed: 0 },
      { seconds: 560, speed: 3.95 },
    ];
    const result = resultOf('20m T', parts);
    expect(result).toMatchObject({ verdict: 'hit', share: 1 });
    expect(result.verdict === 'missed' ? NaN : result.speed).toBeCloseTo(3.95, 1);
  });

  test('time in range begins when the pace is reached, and needs a minute', () => {
    expect(resultOf('5m I', [{ seconds: 300, speed: MIDDLE }])).toMatchObject({
      inRange: { seconds: 295, of: 295 },
    });
    const parts = [
      { seconds: 45, speed: MIDDLE },
      { seconds: 70, speed: 2, step: undefined },
    ];
    expect(resultOf('45s I', parts)).toMatchObject({ inRange: undefined });
  });

  test('the heart rate has a mean and an end', () => {
    const parts = [
      { seconds: 150, heartRate: 140 },
      { seconds: 150, heartRate: 160 },
    ];
    expect(resultOf('5m I', parts)).toMatchObject({ heartRate: { end: 160 } });
  });
});
