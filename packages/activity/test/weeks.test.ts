import { expect, test } from 'vitest';

import { matchWeeks } from './weeks.ts';

const WEEKS = Number(process.env['MATCHED_WEEKS'] ?? 12);

test('D12, D21: of runs that were moved, doubled, split or missed, at most 5 of 1,000 are given to another session', () => {
  const { cases, ...counts } = matchWeeks(WEEKS);
  if (WEEKS > 100) console.log(counts, cases);
  const { files, right, asked, wrong } = counts;
  expect(files).toBeGreaterThan(5 * WEEKS);
  expect(wrong).toBeLessThanOrEqual(0.005 * files);
  expect(right + asked).toBeGreaterThan(0.9 * files);
});
