import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A step of .ci/run or .ci/nightly, with the report of its test runner if it has one. */
export type Step = {
  name: string;
  code: number;
  seconds: number;
  report?: VitestReport | PlaywrightReport | undefined;
  /** Everything it printed. */
  log: string;
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

const NOTHING: Sum = { passed: 0, failed: 0, skipped: 0 };

/** Counts all tests, and one failure for each step that failed without a failed test. */
export function sumResults(steps: readonly Step[]): Sum {
  const total = { ...NOTHING };
  for (const { code, report } of steps) {
    const { passed, failed, skipped } = sumReport(report);
    total.passed += passed;
    total.skipped += skipped;
    total.failed += code !== 0 && failed === 0 ? 1 : failed;
  }
  return total;
}

function sumReport(report: Step['report']): Sum {
  if (!report) return NOTHING;
  return 'stats' in report ? sumJourneys(report) : sumTests(report);
}

function sumTests({ testResults }: VitestReport): Sum {
  const sum = { ...NOTHING };
  for (const { status, assertionResults } of testResults) {
    const statuses = assertionResults.map((test) => test.status);
    sum.passed += statuses.filter((each) => each === 'passed').length;
    sum.skipped += statuses.filter((each) => each !== 'passed' && each !== 'failed').length;
    const failed = statuses.filter((each) => each === 'failed').length;
    // A file that does not load has failed without a test.
    sum.failed += status === 'failed' && failed === 0 ? 1 : failed;
  }
  return sum;
}

function sumJourneys({ stats: { expected, unexpected, skipped } }: PlaywrightReport): Sum {
  return { passed: expected, failed: unexpected, skipped };
}

/** A line for each failure. */
export function nameFailures(steps: readonly Step[]): string[] {
  const failed = [
    ...steps.filter(({ code }) => code !== 0).map(({ name }) => `step ${name}`),
    ...steps.flatMap(({ report }) => (report ? failuresOf(report) : [])),
  ];
  return failed.map((name) => `failed: ${name}`);
}

function failuresOf(report: VitestReport | PlaywrightReport): string[] {
  if ('stats' in report)
    return report.suites
      .flatMap(allSpecs)
      .filter((spec) => spec.tests.some((each) => each.status === 'unexpected'))
      .map(({ file, title }) => `${basename(file)} › ${title}`);
  return report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter((each) => each.status === 'failed');
      return failed.length === 0
        ? [`${basename(name)} (does not load)`]
        : failed.map((each) => `${basename(name)} › ${each.fullName}`);
    });
}

function allSpecs({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(allSpecs)];
}

/** The table of steps: seconds, result, and below it the figures that the step printed as lines of "figure: …". */
export function writeTable(steps: readonly Step[], seconds: number): string[] {
  const width = Math.max(...steps.map(({ name }) => name.length), 'in all'.length);
  const row = (name: string, second: string, text: string) =>
    `${name.padEnd(width)}  ${second.padStart(7)}  ${text}`.trimEnd();
  return [
    row('step', 'seconds', 'result'),
    ...steps.flatMap((step) => [
      row(step.name, String(step.seconds), describe(step)),
      ...figuresOf(step).map((figure) => row('', '', figure)),
    ]),
    row('in all', String(seconds), ''),
  ];
}

function describe({ code, report }: Step): string {
  const { passed, failed, skipped } = sumReport(report);
  const counts = [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return [...(code === 0 ? ['ok'] : [`FAILED with ${code}`]), ...counts].join(', ');
}

function figuresOf({ log }: Step): string[] {
  return [...log.matchAll(/^figure: (.+)$/gm)].map(([, figure = '']) => figure);
}

if (import.meta.main) {
  const [folder = '.cache/ci', seconds = '0'] = process.argv.slice(2);
  const steps = readFileSync(join(folder, 'steps.tsv'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => readStep(folder, line));
  const { passed, failed, skipped } = sumResults(steps);
  for (const line of [...nameFailures(steps), ...writeTable(steps, Number(seconds))])
    console.log(line);
  if (skipped > 0) console.log(`${skipped} skipped`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** A line has an exit code, the step's name and its seconds, separated by tabs. */
function readStep(folder: string, line: string): Step {
  const [code, name = '', seconds] = line.split('\t');
  const [log, report] = [join(folder, `${name}.log`), join(folder, `${name}.json`)];
  return {
    name,
    code: Number(code),
    seconds: Number(seconds),
    log: existsSync(log) ? readFileSync(log, 'utf8') : '',
    // Written by tools of pinned versions, in the shape they document.
    report: existsSync(report)
      ? (JSON.parse(readFileSync(report, 'utf8')) as Step['report'])
      : undefined,
  };
}
