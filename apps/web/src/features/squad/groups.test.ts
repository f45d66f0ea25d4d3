import { expect, test } from 'vitest';
import { speedsOf } from './columns.ts';
import { groupByPace, suggestGroupCount } from './groups.ts';

function squad(...vdots: (number | undefined)[]) {
  return vdots.map((vdot, index) => ({ name: `Runner ${index}`, vdot }));
}

function vdotsOf(groups: ReturnType<typeof groupByPace>) {
  return groups.map(({ members }) => members.map(({ vdot }) => vdot));
}

test('runners of similar pace are together, the fastest first', () => {
  const runners = squad(41, 60, 50, 42, 59, 51, 40);
  expect(vdotsOf(groupByPace(runners, 3))).toEqual([
    [60, 59],
    [51, 50],
    [42, 41, 40],
  ]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('no other split into %i groups is closer together', (count) => {
  const vdots = [59.4, 57.7, 56.3, 56, 54.5, 53, 52.2, 51.7, 50, 49.3, 47.8];
  const found = groupByPace(squad(...vdots), count).map(({ members }) =>
    members.map(({ vdot }) => vdot ?? 0),
  );
  expect(found).toHaveLength(count);
  expect(found.flat()).toEqual(vdots);
  expect(spreadOf(found)).toBeCloseTo(
    Math.min(...splitsOf(vdots, count).map((split) => spreadOf(split))),
  );
});

function spreadOf(groups: number[][]): number {
  const ofGroup = (group: number[]) => {
    const mean = group.reduce((sum, value) => sum + value, 0) / group.length;
    return group.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  };
  return groups.reduce((sum, group) => sum + ofGroup(group), 0);
}

function splitsOf(values: number[], count: number): number[][][] {
  if (count === 1) return [[values]];
  return values.slice(1).flatMap((_, index) => {
    const [head, tail] = [values.slice(0, index + 1), values.slice(index + 1)];
    return splitsOf(tail, count - 1).map((rest) => [head, ...rest]);
  });
}

test('a chosen group is kept, or the last one if there are fewer', () => {
  const runners = [...squad(60, 50), { name: 'Nina', vdot: undefined, group: 1 }];
  expect(groupByPace(runners, 2)[0]?.members.map(({ name }) => name)).toEqual(['Runner 0', 'Nina']);
  const last = [...squad(60, 50), { name: 'Nina', vdot: 61, group: 7 }];
  expect(groupByPace(last, 2)[1]?.members.map(({ name }) => name)).toEqual(['Nina', 'Runner 1']);
});

test('a runner without a race is in the last group', () => {
  expect(groupByPace(squad(60, undefined, 50), 2)[1]?.members).toHaveLength(2);
});

test('equal runners, few runners and none', () => {
  expect(groupByPace(squad(50, 50, 50), 2).flatMap(({ members }) => members)).toHaveLength(3);
  expect(groupByPace(squad(50), 4)).toHaveLength(1);
  expect(groupByPace([], 4)).toEqual([]);
});

test('a number of groups is suggested', () => {
  const alike = (count: number) => Array.from({ length: count }, () => 50);
  expect([0, 4, 9, 20, 200].map((count) => suggestGroupCount(alike(count)))).toEqual([
    1, 1, 2, 4, 6,
  ]);
});

test('runners of 17:12 and 52:30 are not suggested as one group', () => {
  const vdots = [1032, 1100, 1500, 3150].map(
    (timeInSeconds) => speedsOf({ name: '', race: { distance: 5000, timeInSeconds } })?.vdot,
  );
  expect(suggestGroupCount(vdots)).toBe(3);
  expect(suggestGroupCount([...vdots, undefined])).toBe(3);
});
