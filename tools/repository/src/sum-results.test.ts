import { expect, test } from 'vitest';
import { nameFailures, sumResults } from './sum-results.ts';

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
  const steps = '0\tinstall\n1\ttests\n0\tslow\n0\tbuild\n1\tjourneys\n0\tspeed\n';
  const slow = { testResults: [file('slow.test.ts', 'passed', ['passed'])] };
  const speed = { stats: { expected: 4, unexpected: 0, skipped: 0 }, suites: [] };
  expect(sumResults({ steps, tests, slow, journeys, speed })).toEqual({
    passed: 12,
    failed: 3,
    skipped: 2,
  });
});

test('a step that is not a test counts when it fails', () => {
  expect(sumResults({ steps: '0\tinstall\n1\tlint\n2\tknip\n' })).toEqual({
    passed: 0,
    failed: 2,
    skipped: 0,
  });
});

test('tests that could not run at all count as a failure', () => {
  expect(sumResults({ steps: '124\ttests\n' }).failed).toBe(1);
});

test('tests that pass and still end badly count as a failure', () => {
  const passing = { testResults: [file('slow.test.ts', 'passed', ['passed'])] };
  expect(sumResults({ steps: '1\ttests\n', tests: passing })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});

test('a test file that does not load counts as a failure', () => {
  const broken = { testResults: [file('broken.test.ts', 'failed', [])] };
  const results = { steps: '1\ttests\n', tests: broken };
  expect(sumResults(results).failed).toBe(1);
  expect(nameFailures(results)).toContain('failed: broken.test.ts (does not load)');
});

test('every failure is named once more at the end', () => {
  expect(nameFailures({ steps: '0\tinstall\n1\tlint\n1\ttests\n', tests, journeys })).toEqual([
    'failed: step lint',
    'failed: step tests',
    'failed: units.test.ts › a failed one',
    'failed: calendar.test.ts › saves',
  ]);
});
