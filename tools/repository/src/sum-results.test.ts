import { expect, test } from 'vitest';
import { sumResults } from './sum-results.ts';

const tests = {
  testResults: [
    { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] },
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
  ],
};
const journeys = { stats: { expected: 5, unexpected: 2, flaky: 1, skipped: 1 } };

test('tests, slow tests, journeys and measurements are added up', () => {
  const steps = '0\tinstall\n1\ttests\n0\tslow\n0\tbuild\n1\tjourneys\n0\tspeed\n';
  const slow = { testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }] };
  const speed = { stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 } };
  expect(sumResults({ steps, tests, slow, journeys, speed })).toEqual({
    passed: 13,
    failed: 3,
    flaky: 1,
    skipped: 2,
  });
});

test('a step that is not a test counts when it fails', () => {
  expect(sumResults({ steps: '0\tinstall\n1\tlint\n2\tknip\n' })).toEqual({
    passed: 0,
    failed: 2,
    flaky: 0,
    skipped: 0,
  });
});

test('tests that could not run at all count as a failure', () => {
  expect(sumResults({ steps: '124\ttests\n' }).failed).toBe(1);
});

test('tests that pass and still end badly count as a failure', () => {
  const passing = { testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }] };
  expect(sumResults({ steps: '1\ttests\n', tests: passing })).toEqual({
    passed: 1,
    failed: 1,
    flaky: 0,
    skipped: 0,
  });
});

test('a test file that does not load counts as a failure', () => {
  const broken = { testResults: [{ status: 'failed', assertionResults: [] }] };
  expect(sumResults({ steps: '1\ttests\n', tests: broken }).failed).toBe(1);
});
