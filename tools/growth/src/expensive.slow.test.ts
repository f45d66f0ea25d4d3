import { expect, test } from 'vitest';
import { findExpensive, MAX_EXPENSE } from './expensive.ts';

let sum = 0;

function spend(steps: number): void {
  for (let step = 0; step < steps; step++) sum = (sum + step) % 1009;
}

test('an input that takes ten times as long is found among others', async () => {
  const search = { seed: 1, shapes: 200, ordinary: 1e5, work: spend };
  const found = await findExpensive({
    ...search,
    invent: (random) => (random() < 0.01 ? 1e6 : 1e5 * random()),
  });
  expect(found[0]?.input).toBe(1e6);
  expect(found[0]?.expense).toBeGreaterThan(MAX_EXPENSE);
});

test('inputs that take as long as an ordinary one are not expensive', async () => {
  const search = { seed: 1, shapes: 50, ordinary: 1e5, work: spend };
  const found = await findExpensive({ ...search, invent: (random) => 1e5 * (1 + random()) });
  expect(found.filter(({ expense }) => expense > MAX_EXPENSE)).toEqual([]);
});
