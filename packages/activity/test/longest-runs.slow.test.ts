import { expect, test } from 'vitest';

import { compareActivity } from './compare.ts';
import { simulateSeed } from './simulated-run.ts';

/** A limit against time that grows without bound, not a figure to reach. */
const MAX_CPU_MILLISECONDS = 10_000;

test.each([
  '99x(1m I + 1m jog)',
  '5x(99x(20s R + 20s jog))',
  '99x(E + jog)',
  '12h E',
  '20m E + 99x(100mtr R + 100mtr jog) + 20m E',
])('D4: %s is compared in bounded time', (script) => {
  const { activity, planned } = simulateSeed(script, { kind: 'none', deviations: [] }, 3);
  const before = process.cpuUsage();
  const comparison = compareActivity(activity, planned);
  const { user, system } = process.cpuUsage(before);
  expect(comparison.run?.seconds).toBeGreaterThan(0);
  expect((user + system) / 1000).toBeLessThan(MAX_CPU_MILLISECONDS);
});
