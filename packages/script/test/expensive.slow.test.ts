import {
  EXPENSIVE_SEED,
  findExpensive,
  inventScript,
  MAX_EXPENSE,
  ORDINARY_SCRIPT,
  shapesOf,
} from '@pacewright/growth';
import { expect, test } from 'vitest';

import { readScript } from '../src/index.ts';

const SHAPES = shapesOf(0.5);

test(`none of ${SHAPES} texts is expensive to read; seed ${EXPENSIVE_SEED}`, async () => {
  const found = await findExpensive({
    seed: EXPENSIVE_SEED,
    shapes: SHAPES,
    ordinary: ORDINARY_SCRIPT,
    invent: inventScript,
    work: (text) => readScript(text),
  });
  expect(found.filter(({ expense }) => expense > MAX_EXPENSE)).toEqual([]);
});
