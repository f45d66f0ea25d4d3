import type { SeasonChange } from '@pacewright/contract';
import { expect, test } from 'vitest';
import { applyAway, type AwayDay, findLightWeek, longRunsOf } from './away.ts';

function dayOf(id: string, day: string, week: number, minutes: number, isRace = false): AwayDay {
  return { id, day, week, title: id, seconds: minutes * 60, lane: 'E', isRace };
}

const DAYS = [
  dayOf('a', '2026-11-17', 5, 45),
  dayOf('b', '2026-11-22', 5, 90),
  dayOf('c', '2026-11-24', 6, 45),
  dayOf('d', '2026-11-29', 6, 100),
  dayOf('e', '2026-12-01', 7, 40),
  dayOf('f', '2026-12-06', 7, 70),
  dayOf('g', '2026-12-13', 8, 20, true),
];

test('the longest run of each week is its long run', () => {
  expect(longRunsOf(DAYS).map(({ id }) => id)).toEqual(['b', 'd', 'f']);
});

test('a light week is looked for between the absence and the week of the race', () => {
  const between = { to: '2026-11-20', race: '2026-12-13', first: 1 as const };
  expect(findLightWeek(DAYS, { ...between, count: 7 })).toMatchObject({
    week: 7,
    from: '2026-11-30',
  });
  expect(findLightWeek(DAYS, { ...between, count: 14 })).toMatchObject({ from: '2026-11-23' });
  expect(findLightWeek(DAYS, { ...between, count: 21 })).toBeUndefined();
  expect(findLightWeek(DAYS, { ...between, to: '2026-12-01', count: 7 })).toBeUndefined();
});

test('skipped and dropped days are gone, and moved ones are on their new day', () => {
  const planned = { key: '', title: '', script: '', notes: '', alternatives: [] };
  const changes: SeasonChange[] = [
    {
      kind: 'change',
      entryId: 'a',
      before: null,
      after: { ...planned, day: '2026-11-17', kind: 'rest' },
    },
    {
      kind: 'change',
      entryId: 'b',
      before: null,
      after: { ...planned, day: '2026-11-29', kind: 'run' },
    },
    { kind: 'remove', entryId: 'f', before: null, after: null },
  ];
  expect(applyAway(DAYS, changes).map(({ id, day }) => `${id} ${day}`)).toEqual([
    'c 2026-11-24',
    'b 2026-11-29',
    'd 2026-11-29',
    'e 2026-12-01',
    'g 2026-12-13',
  ]);
});
