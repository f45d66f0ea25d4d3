import { expect, test } from 'vitest';

import { compareSessions, SESSIONS } from './sessions.ts';

test('D7, D19: unsteady sessions with laps by hand are those that were planned, and no others', () => {
  const alike = SESSIONS.filter((_, index) => [3, 4, 9, 11, 12].includes(index));
  const { own, ownCompared, foreign, foreignCompared } = compareSessions(1, 1, alike);
  expect({ own: ownCompared, of: own }).toEqual({ own: 5, of: 5 });
  expect({ foreign: foreignCompared, of: foreign }).toEqual({ foreign: 0, of: 20 });
});
