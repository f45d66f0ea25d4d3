import { trainingPaces } from '@pacewright/pace';
import { expect, test } from 'vitest';

import { judgeInParts, judgeRun, type InParts, type Run } from './index.ts';

const PACES = { trainingPaces: trainingPaces(50), vdot: 50 };

/** Fast and slow in turn, with noise, so that many readings are about as good. */
function noisyRun(seconds: number): Run {
  const speed = Float32Array.from(
    { length: seconds },
    (_, second) => 2 + (2 * ((second * 7919) % 97)) / 97 + (Math.floor(second / 40) % 2) * 1.5,
  );
  const metres = new Float64Array(seconds + 1);
  for (const [second, each] of speed.entries()) metres[second + 1] = (metres[second] ?? 0) + each;
  const clock = Float64Array.from({ length: seconds + 1 }, (_, second) => second);
  return {
    seconds,
    metres,
    speed,
    heartRate: undefined,
    altitude: undefined,
    clock,
    laps: [],
    pauses: [],
  };
}

function workOf(parts: InParts<unknown>): number[] {
  const work: number[] = [];
  for (let next = parts.next(); !next.done; next = parts.next()) work.push(next.value);
  return work;
}

const planOf = (script: string) => ({ title: '', script, paces: PACES });

test.each([
  ['many steps', 36_000, '75x(2m I + 1m jog) + 75x(1m R + 1m jog)'],
  ['many steps without an end', 6 * 3600, Array(60).fill('open T').join(' + ')],
  ['one step', 36_000, '10h E'],
])('a long run is compared with %s in parts of bounded work', (_, seconds, script) => {
  const work = workOf(judgeInParts(noisyRun(seconds), { steps: [] }, planOf(script), [], 'metric'));
  // The work of the last point before a pause comes on top.
  expect(Math.max(...work)).toBeLessThan(300_000);
  expect(work.reduce((sum, part) => sum + part, 0)).toBeLessThan(25_000_000);
});

test('a comparison with pauses has the same result', () => {
  const [run, plan] = [noisyRun(1800), planOf('10m E + 10x(40s R + 40s jog)')];
  const parts = judgeInParts(run, { steps: [] }, plan, [], 'metric');
  let next = parts.next();
  while (!next.done) next = parts.next();
  expect(next.value).toEqual(judgeRun(run, { steps: [] }, plan, [], 'metric'));
});
