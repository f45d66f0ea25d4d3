import { MAX_GROWTH, measureGrowth } from '@pacewright/growth';
import { expect, test } from 'vitest';

import { readPlan } from '../src/index.ts';
import { clearScriptCache } from '../src/script-cache.ts';

test.each([
  ['lines that name every week', 'weeks 1-4\n', '\n\n\n\n\n\nevery week 1\n'],
  ['lists over lines', 'week 1\nMon ', 'WU \n{'],
])('twice as many %s take about twice the time to read', async (_, head, piece) => {
  const write = (length: number) => head + piece.repeat(length / piece.length);
  const work = (text: string) => {
    clearScriptCache();
    readPlan(text);
  };
  expect(await measureGrowth({ size: 6000, write, work })).toBeLessThan(MAX_GROWTH);
});
