import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The results of .ci/run: the exit code of each step, and the reports of test runs. */
export type Results = {
  /** Lines of an exit code, a tab and the step's name. */
  steps: string;
  tests?: VitestReport | undefined;
  slow?: VitestReport | undefined;
  journeys?: PlaywrightReport | undefined;
  speed?: PlaywrightReport | undefined;
};

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    assertionResults: VitestResult[];
  }[];
};

type VitestResult = { status: string; fullName: string };

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number };
  suites: PlaywrightSuite[];
};

type PlaywrightSuite = {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
};

type Sum = { passed: number; failed: number; skipped: number };

/** Counts all tests, and one failure for each step that failed without a failed test. */
export function sumResults({ steps, tests, slow, journeys, speed }: Results): Sum {
  const reports: Record<string, Sum> = {
    tests: sumTests(tests),
    slow: sumTests(slow),
    journeys: sumJourneys(journeys),
    speed: sumJourneys(speed),
  };
  const total = { ...NOTHING };
  for (const line of steps.split('\n').filter(Boolean)) {
    const [code, name = ''] = line.split('\t');
    const { passed, failed, skipped } = reports[name] ?? NOTHING;
    total.passed += passed;
    total.skipped += skipped;
    total.failed += code !== '0' && failed === 0 ? 1 : failed;
  }
  return total;
}

const NOTHING: Sum = { passed: 0, failed: 0, skipped: 0 };

function sumTests(report: VitestReport | undefined): Sum {
  const sum = { ...NOTHING };
  for (const { status, assertionResults } of report?.testResults ?? []) {
    const statuses = assertionResults.map((test) => test.status);
    sum.passed += statuses.filter((each) => each === 'passed').length;
    sum.skipped += statuses.filter((each) => each !== 'passed' && each !== 'failed').length;
    const failed = statuses.filter((each) => each === 'failed').length;
    // A file that does not load has failed without a test.
    sum.failed += status === 'failed' && failed === 0 ? 1 : failed;
  }
  return sum;
}

function sumJourneys(report: PlaywrightReport | undefined): Sum {
  if (!report) return NOTHING;
  const { expected, unexpected, skipped } = report.stats;
  return { passed: expected, failed: unexpected, skipped };
}

/** A line for each failure. */
export function nameFailures({ steps, tests, slow, journeys, speed }: Results): string[] {
  const failedSteps = steps
    .split('\n')
    .filter((line) => line && !line.startsWith('0\t'))
    .map((line) => `step ${line.split('\t')[1]}`);
  const files = [...(tests?.testResults ?? []), ...(slow?.testResults ?? [])];
  const failedTests = files
    .filter((file) => file.status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter((each) => each.status === 'failed');
      return failed.length === 0
        ? [`${basename(name)} (does not load)`]
        : failed.map((each) => `${basename(name)} › ${each.fullName}`);
    });
  const specs = [...(journeys?.suites ?? []), ...(speed?.suites ?? [])].flatMap(allSpecs);
  const failedJourneys = specs
    .filter((spec) => spec.tests.some((each) => each.status === 'unexpected'))
    .map(({ file, title }) => `${basename(file)} › ${title}`);
  return [...failedSteps, ...failedTests, ...failedJourneys].map((name) => `failed: ${name}`);
}

function allSpecs({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(allSpecs)];
}

if (import.meta.main) {
  const folder = process.argv[2] ?? '.cache/ci';
  const results: Results = {
    steps: readFileSync(join(folder, 'steps.tsv'), 'utf8'),
    // Written by tools of pinned versions, in the shape they document.
    tests: readReport(join(folder, 'tests.json')) as VitestReport | undefined,
    slow: readReport(join(folder, 'slow.json')) as VitestReport | undefined,
    journeys: readReport(join(folder, 'journeys.json')) as PlaywrightReport | undefined,
    speed: readReport(join(folder, 'speed.json')) as PlaywrightReport | undefined,
  };
  const { passed, failed, skipped } = sumResults(results);
  for (const line of nameFailures(results)) console.log(line);
  if (skipped > 0) console.log(`${skipped} skipped`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
