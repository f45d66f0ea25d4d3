import { expect, test } from 'vitest';

import { readPasted } from '../src/index.ts';
import { BOMBS } from './bombs.ts';

/** A limit against time that grows without bound, not a figure to reach. */
const MAX_CPU_MILLISECONDS = 4000;

test.each(BOMBS)('a bomb is refused or read in time: $name', ({ size, write }) => {
  const text = write(2 * size);
  const before = process.threadCpuUsage();
  readPasted(text, { units: 'metric' });
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MAX_CPU_MILLISECONDS);
});
