import { expect, test } from 'vitest';

import { compareSessions } from './sessions.ts';

test('D7, D19: at most 3 of 100 other sessions pass, and 90 of 100 reps end within 8 s', () => {
  const { own, ownCompared, foreign, foreignCompared, reps, repsWithin, pairs } =
    compareSessions(6);
  console.log({ own, ownCompared, foreign, foreignCompared, reps, repsWithin }, pairs);
  expect(foreignCompared / foreign).toBeLessThan(0.03);
  expect(ownCompared / own).toBeGreaterThan(0.9);
  expect(repsWithin / reps).toBeGreaterThan(0.85);
});
