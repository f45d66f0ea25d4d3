import { expect, test } from 'vitest';
import { nameFailures, type Step, sumResults, writeTable } from './sum-results.ts';

const tests = {
  testResults: [
    file('paces.test.ts', 'passed', ['passed', 'skipped']),
    file('units.test.ts', 'failed', ['passed', 'failed']),
  ],
};
const journeys = {
  stats: { expected: 5, unexpected: 2, skipped: 1 },
  suites: [
    {
      specs: [spec('signs in', 'expected')],
      suites: [{ specs: [spec('saves', 'unexpected')] }],
    },
  ],
};

function step(name: string, code: number, more: Partial<Step> = {}): Step {
  return { name, code, seconds: 12, log: '', ...more };
}

function file(name: string, status: string, statuses: string[]) {
  return {
    name: `/somewhere/${name}`,
    status,
    assertionResults: statuses.map((each) => ({ status: each, fullName: `a ${each} one` })),
  };
}

function spec(title: string, status: string) {
  return { title, file: 'e2e/calendar.test.ts', tests: [{ status }] };
}

test('tests, slow tests, journeys and measurements are added up', () => {
  const slow = { testResults: [file('slow.test.ts', 'passed', ['passed'])] };
  const speed = { stats: { expected: 4, unexpected: 0, skipped: 0 }, suites: [] };
  const steps = [
    step('install', 0),
    step('tests', 1, { report: tests }),
    step('slow', 0, { report: slow }),
    step('journeys', 1, { report: journeys }),
    step('speed', 0, { report: speed }),
  ];
  expect(sumResults(steps)).toEqual({ passed: 12, failed: 3, skipped: 2 });
});

test('a step that is not a test counts when it fails', () => {
  expect(sumResults([step('install', 0), step('lint', 1), step('knip', 2)])).toEqual({
    passed: 0,
    failed: 2,
    skipped: 0,
  });
});

test('tests that could not run at all count as a failure', () => {
  expect(sumResults([step('tests', 124)]).failed).toBe(1);
});

test('tests that pass and still end badly count as a failure', () => {
  const passing = { testResults: [file('slow.test.ts', 'passed', ['passed'])] };
  expect(sumResults([step('tests', 1, { report: passing })])).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});

test('a test file that does not load counts as a failure', () => {
  const broken = { testResults: [file('broken.test.ts', 'failed', [])] };
  const steps = [step('tests', 1, { report: broken })];
  expect(sumResults(steps).failed).toBe(1);
  expect(nameFailures(steps)).toContain('failed: broken.test.ts (does not load)');
});

test('every failure is named once more at the end', () => {
  const steps = [
    step('install', 0),
    step('lint', 1),
    step('tests', 1, { report: tests }),
    step('journeys', 1, { report: journeys }),
  ];
  expect(nameFailures(steps)).toEqual([
    'failed: step lint',
    'failed: step tests',
    'failed: step journeys',
    'failed: units.test.ts › a failed one',
    'failed: calendar.test.ts › saves',
  ]);
});

test('a table has the seconds, the results and the figures of every step', () => {
  const log = 'ok   129.9 of 131 kB\nfigure: the first screen loads 129.9 of 131.4 kB\n';
  const steps = [
    step('budget', 0, { seconds: 2, log }),
    step('journeys', 1, { seconds: 400, report: journeys }),
    step('lint', 1),
  ];
  expect(writeTable(steps, 415)).toEqual([
    'step      seconds  result',
    'budget          2  ok',
    '                   the first screen loads 129.9 of 131.4 kB',
    'journeys      400  FAILED with 1, 5 passed, 2 failed, 1 skipped',
    'lint           12  FAILED with 1',
    'in all        415',
  ]);
});
