import { MAX_GROWTH, measureGrowth } from '@pacewright/growth';
import { expect, test } from 'vitest';

import { readScript } from '../src/index.ts';

test.each([
  ['pluses', '', '+'],
  ['spaces behind a number', '1', ' '],
])('twice as many %s take about twice the time to read', async (_, head, piece) => {
  const write = (length: number) => head + piece.repeat(length / piece.length);
  const work = (text: string) => readScript(text);
  expect(await measureGrowth({ size: 2400, write, work })).toBeLessThan(MAX_GROWTH);
});
