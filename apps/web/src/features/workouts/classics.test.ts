import { readScript } from '@pacewright/script';
import { expect, test } from 'vitest';
import { CLASSICS } from './classics.ts';

test.each(CLASSICS)('$title reads without a mistake or a piece of advice', ({ script }) => {
  expect(readScript(script).diagnostics).toEqual([]);
});

test('there are about twenty, each with a name of its own', () => {
  expect(new Set(CLASSICS.map(({ title }) => title)).size).toBe(CLASSICS.length);
  expect(CLASSICS.length).toBeGreaterThanOrEqual(20);
});
