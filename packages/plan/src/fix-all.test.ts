import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyText } from '../test/arbitraries.ts';
import { runs } from '../test/runs.ts';
import { fixPlan } from './index.ts';

test('makes every fix without an alternative, at once', () => {
  const fixed = fixPlan('week 1: Mon rest, Tue 15m E 20m T\nweeks 2-3\n  Wed {40m, 45m E');
  expect(fixed.text).toBe('week 1\n  Mon rest\n  Tue 15m E + 20m T\nweeks 2-3\n  Wed {40m, 45m} E');
  expect(fixed.count).toBe(4);
});

test('a question stays a question', () => {
  const text = 'weeks 1-3\n  Tue {40m, 45m} E\nweek 3-1\n  Sun race';
  expect(fixPlan(text)).toEqual({ text, count: 0 });
});

test('no mistake with one certain fix is left', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const fixed = fixPlan(text);
      expect(fixPlan(fixed.text).text).toBe(fixed.text);
    }),
    runs(0.02),
  );
});
