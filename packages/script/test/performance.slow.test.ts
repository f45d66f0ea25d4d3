import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import type { Figure } from './figures.ts';

// In a process of its own: what the test runner makes of imports would triple the figures.
test('a usual script is read in under 50 µs, a long one in 10 ms, nonsense in 50 ms', () => {
  const script = fileURLToPath(new URL('figures.ts', import.meta.url));
  const output = execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' });
  const figures = JSON.parse(output) as Figure[];
  expect(figures.length).toBeGreaterThan(20);
  expect(figures.filter(({ milliseconds, budget }) => milliseconds >= budget)).toEqual([]);
});
