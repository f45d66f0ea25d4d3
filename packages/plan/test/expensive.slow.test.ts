import {
  EXPENSIVE_SEED,
  findExpensive,
  inventPlan,
  MAX_EXPENSE,
  ORDINARY_PLAN,
  shapesOf,
} from '@pacewright/growth';
import { expect, test } from 'vitest';

import { readPlan } from '../src/index.ts';
import { clearScriptCache } from '../src/script-cache.ts';

const SHAPES = shapesOf(0.25);

test(`none of ${SHAPES} plans is expensive to read; seed ${EXPENSIVE_SEED}`, async () => {
  const found = await findExpensive({
    seed: EXPENSIVE_SEED,
    shapes: SHAPES,
    ordinary: ORDINARY_PLAN,
    invent: inventPlan,
    work: (text) => {
      clearScriptCache();
      return readPlan(text);
    },
  });
  expect(found.filter(({ expense }) => expense > MAX_EXPENSE)).toEqual([]);
});
