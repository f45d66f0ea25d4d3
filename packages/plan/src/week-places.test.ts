import { expect, test } from 'vitest';

import { listValuesOf, locateHeadings, PLAN_TEMPLATES, readPlan } from './index.ts';

const TEXT = `plan A

weeks 1-3: Build
  Tue 15m E + {4, 5, 6}x(3m I + 2m jog)
  Sun {1h, 1h10m, 1h20m} E

week 2
  Sun 50m E

week 4 like week 1
  Sun race 10km`;

const HEADINGS = locateHeadings(TEXT, readPlan(TEXT));

test('headings are found with their lines', () => {
  expect(HEADINGS.map(({ weeks, days }) => [weeks, days.length])).toEqual([
    [[1, 2, 3], 2],
    [[2], 1],
    [[4], 1],
  ]);
  expect(HEADINGS.map(({ start }) => TEXT.slice(start, start + 6))).toEqual([
    'weeks ',
    'week 2',
    'week 4',
  ]);
});

test('a week has one value in every list of its headings', () => {
  const values = listValuesOf(HEADINGS, 2).map(({ from, to }) => TEXT.slice(from, to));
  expect(values).toEqual(['5', '1h10m']);
});

test('in every template each week of a heading has its own value', () => {
  for (const { text } of PLAN_TEMPLATES)
    for (const { weeks, days } of locateHeadings(text, readPlan(text)))
      for (const { lists } of days)
        for (const values of lists) expect(values).toHaveLength(weeks.length);
});
