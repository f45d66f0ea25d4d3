import { expect, test } from 'vitest';

import { applyFix } from './diagnostics.ts';
import { fixAll, listAnswers } from './questions.ts';
import { readScript } from './read.ts';

test.each([
  [
    '400m R',
    [
      ['400 metres', '1:42'],
      ['400 minutes', '6:40:00'],
    ],
  ],
  [
    '5x1km I + 2m jog',
    [
      ['In every rep', '33:42, 6.4 km'],
      ['After the reps', '25:42, 5.3 km'],
    ],
  ],
  [
    '10-15 min easy',
    [
      ['10 min', '10:00'],
      ['15 min', '15:00'],
    ],
  ],
  [
    '20m T 150bpm',
    [
      ['Keep T', '20:00, 3.8 km'],
      ['Keep 150bpm', '20:00, 3.1 km'],
    ],
  ],
  [
    '5x(3m I 170bpm + 2m jog)',
    [
      ['Keep I', '25:00, 4.6 km'],
      ['Keep 170bpm', '25:00, 3.8 km'],
    ],
  ],
])('%s: each answer shows its result', (script, expected) => {
  const [question] = readScript(script).diagnostics;
  const answers = question ? listAnswers(script, question) : [];
  expect(answers.map(({ label, result }) => [label, result.join(', ')])).toEqual(expected);
  for (const answer of answers)
    expect(
      readScript(applyFix(script, answer)).diagnostics.filter(
        ({ severity }) => severity === 'error',
      ),
    ).toEqual([]);
});

test.each([
  ['10m E 20m T 10m E', '10m E + 20m T + 10m E', 2],
  ['15m E 5x(3m I + 2m jog', '15m E + 5x(3m I + 2m jog)', 2],
  ['400m R', '400m R', 0],
  ['10m brisk + + 5m E', '10m brisk +  5m E', 1],
])('Fix all makes what is certain of %s', (script, text, count) => {
  expect(fixAll(script)).toEqual({ text, count });
});

test.each([
  ['10m E 5m T', 'Two steps, or one?'],
  ['6E', '6 miles, kilometres or minutes?'],
  ['45', '45 minutes, kilometres or miles?'],
  ['8x400m R 90 jog', '90 seconds or minutes?'],
  ['3(1m R + 1m jog)', 'Repeat 3 times?'],
  ['1', '1 minute, kilometre or mile?'],
  ['1E', '1 mile, kilometre or minute?'],
  ['3mI', '3 mi, or 3 min at I?'],
  ['4-6 miles easy', 'How long?'],
  ['10 min cool-down, 20 min tempo', 'Finish with the cool-down?'],
])('%s asks about the run, not about the grammar', (script, question) => {
  expect(readScript(script).diagnostics.map(({ message }) => message)).toContain(question);
});

test.each(['4x400mtr T/200mtr hard', '6x800/400 hard', '10x400m/200m blah', '5x400-200 fast'])(
  '%s: no question is asked twice',
  (script) => {
    const asked = readScript(script).diagnostics.map(
      ({ code, from, to, message }) => `${code} ${from} ${to} ${message}`,
    );
    expect(asked).toEqual([...new Set(asked)]);
  },
);
