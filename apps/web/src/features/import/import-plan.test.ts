import { writePlanText } from '@pacewright/import';
import { readPlan } from '@pacewright/plan';
import { readScript, writeScript } from '@pacewright/script';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const SCRIPTS = [
  '40m E',
  '15m E + 5x(3m I + 2m jog) + 10m E',
  '2km easy\n6 x 800m R w/ 90s jog\n2km easy',
  '10km "up // down: hills or not"',
  '45 min easy',
];

const items = fc.array(
  fc.record({
    title: fc.oneof(fc.constantFrom('', 'Hills: up or down // {fast}', 'Long run'), fc.string()),
    script: fc.constantFrom(...SCRIPTS),
    notes: fc.oneof(fc.constantFrom('', 'Bring water\n// and shoes'), fc.string()),
    week: fc.integer({ min: 1, max: 53 }),
    weekday: fc.integer({ min: 0, max: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test('workouts that are written as a plan are read as the same runs, without mistakes', () => {
  fc.assert(
    fc.property(items, (all) => {
      const text = writePlanText('Spring', all);
      if (text === undefined) return;
      const { title, days, diagnostics } = readPlan(text);
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(title).toBe('Spring');
      const sorted = all.toSorted((a, b) => a.week - b.week || a.weekday - b.weekday);
      const runs = days.flatMap(({ kind, script }) =>
        kind === 'run' ? [writeScript(readScript(script).workout)] : [],
      );
      expect(runs).toEqual(sorted.map(({ script }) => writeScript(readScript(script).workout)));
    }),
    { numRuns: 300 },
  );
});

test('one week is no season, and a plan has two runs a day and 53 weeks', () => {
  const run = { title: '', script: '40m E', notes: '', week: 1, weekday: 1 };
  expect(writePlanText('One', [run, { ...run, weekday: 3 }])).toBeUndefined();
  expect(writePlanText('Long', [run, { ...run, week: 54 }])).toBeUndefined();
  expect(writePlanText('Full', [run, run, run, { ...run, week: 2 }])).toBeUndefined();
  expect(writePlanText('Two', [run, run, { ...run, week: 2 }])).toBe(
    'plan Two\n\nweek 1\n  Tue 40m E\n  Tue pm 40m E\n\nweek 2\n  Tue 40m E',
  );
});
