import { expect, test } from 'vitest';

import { findWeekAt, listValuesOf, locateHeadings, PLAN_TEMPLATES, readPlan } from './index.ts';

const TEXT = `plan A

weeks 1-3: Build
  Tue 15m E + {4, 5, 6}x(3m I + 2m jog)
  Sun {1h, 1h10m, 1h20m} E

week 2
  Sun 50m E

week 4 like week 1
  Sun race 10km`;

const HEADINGS = locateHeadings(TEXT, readPlan(TEXT));
const after = (piece: string) => TEXT.indexOf(piece) + piece.length;

test('headings are found with their lines', () => {
  expect(HEADINGS.map(({ weeks, days }) => [weeks, days.length])).toEqual([
    [[1, 2, 3], 2],
    [[2], 1],
    [[4], 1],
  ]);
});

test('a position is about the week whose value it is in', () => {
  expect(findWeekAt(HEADINGS, after('{4, 5'))).toBe(2);
  expect(findWeekAt(HEADINGS, after('{1h, 1h10m, 1h20m'), 1)).toBe(3);
});

test('elsewhere it is about the week shown before, else the first of its heading', () => {
  expect(findWeekAt(HEADINGS, after('weeks 1-3: Bu'))).toBe(1);
  expect(findWeekAt(HEADINGS, after('Tue 15m'), 3)).toBe(3);
  expect(findWeekAt(HEADINGS, TEXT.length, 3)).toBe(4);
  expect(findWeekAt(HEADINGS, TEXT.indexOf('weeks 1-3'), 4)).toBe(1);
  expect(findWeekAt(HEADINGS, 3)).toBeUndefined();
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
