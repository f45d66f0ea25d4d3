import { trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { makeRun, type MadePart } from '../test/made-run.ts';
import { plannedOf } from '../test/simulated-run.ts';
import { compareActivity } from '../test/compare.ts';
import { addCorrection, sayConfidence, sayStepResult, summarize } from './index.ts';

const REPS = '15m E + 5x(3m I + 2m E) + 10m E';
const PACES = trainingPaces(50);
const SPEED = {
  easy: (PACES.E.from + PACES.E.to) / 2,
  hit: (PACES.I.from + PACES.I.to) / 2,
  fast: PACES.I.to * 1.05,
  slow: PACES.I.from * 0.94,
};

type Rep = 'hit' | 'fast' | 'slow' | 'missed' | number;

function compared(
  script: string,
  parts: MadePart[],
  corrections: Parameters<typeof compareActivity>[2] = [],
) {
  const comparison = compareActivity(makeRun(parts), plannedOf(script), corrections);
  if (comparison.kind !== 'compared') throw new Error(comparison.reason);
  return comparison;
}

/** A number is the seconds after which a rep ended, or a small one its speed. */
function runReps(reps: readonly Rep[]) {
  const rounds = reps.flatMap((rep): MadePart[] => {
    const recovery = { seconds: 120, speed: SPEED.easy };
    if (rep === 'missed') return [{ seconds: 180, speed: SPEED.easy }, recovery];
    if (typeof rep === 'number' && rep < 9) return [{ seconds: 180, speed: rep }, recovery];
    return typeof rep === 'number'
      ? [{ seconds: rep, speed: SPEED.hit }, recovery]
      : [{ seconds: 180, speed: SPEED[rep] }, recovery];
  });
  return compared(REPS, [
    { seconds: 900, speed: SPEED.easy },
    ...rounds,
    { seconds: 600, speed: SPEED.easy },
  ]);
}

describe('D8: a run in a sentence or two', () => {
  test.each<[Rep[], string]>([
    [['hit', 'hit', 'hit', 'hit', 'hit'], 'All five reps on pace, each at 3:55.'],
    [[4.2, 4.25, 4.22, 4.3, 4.2], 'All five reps on pace, within 5 s of each other.'],
    [[4.3, 4.25, 4.2, 4.1, 4.0], 'You slowed with every rep, 3:53 to 4:10. The last was too slow.'],
    [
      [4.0, 4.05, 4.1, 4.2, 4.25],
      'You got faster with every rep, 4:10 to 3:55. The first and second were too slow.',
    ],
    [['hit', 'hit', 'hit', 'hit', 'slow'], 'Four on pace, then 4:15. The last was too slow.'],
    [
      ['slow', 'hit', 'hit', 'hit', 'slow'],
      'Three of five reps on pace. The first and last were too slow, 4:15.',
    ],
    [
      ['fast', 'fast', 'hit', 'fast', 'fast'],
      'Four of five were too fast, 3:39. The third was on pace.',
    ],
    [['fast', 'fast', 'fast', 'fast', 'fast'], 'All five reps were too fast, 3:39.'],
    [
      ['hit', 'hit', 'hit', 132, 'hit'],
      'Four of five in full, and the easy parts stayed easy. The fourth ended at 2:12.',
    ],
    [
      ['fast', 'fast', 'hit', 132, 'hit'],
      'Four of five in full, two too fast. The fourth ended at 2:12.',
    ],
  ])('%j', (reps, expected) => {
    expect(summarize(runReps(reps), 'metric')).toBe(expected);
  });

  test.each<[number, string]>([
    [SPEED.easy, '45:00 at 5:14 per kilometre, as planned.'],
    [PACES.E.to * 1.08, '45:00 at 4:34 per kilometre, faster than your easy pace.'],
  ])('an easy run at %f m/s', (speed, expected) => {
    expect(summarize(compared('45m E', [{ seconds: 2700, speed }]), 'metric')).toBe(expected);
  });

  test('paces are in the athlete’s units', () => {
    const easy = compared('45m E', [{ seconds: 2700, speed: SPEED.easy }]);
    expect(summarize(easy, 'imperial')).toBe('45:00 at 8:26 per mile, as planned.');
  });
});

test('D7: the confidence names the method, and a correction makes a step sure', () => {
  const reps = runReps(['hit', 'hit', 'hit', 'hit', 'hit']);
  expect(sayConfidence(reps)).toBe('We found the steps from your laps.');
  const unsure = {
    ...reps,
    steps: reps.steps.map((step, index) => (index === 9 ? { ...step, isSure: false } : step)),
  };
  expect(sayConfidence(unsure)).toBe('We’re sure of every rep except the fifth.');
});

test('a step is a sentence for screen readers', () => {
  const { steps, planned } = runReps(['hit', 'slow', 'hit', 'hit', 'hit']);
  const [first, second] = [steps[1], steps[3]];
  if (!first || !second || !planned[1]) throw new Error('no steps');
  expect(sayStepResult(first, planned[1], 'metric')).toBe(
    'On pace: 3:00 at 3:55 per kilometre. Planned 3:50 to 4:00. Heart rate 150.',
  );
  expect(sayStepResult(second, planned[1], 'metric')).toContain('Too slow: 3:00');
});

test('no sentence grades the runner', () => {
  const left = addCorrection([], { step: 9, stretch: undefined });
  const parts: MadePart[] = [{ seconds: 900, speed: SPEED.easy }];
  for (let rep = 0; rep < 5; rep++)
    parts.push({ seconds: 180, speed: SPEED.hit }, { seconds: 120, speed: SPEED.easy });
  parts.push({ seconds: 600, speed: SPEED.easy });
  const text = summarize(compared(REPS, parts, left), 'metric');
  expect(text).toBe('Four of five in full, and the easy parts stayed easy. The fifth was skipped.');
  expect(text).not.toMatch(/fail|only|should|target|%|score/i);
});

test('D8: an easy run in parts is said as a whole', () => {
  const part = (seconds: number) => ({ seconds, speed: SPEED.easy });
  const whole = compared('10m E + 20m E + 10m E', [part(600), part(1200), part(600)]);
  expect(summarize(whole, 'metric')).toMatch(/^40:00 at .*, as planned\.$/);
});
