import { readScript } from '@pacewright/script';
import { expect, test } from 'vitest';
import { CLASSICS } from './classics.ts';

test.each(CLASSICS)('$title has no mistake and no advice', ({ script }) => {
  expect(readScript(script).diagnostics).toEqual([]);
});

test('there are about twenty, each with its own title', () => {
  expect(new Set(CLASSICS.map(({ title }) => title)).size).toBe(CLASSICS.length);
  expect(CLASSICS.length).toBeGreaterThanOrEqual(20);
});
