import { expect, test } from 'vitest';
import { MAX_GROWTH, measureGrowth } from './index.ts';

let sum = 0;

function spend(steps: number): void {
  for (let step = 0; step < steps; step++) sum = (sum + step) % 1009;
}

test('work in proportion to its size is below the limit', async () => {
  const growth = await measureGrowth({ size: 1e6, write: (size) => size, work: spend });
  expect(growth).toBeLessThan(MAX_GROWTH);
});

test('quadratic work is above the limit', async () => {
  const growth = await measureGrowth({ size: 1000, write: (size) => size ** 2, work: spend });
  expect(growth).toBeGreaterThan(MAX_GROWTH);
});
