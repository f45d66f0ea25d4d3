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
      ['In every round', '33:42, 6.4 km'],
      ['After them', '25:42, 5.3 km'],
    ],
  ],
  [
    '10-15 min easy',
    [
      ['Change to 10m', '10:00'],
      ['Change to 15m', '15:00'],
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
  expect(answers.map(({ label, result }) => [label, result])).toEqual(expected);
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
