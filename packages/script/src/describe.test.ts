import { trainingPaces } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import {
  abbreviateTarget,
  formatDuration,
  formatTreadmill,
  nameAmount,
  nameTarget,
  nameTotals,
  sayStep,
} from './describe.ts';
import { readScript } from './read.ts';
import { resolveWorkout } from './resolve.ts';

const speeds = { vdot: 50, trainingPaces: trainingPaces(50) };

function unrolled(script: string) {
  return resolveWorkout(readScript(script).workout, speeds).unrolled;
}

test.each([
  [0, '0:00'],
  [59.6, '1:00'],
  [3000, '50:00'],
  [5495, '1:31:35'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  ['400mtr R', '400 m', 'Repetition', 'R'],
  ['1.5h Z1', '1 h 30', 'Zone 1', 'Z1'],
  ['2h E', '2 h', 'Easy', 'E'],
  ['3m jog', '3 min', 'Jog', 'jog'],
  ['90s rest', '1:30', 'Rest', 'rest'],
  ['20s R', '20 s', 'Repetition', 'R'],
  ['1mi 5k', '1 mi', '5 km race pace', '5k'],
  ['5km HM', '5 km', 'Half-marathon race pace', 'HM'],
  ['400mtr 90s', '400 m', 'Goal 1:30', '1:30'],
  ['open', 'open', 'No target', ''],
])('%s is named', (script, amount, target, short) => {
  const [step] = unrolled(script);
  expect(step && [nameAmount(step.step.amount), nameTarget(step.step.target)]).toEqual([
    amount,
    target,
  ]);
  expect(step && abbreviateTarget(step.step.target)).toBe(short);
});

describe('a step, said aloud', () => {
  test.each([
    [
      '3x(2x(400mtr R))',
      2,
      'Set 2 of 3, rep 1 of 2, 400 metres, repetition, 3:36 to 3:44 per kilometre',
    ],
    ['1h01m01s E', 0, '1 hour 1 minute 1 second, easy, 4:56 to 5:34 per kilometre'],
    ['1km Z1', 0, '1 kilometre, zone 1, about 5:34 per kilometre'],
    ['jog', 0, 'Until you press lap, jog, about 5:34 per kilometre'],
    ['90s rest', 0, '1 minute 30 seconds, rest'],
  ])('%s', (script, index, said) => {
    const step = unrolled(script)[index];
    expect(step && sayStep(step, 'metric')).toBe(said);
  });
});

test('the total of steps that all end with the lap button is open', () => {
  const { totals } = readScript('8x(open + E)', { speeds });
  expect(nameTotals(totals, 'metric')).toBe('open time, open distance');
});

test('totals are in the athlete’s units, and at least what is known', () => {
  const { totals } = readScript('10km E + E', { speeds });
  expect(nameTotals(totals, 'metric')).toBe('at least 52:21, at least 10.0 km');
  expect(nameTotals(totals, 'imperial')).toBe('at least 52:21, at least 6.2 mi');
});

test('a treadmill shows speed, not pace', () => {
  expect(formatTreadmill(speeds.trainingPaces.R, 'metric')).toBe('16.0 - 16.7');
  expect(formatTreadmill({ from: 3, to: 3 }, 'imperial')).toBe('6.7');
});
