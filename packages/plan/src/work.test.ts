import { expect, test } from 'vitest';

import { readPlan, readPlanInParts } from './index.ts';

const REPEATED = `weeks 1-53\n${'Mon-Sun 10m E\n'.repeat(1400)}`;

test('a plan that takes too much work to read has one mistake, which says so', () => {
  const { days, diagnostics } = readPlan(REPEATED);
  expect(days).toEqual([]);
  expect(diagnostics).toEqual([
    {
      code: 'plan-too-long',
      layer: 'plan',
      severity: 'error',
      from: 0,
      to: REPEATED.length,
      message: 'This text is too complicated to read. Remove lines that repeat each other',
      fixes: [],
    },
  ]);
});

test('days that lines repeat cost no more than a plan of every day', () => {
  const lines = (count: number) => `weeks 1-4\n${'Mon-Sun 10m E\n'.repeat(count)}`;
  expect(workOf(lines(28))).toBeLessThan(4 * workOf(writePlan(28)));
});

test('the longest ordinary plan takes an eighth of the work that a plan may take', () => {
  expect(workOf(writePlan(53 * 7))).toBeLessThan(37_500);
});

test.each([
  ['weeks', 'week 1\n', 'Mon 10m E\n'],
  ['repeated days', 'weeks 1-20\n', 'Mon 10m E\n'],
  ['options', 'weeks 1-20\nMon 10m E', ' or 20m E'],
  ['ranges', 'week 1\nMon 45-55m E', ' + 45-55m E'],
  ['unknown lines', '', 'blah\n'],
])('twice as many %s take about twice the work', (_, head, piece) => {
  const [once = 0, twice = 0] = [40, 80].map((count) => workOf(head + piece.repeat(count)));
  expect(twice).toBeLessThan(2.5 * once);
});

test('every part of a title that may be a run counts as read', () => {
  const parts = Array.from({ length: 9 }, (_, index) => `${index + 2}x(1m E)`);
  const title = workOf(`week 1\nMon ${parts.join(' & ')}:`);
  expect(title).toBeGreaterThan(8 * workOf(`week 1\nMon ${parts[0]}`));
});

test.each([
  ['days', writePlan(53 * 7)],
  ['repeated days', REPEATED],
  [
    'names',
    Array.from({ length: 150 }, (_, name) => `n${name} = ${name + 60}s T + 2m jog`).join('\n'),
  ],
])('the reading of many %s has a pause after each small part of its work', (_, text) => {
  const work = { used: 0 };
  const parts = readPlanInParts(text, { work });
  let isDone: boolean | undefined = false;
  let [before, most] = [0, 0];
  while (!isDone) {
    isDone = parts.next().done;
    most = Math.max(most, work.used - before);
    before = work.used;
  }
  expect(most).toBeLessThan(5000);
});

test('a script that several plans have in common counts in each of them', () => {
  const text = 'week 1\nMon 15m E + 5x(3m I + 2m jog)';
  expect(workOf(text)).toBe(workOf(text));
});

test('a day that three lines have is reported once for each line too many', () => {
  const { diagnostics } = readPlan('weeks 1-4\nMon 10m E\nMon-Wed 20m E\nMon, Fri 30m E');
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['day-twice', 'Mon is already listed. Use pm for a second run'],
    ['day-twice', 'Mon is already listed. Use pm for a second run'],
  ]);
});

/** A line for each day, each different. */
function writePlan(days: number): string {
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  return Array.from({ length: days }, (_, day) => {
    const heading = day % 7 === 0 ? `week ${day / 7 + 1}\n` : '';
    return `${heading}${names[day % 7]} 15m E + 4x(${day + 60}s T + 2m jog)\n`;
  }).join('');
}

function workOf(text: string): number {
  const work = { used: 0 };
  readPlan(text, { work });
  return work.used;
}
