import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { listFiles, read, ROOT } from './repository.ts';

type Manifest = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};
type Component = {
  name: string;
  group?: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
};

/** Licences that let anyone use, change and sell what contains the package. */
const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
  // Fonts only.
  'OFL-1.1',
]);

/** Packages whose manifest has no licence, with the place where it is. */
const LICENSED_ELSEWHERE: Record<string, string> = {
  limiter: 'MIT, in its LICENSE.txt',
};

const manifests = listFiles().filter((path) => /(?:^|\/)package\.json$/.test(path));
const named = new Set(
  manifests.flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(read(path)) as Manifest;
    return Object.keys({ ...dependencies, ...devDependencies });
  }),
);

test('docs/dependencies.md has a row for every package of a manifest, and no other', () => {
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)`/gm)].map(
    ([, name]) => name,
  );
  const external = [...named].filter((name) => !name.startsWith('@pacewright/'));
  expect(new Set(rows)).toEqual(new Set(external));
  expect(rows).toHaveLength(external.length);
});

test('everything that ships has a permissive licence', () => {
  const rejected = listShipped().filter(({ name, licenses = [] }) => {
    if (licenses.length === 0) return !(name in LICENSED_ELSEWHERE);
    return !licenses.every(({ license, expression }) =>
      PERMISSIVE.has(license?.id ?? license?.name ?? expression ?? ''),
    );
  });
  expect(rejected.map(({ name, version }) => `${name}@${version}`)).toEqual([]);
});

test('what ships is known', () => {
  const names = listShipped().map(({ group, name }) => (group ? `${group}/${name}` : name));
  expect(names).toEqual(expect.arrayContaining(['react', 'fastify', 'firebase-admin']));
  expect(names).not.toContain('firebase-tools');
});

function listShipped(): Component[] {
  const shipped = ['--filter', '@pacewright/api', '--filter', '@pacewright/web'];
  const sbom = execFileSync('pnpm', [...shipped, 'sbom', '--sbom-format=cyclonedx', '--prod'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  return (JSON.parse(sbom) as { components: Component[] }).components;
}
