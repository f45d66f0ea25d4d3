import { expect, test } from 'vitest';

import { readScript, SCRIPT_EXAMPLES } from './index.ts';

test('a text that takes too much work to read has one mistake, which says so', () => {
  const text = '1m x 3 '.repeat(714);
  const { workout, diagnostics } = readScript(text);
  expect(workout.items).toEqual([]);
  expect(diagnostics).toEqual([
    {
      code: 'too-long',
      severity: 'error',
      from: 0,
      to: text.length,
      message: 'This text is too complicated to read. Shorten it or split it up',
      fixes: [],
    },
  ]);
});

test('the longest ordinary text takes a quarter of the work that a text may take', () => {
  const long = SCRIPT_EXAMPLES.map(({ script }) => script)
    .join(' + ')
    .repeat(30)
    .slice(0, 5000);
  expect(workOf(long)).toBeLessThan(25_000);
});

test('a usual script takes little work', () => {
  expect(workOf('15m E + 5x(3m I + 2m E) + 10m E + 5m jog')).toBeLessThan(200);
});

test('the work of a reading is counted on top of the work before', () => {
  const work = { used: 1_000_000 };
  const { diagnostics } = readScript('15m E + 5x(3m I + 2m E)', { work });
  expect(diagnostics).toEqual([]);
  expect(work.used).toBe(1_000_000 + workOf('15m E + 5x(3m I + 2m E)'));
});

test.each([
  ['steps', '1m E + '],
  ['repeats', '4x(400mtr I + 90s jog) + '],
  ['sentences', '6 x 800m at 5k pace with 2 min jog, '],
  ['separators', ', '],
  ['unknown words', 'blah '],
])('twice as many %s take about twice the work', (_, piece) => {
  const [once, twice] = [30, 60].map((count) => workOf(`1m ${piece.repeat(count)}`));
  expect(twice).toBeLessThan(2.5 * (once ?? 0));
});

function workOf(text: string): number {
  const work = { used: 0 };
  readScript(text, { work });
  return work.used;
}
