import { expect, test } from 'vitest';

import { readPlan, totalWeeks } from './index.ts';

test('P19: a week totals its planned options by lane, without the alternatives', () => {
  const [week] = totalWeeks(
    readPlan(`week 1
  Mon rest or 60m E
  Tue 15m E + 4x(3m I + 2m jog) + 90s rest + 5m walk
  Thu 40m E or rest
  Sat Strength:`),
  );
  expect(week?.runs.map(({ day }) => day.weekday)).toEqual([1, 3]);
  expect(week?.time).toEqual({ seconds: 75 * 60, isAtLeast: false });
  expect(week?.lanes.E.seconds).toBe(63 * 60);
  expect(week?.lanes.I.seconds).toBe(12 * 60);
  expect(week?.restSeconds).toBe(390);
  expect(week?.distance.metres).toBeCloseTo(
    (week?.lanes.E.metres ?? 0) + (week?.lanes.I.metres ?? 0),
  );
});

test('P19: a run without an end, or at a pace that is not set, makes the totals "at least"', () => {
  expect(totalWeeks(readPlan('week 1\n  Tue E + 20m T'))[0]).toMatchObject({
    time: { seconds: 1200, isAtLeast: true },
    distance: { isAtLeast: true },
  });
  const unset = { from: 0, to: 0 };
  const trainingPaces = { E: unset, M: unset, T: unset, I: unset, R: unset };
  expect(totalWeeks(readPlan('week 1\n  Tue 20m T'), { trainingPaces })[0]).toMatchObject({
    time: { seconds: 1200, isAtLeast: false },
    distance: { metres: 0, isAtLeast: true },
  });
});
