import { expect, test } from 'vitest';

import { readScript } from '../src/index.ts';
import { hostileTexts } from './arbitraries.ts';

// Processor time, so that other work on the machine does not count, and bounds for a slow one. What a
// quick one takes is in docs/script-language.md.

const SHORT = '15m E + 5x(3m I + 2m E) + 10m E + 5m jog';
const LONG = `${'15m E + 5x(3m I + 2m E) + 2km 5k + '.repeat(142)}E`;

test('a usual script is read in a fraction of a millisecond', () => {
  expect(SHORT).toHaveLength(40);
  expect(milliseconds(() => readScript(SHORT), 2000)).toBeLessThan(0.5);
});

test('the longest script is read within a frame', () => {
  expect(LONG.length).toBeGreaterThan(4950);
  expect(milliseconds(() => readScript(LONG), 20)).toBeLessThan(50);
});

test.each(hostileTexts)('%#: nonsense takes no longer', (text) => {
  expect(milliseconds(() => readScript(text), 3)).toBeLessThan(250);
});

function milliseconds(run: () => void, times: number): number {
  for (let warm = 0; warm < times; warm++) run();
  const start = process.cpuUsage();
  for (let round = 0; round < times; round++) run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / times;
}
