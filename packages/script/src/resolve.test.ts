import { DEFAULT_TRAINING_PACES, raceTime, trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { readScript } from './read.ts';
import { resolveWorkout, type ResolvedStep } from './resolve.ts';

const VDOT_50 = { vdot: 50, trainingPaces: trainingPaces(50) };
const { E, M, T, I } = VDOT_50.trainingPaces;

describe('speeds', () => {
  test('S2: a pace word is the athlete’s own range', () => {
    expect(stepOf('15m T').speed).toEqual(T);
    expect(stepOf('15m T', { trainingPaces: DEFAULT_TRAINING_PACES }).speed).toEqual({
      from: 3.03,
      to: 3.33,
    });
  });

  test('S3: a race is the predicted speed, give or take 1.5 %', () => {
    const speed = 5000 / raceTime(50, 5000);
    expect(stepOf('1km 5k').speed).toEqual({ from: speed * 0.985, to: speed * 1.015 });
  });

  test('S3: without a race result the T range says how fast the athlete races', () => {
    const { speed, isSpeedEstimated } = stepOf('1km 5k', { trainingPaces: trainingPaces(50) });
    expect(speed?.from).toBeCloseTo((5000 / raceTime(50, 5000)) * 0.985, 4);
    expect(isSpeedEstimated).toBe(true);
  });

  test('S3: a goal is its own speed, give or take 1.5 %', () => {
    expect(stepOf('400mtr 80s').speed).toEqual({ from: 5 * 0.985, to: 5 * 1.015 });
  });

  test.each([
    ['Z1', { from: E.from, to: E.from }],
    ['Z2', { from: (E.from + E.to) / 2, to: (E.from + E.to) / 2 }],
    ['Z3', M],
    ['Z4', T],
    ['Z5', I],
    ['jog', { from: E.from, to: E.from }],
    ['', E],
  ])('S4: 5m %s is estimated', (target, speed) => {
    expect(stepOf(`5m ${target}`)).toMatchObject({ speed, isSpeedEstimated: true });
  });

  test('S4: rest is no movement, and a distance of it is walked', () => {
    expect(stepOf('90s rest')).toMatchObject({ speed: undefined, seconds: 90, metres: 0 });
    expect(stepOf('140mtr rest')).toMatchObject({ seconds: 100, metres: 140 });
  });
});

describe('lanes', () => {
  test.each([
    ['5m M', 'M'],
    ['5m Z1', 'E'],
    ['5m Z2', 'E'],
    ['5m Z3', 'M'],
    ['5m Z4', 'T'],
    ['5m Z5', 'I'],
    ['5m jog', 'E'],
    ['5m', 'E'],
    ['1km 5k', 'I'],
    ['5km HM', 'T'],
    ['400mtr 84s', 'R'],
    ['90s rest', undefined],
  ])('S4: %s is drawn and counted in lane %s', (script, lane) => {
    expect(stepOf(script).lane).toBe(lane);
  });
});

describe('S5: roles', () => {
  test.each([
    ['15m E + 5x(3m I + 2m E) + 10m E', ['warm-up', 'work', 'recovery', 'cool-down']],
    ['5m + jog + 3x(1km T + 1m rest) + Z1', ['warm-up', 'warm-up', 'work', 'rest', 'cool-down']],
    ['2km E + 2km T + 3m jog + 2km T', ['warm-up', 'work', 'recovery', 'work']],
    ['45m E', ['work']],
    ['3x(10m E + 1m rest)', ['work', 'rest']],
    ['4x(1km Z3 + 2m Z2) + Z3', ['work', 'recovery', 'work']],
    ['10m E + 400mtr 90s + 10m', ['warm-up', 'work', 'cool-down']],
  ])('%s', (script, roles) => {
    expect(stepsOf(script).map(({ role }) => role)).toEqual(roles);
  });
});

describe('S6: totals', () => {
  test('a time or distance that a step does not state comes from the middle of its range', () => {
    const { totals } = readScript('2km E + 3x(2x(400mtr R + 400mtr E) + 3m E) + 2km E', {
      speeds: VDOT_50,
    });
    expect(clock(totals.time.seconds)).toBe('51:18');
    expect(totals.distance.metres).toBeCloseTo(10_519, 0);
    expect(totals.time.isAtLeast).toBe(false);
  });

  test('a step without an end adds nothing, and the total is at least', () => {
    expect(readScript('15m E + jog').totals).toEqual({
      time: { seconds: 900, isAtLeast: true },
      distance: { metres: expect.closeTo(2322), isAtLeast: true },
    });
  });

  test('a goal states both', () => {
    expect(readScript('4x(400mtr 90s)').totals).toEqual({
      time: { seconds: 360, isAtLeast: false },
      distance: { metres: 1600, isAtLeast: false },
    });
  });

  test('a pace that is not set leaves the distance open, and only that', () => {
    const unset = { ...DEFAULT_TRAINING_PACES, R: { from: 0, to: 0 } };
    expect(readScript('1m R', { speeds: { trainingPaces: unset } }).totals).toEqual({
      time: { seconds: 60, isAtLeast: false },
      distance: { metres: 0, isAtLeast: true },
    });
  });

  test('repeats count in full even where they are too many to unroll', () => {
    const { workout } = readScript('99x(99x(1m E + 1m T))');
    const resolved = resolveWorkout(workout);
    expect(resolved.totals.time.seconds).toBe(99 * 99 * 120);
    expect(resolved.unrolled).toHaveLength(1000);
  });
});

test('unrolled steps know their round, their start and their place in the text', () => {
  const script = '10m E + 2x(2x(1m R + 1m jog) + 3m E)';
  const { workout, places } = readScript(script);
  const { unrolled } = resolveWorkout(workout);
  const seen = unrolled.map(({ step, rounds, startSeconds }) => {
    const { from, to } = places[step.node] ?? { from: 0, to: 0 };
    return `${startSeconds / 60}: ${script.slice(from, to)} ${rounds.map(({ round, of }) => `${round}/${of}`).join()}`;
  });
  expect(seen).toEqual([
    '0: 10m E ',
    '10: 1m R 1/2,1/2',
    '11: 1m jog 1/2,1/2',
    '12: 1m R 1/2,2/2',
    '13: 1m jog 1/2,2/2',
    '14: 3m E 1/2',
    '17: 1m R 2/2,1/2',
    '18: 1m jog 2/2,1/2',
    '19: 1m R 2/2,2/2',
    '20: 1m jog 2/2,2/2',
    '21: 3m E 2/2',
  ]);
});

function stepsOf(
  script: string,
  speeds: Parameters<typeof resolveWorkout>[1] = VDOT_50,
): ResolvedStep[] {
  const nodes = resolveWorkout(readScript(script).workout, speeds).unrolled.map(({ step }) => step);
  return [...new Set(nodes)];
}

function stepOf(
  script: string,
  speeds: Parameters<typeof resolveWorkout>[1] = VDOT_50,
): ResolvedStep {
  const [step] = stepsOf(script, speeds);
  if (!step) throw new Error('no step');
  return step;
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
