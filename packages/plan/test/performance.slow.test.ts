import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import type { Figure } from './figures.ts';

// In a process of its own, where imports are not slowed down by the test runner.
test('a plan of 24 weeks is read in under 20 ms with all its mistakes, nonsense in under a second', () => {
  const script = fileURLToPath(new URL('figures.ts', import.meta.url));
  const output = execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' });
  const figures = JSON.parse(output) as Figure[];
  expect(figures.length).toBeGreaterThan(20);
  expect(figures.filter(({ milliseconds, budget }) => milliseconds >= budget)).toEqual([]);
});
