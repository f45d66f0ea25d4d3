import { expect, test } from 'vitest';

import { changeDay, keyOf, readPlan } from './index.ts';

const PLAN = `plan Harbour Half

weeks 1-4: Build
  Tue Hills: 15m E + 8x(1m I + 2m jog) // up the bridge
  Wed, Thu 45m E
  Fri 15m E + {20, 25, 25, 15}m T + 10m E
  Sat 40m E or rest

week 5 like week 4: Light
  Sun 60m E
`;

const cases: [string, string, { title?: string; script: string; notes?: string }, string][] = [
  [
    'a value of a list',
    '1 Fri',
    { script: '15m E + 25m T + 10m E' },
    PLAN.replace('{20, 25', '{25, 25'),
  ],
  ['the line of one week', '5 Sun', { script: '75m E' }, PLAN.replace('60m E', '1h15m E')],
  [
    'the line of one week, with its title and its note',
    '5 Sun',
    { title: 'Long', script: '75m E', notes: 'slow' },
    PLAN.replace('Sun 60m E', 'Sun Long: 1h15m E // slow'),
  ],
  [
    'a line for its week, where the line has others',
    '2 Tue',
    { title: 'Hills', script: '15m E + 6x(1m I + 2m jog)', notes: 'up the bridge' },
    `${PLAN}\nweek 2\n  Tue Hills: 15m E + 6x(1m I + 2m jog) // up the bridge\n`,
  ],
  [
    'a day that shares its line with another day, and keeps its other options',
    '3 Thu',
    { script: '30m E' },
    `${PLAN}\nweek 3\n  Thu 30m E\n`,
  ],
  [
    'a day with another option',
    '3 Sat',
    { script: '50m E' },
    `${PLAN}\nweek 3\n  Sat 50m E or rest\n`,
  ],
  [
    'a copied day, below the heading of its week',
    '5 Wed',
    { script: '30m E' },
    PLAN.replace('Sun 60m E', 'Sun 60m E\n  Wed 30m E'),
  ],
];

test.each(cases)('P25: changes %s, and no other day', (_, key, to, expected) => {
  const script = readPlan(`week 1\n Mon ${to.script}`).days[0];
  const text = { title: to.title ?? script?.title ?? '', script: to.script, notes: to.notes ?? '' };
  const changed = changeDay(PLAN, key, text);
  expect(changed).toBe(expected);
  const day = readPlan(changed ?? '').days.find((each) => keyOf(each) === key);
  expect(day).toMatchObject({ ...text, script: script?.script });
});

test.each([
  ['a race', 'week 1\n  Sun race 10km', '1 Sun', '12km E'],
  ['a day that others copy', 'week 1\n  Mon, Tue 40m E\nweek 2 like week 1', '1 Mon', '30m E'],
  ['a plan with a mistake', 'week 1\n  Mon 40m E\n  Tue', '1 Mon', '30m E'],
  ['a day that is not in it', 'week 1\n  Mon 40m E', '1 Tue', '30m E'],
])('P25: leaves %s alone', (_, text, key, script) => {
  expect(changeDay(text, key, { title: '30 min E', script, notes: '' })).toBeUndefined();
});
