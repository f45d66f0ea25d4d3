import {
  EXPENSIVE_SEED,
  findExpensive,
  inventScript,
  MAX_EXPENSE,
  ORDINARY_SCRIPT,
  shapesOf,
} from '@pacewright/growth';
import { previewScript } from '@pacewright/script';
import { expect, test } from 'vitest';
import { layOutChart } from './profile-layout.ts';

const SHAPES = shapesOf(0.24);

test(`none of ${SHAPES} texts is expensive to draw; seed ${EXPENSIVE_SEED}`, async () => {
  const found = await findExpensive({
    seed: EXPENSIVE_SEED,
    shapes: SHAPES,
    ordinary: ORDINARY_SCRIPT,
    invent: inventScript,
    work: draw,
  });
  expect(found.filter(({ expense }) => expense > MAX_EXPENSE)).toEqual([]);
});

/** What the editor computes with every letter typed. */
function draw(text: string): unknown {
  const { resolved, places } = previewScript(text);
  return (['time', 'distance'] as const).map((axis) =>
    layOutChart({ resolved, places, axis, units: 'metric', width: 700, tickGap: 60 }),
  );
}
