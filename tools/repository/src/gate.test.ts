import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isCommand, listCommands, listFiles, read, ROOT } from './repository.ts';

// .ci/run decides on every change, and .ci/nightly runs what it leaves out.

const gate = dryRun('.ci/run');
const nightly = dryRun('.ci/nightly');

/** The commands of its steps, which are not run, and the last line. */
function dryRun(...script: string[]): { commands: string[]; lastLine: string | undefined } {
  const [path = '', ...steps] = script;
  const { stdout } = spawnSync('bash', [path, '--dry-run', ...steps], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const commands = [...stdout.matchAll(/^== [\w-]+: (.+)$/gm)].map(([, command = '']) => command);
  return { commands, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

describe.each([
  ['.ci/run', gate],
  ['.ci/nightly', nightly],
])('%s', (_name, { commands, lastLine }) => {
  test('runs commands that exist', () => {
    const named = listCommands(commands.join('\n'));
    expect(named.filter((command) => !isCommand(command))).toEqual([]);
    expect(named.length).toBeGreaterThan(7);
    const files = commands.flatMap((command) => /\bnode ([\w./-]+\.ts)/.exec(command)?.[1] ?? []);
    expect(files.filter((path) => !listFiles().includes(path))).toEqual([]);
  });

  test('ends with the number of tests', () => {
    expect(lastLine).toBe('0 passed, 0 failed');
  });
});

test('named steps run alone, and an unknown name is a failure', () => {
  const { commands, lastLine } = dryRun('.ci/nightly', 'walk', 'bench');
  expect(commands.map((command) => command.replace(/ --reporter.*/, ''))).toEqual([
    'pnpm install --frozen-lockfile',
    'pnpm bench --short',
    'env RANDOM_WALKS=5 RANDOM_ACTIONS=100 pnpm e2e --project=walk',
  ]);
  expect(lastLine).toBe('0 passed, 0 failed');
  expect(dryRun('.ci/nightly', 'benhc').lastLine).toBe('0 passed, 1 failed');
});

test('every project of vitest and Playwright is run by one of the two', () => {
  const commands = [...gate.commands, ...nightly.commands].join('\n');
  const packageJson = read('package.json');
  const run = new Set(
    [
      ...`${commands}\n${usedScripts(commands, packageJson)}`.matchAll(/--project[= ]([\w-]+)/g),
    ].map(([, name]) => name),
  );
  const projects = ['vitest.config.ts', 'apps/web/playwright.config.ts'].flatMap((path) =>
    [...read(path).matchAll(/\bname: '([\w-]+)'/g)].map(([, name]) => name),
  );
  // The container image is built as root, from bases that have to be fetched.
  expect(projects.filter((name) => !run.has(name))).toEqual(['image']);
});

function usedScripts(commands: string, packageJson: string): string {
  const used = new Set([...commands.matchAll(/\bpnpm ([\w:-]+)/g)].map(([, name]) => name));
  const { scripts: all } = JSON.parse(packageJson) as { scripts: Record<string, string> };
  return Object.entries(all)
    .filter(([name]) => used.has(name))
    .map(([, script]) => script)
    .join('\n');
}

const MEASURED =
  /\.slow\.test\.ts$|\.shards\.test\.ts$|\/e2e\/(?:typing|interaction|long-run|long-library|stored-data|dragging|random-walk)\.test\.ts$/;

test('no test of the gate measures time', () => {
  const tests = listFiles().filter((path) => /\.test\.tsx?$/.test(path) && !MEASURED.test(path));
  const measuring = tests.filter((path) =>
    /\bperformance\.now\(\)|\b(?:cpuUsage|threadCpuUsage|hrtime)\(|\bmeasureSpeed\(/.test(
      withoutStrings(read(path)),
    ),
  );
  expect(measuring).toEqual([]);
});

/** Without texts, and without a clock that is replaced. */
function withoutStrings(source: string): string {
  return source.replaceAll(/`[^`]*`|.*\bspyOn\(performance.*|'[^'\n]*'/g, '');
}
