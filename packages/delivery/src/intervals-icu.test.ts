import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyScript, anySpeeds } from '../test/any-workout.ts';
import { writeIntervalsIcu } from './intervals-icu.ts';

const SPEEDS = { vdot: 50, trainingPaces: DEFAULT_TRAINING_PACES };

function textOf(script: string, units: 'metric' | 'imperial' = 'metric') {
  const output = writeIntervalsIcu({ title: 'T', script }, SPEEDS, units);
  if (!output.ok) throw new Error(output.reason);
  return output;
}

test('a workout is written in the syntax of intervals.icu, with the slower pace first', () => {
  expect(textOf('10m E + 5x(1km I + 90s jog) + 400mtr 80s + 1h05m20s Z2 + E').text).toBe(
    [
      '- Easy 10m 7:00-6:00/km Pace',
      '',
      '5x',
      '- Interval 1km 5:00-4:30/km Pace',
      '- Jog 1m30s',
      '',
      '- 400mtr 3:23-3:17/km Pace',
      '- 1h5m20s Z2 HR',
      '- Easy Press lap 10m 7:00-6:00/km Pace',
    ].join('\n'),
  );
});

test('an athlete with miles gets miles', () => {
  expect(textOf('1mi E', 'imperial').text).toBe('- Easy 1mi 11:16-9:39/mi Pace');
});

test('the name of a race would be read as a length, so it is left out', () => {
  expect(textOf('20m 10k').text).toBe('- 20m 4:12-4:04/km Pace');
});

describe('notes on losses', () => {
  test('repeats inside repeats', () => {
    const { text, notes } = textOf('2x(2x(400mtr R + 1m rest) + 3m E)');
    expect(text.match(/^\d+x$/gm)).toEqual(['2x']);
    expect(notes).toEqual([
      'intervals.icu supports one level of repeats, so inner repeats are written out.',
    ]);
  });

  test('steps that end with the lap button, and zones', () => {
    expect(textOf('Z2').notes).toEqual([
      'intervals.icu counts an open step as 10 minutes. You can still end it with the lap button.',
      'Heart-rate zones use your intervals.icu settings.',
    ]);
  });
});

test('a script with mistakes is refused', () => {
  expect(writeIntervalsIcu({ title: '', script: '400m R' }, SPEEDS, 'metric')).toEqual({
    ok: false,
    reason: 'Fix the problem in the script first.',
  });
});

test('every line of every workout is a step, a repeat or empty, and every repeat has empty lines around it', () => {
  const step =
    /^- (?:[A-Z][a-z]+ )?(?:Press lap )?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:[\d.]+(?:km|mi|mtr))?(?: \d+:\d\d(?:-\d+:\d\d)?\/(?:km|mi) Pace| Z[1-5] HR)?$/;
  fc.assert(
    fc.property(anyScript, anySpeeds, (script, speeds) => {
      const output = writeIntervalsIcu({ title: '', script }, speeds, 'imperial');
      if (!output.ok) throw new Error(output.reason);
      for (const block of output.text.split('\n\n')) {
        const [first = '', ...rest] = block.split('\n');
        expect(first).toMatch(/^(\d+x$|- )/);
        for (const line of first.startsWith('-') ? [first, ...rest] : rest)
          expect(line).toMatch(step);
      }
    }),
  );
});
