import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { formatPlan, readPlan } from '../src/index.ts';
import { takeFirstFixes } from './first-fixes.ts';

// Plans of many kinds as coaches write them. The first ones have no mistake. Others are pasted from elsewhere, and
// all of their mistakes have a fix. The last ones are not laid out as a plan.

const readTrial = (name: string) =>
  readFileSync(new URL(`trial/${name}.txt`, import.meta.url), 'utf8');

const WRITTEN = [
  ['01-first-5km', 9, 27],
  ['02-club-10km', 10, 46],
  ['03-half', 12, 59],
  ['04-marathon', 18, 106],
  ['05-ultra', 20, 92],
  ['06-track', 10, 80],
  ['07-three-days', 8, 24],
  ['08-return', 6, 21],
  ['12-zones', 12, 81],
  ['13-double-threshold', 6, 60],
  ['14-school', 6, 39],
  ['15-ten-day-cycle', 4, 28],
] as const;

test.each(WRITTEN)('%s has no mistake in its %i weeks and %i runs', (name, weeks, runs) => {
  const reading = readPlan(readTrial(name));
  expect(reading.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(reading.weeks).toHaveLength(weeks);
  expect(reading.days.filter(({ kind }) => kind === 'run')).toHaveLength(runs);
  const formatted = formatPlan(readTrial(name));
  expect(readPlan(formatted).days).toHaveLength(reading.days.length);
  expect(formatPlan(formatted)).toBe(formatted);
});

test.each([['10-email', 4]] as const)('%s is fixed by its first fixes alone', (name, weeks) => {
  const { left, text } = takeFirstFixes(readTrial(name));
  expect(left).toEqual([]);
  expect(readPlan(text).weeks).toHaveLength(weeks);
});

test.each([
  ['09-spreadsheet', 1],
  ['11-markdown', 1],
  ['16-countdown', 2],
] as const)('%s is not read as a plan', (name, places) => {
  const { diagnostics } = readPlan(readTrial(name));
  const layouts = diagnostics.filter(({ code }) => code === 'other-layout');
  expect(layouts).toHaveLength(places);
});
