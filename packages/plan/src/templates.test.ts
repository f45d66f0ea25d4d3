import { trainingPaces } from '@pacewright/pace';
import { expect, test } from 'vitest';

import { adviseOnPlan, formatPlan, PLAN_TEMPLATES, readPlan } from './index.ts';

const VDOTS = [30, 35, 40, 45, 50, 55, 60, 65];

test('there are twelve templates, each with an id of its own', () => {
  expect(new Set(PLAN_TEMPLATES.map(({ id }) => id)).size).toBe(12);
});

test.each(PLAN_TEMPLATES)(
  '$id has no mistake, is formatted, and ends with its race',
  ({ text, race }) => {
    const { diagnostics, days, title } = readPlan(text);
    expect(diagnostics).toEqual([]);
    expect(title).not.toBe('');
    expect(formatPlan(text)).toBe(text);
    expect(days.at(-1)?.races).toEqual([race]);
  },
);

test.each(PLAN_TEMPLATES)('$id gets no advice in the paces of anyone', ({ text }) => {
  const reading = readPlan(text);
  const paces = VDOTS.map((vdot) => ({ trainingPaces: trainingPaces(vdot), vdot }));
  const advice = [undefined, ...paces].flatMap((speeds) => adviseOnPlan(reading, { speeds }));
  expect(advice).toEqual([]);
});
