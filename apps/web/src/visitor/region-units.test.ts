import { expect, test } from 'vitest';
import { regionUnits } from './region-units.ts';

test.each([
  ['en-US', 'imperial'],
  ['en-GB', 'imperial'],
  ['cy-GB', 'imperial'],
  ['es-US', 'imperial'],
  ['en-LR', 'imperial'],
  ['my', 'imperial'],
  ['en', 'imperial'],
  ['de-DE', 'metric'],
  ['de', 'metric'],
  ['en-IE', 'metric'],
  ['en-AU', 'metric'],
  ['zh-Hans-CN', 'metric'],
  ['en_US', 'metric'],
  ['', 'metric'],
])('a browser in %s starts with %s units', (language, units) => {
  expect(regionUnits(language)).toBe(units);
});
