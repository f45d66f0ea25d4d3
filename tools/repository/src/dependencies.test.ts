import { expect, test } from 'vitest';
import { listFiles, read } from './repository.ts';
import { fullName, licenceOf, listShipped } from './shipped.ts';

type Manifest = { dependencies?: Record<string, string> };
/** Licences that let anyone use, change and sell what contains the package. */
const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MIT OR CC0-1.0',
  // Fonts only.
  'OFL-1.1',
]);

const manifests = listFiles().filter((path) =>
  /^(?:apps|packages)\/[^/]+\/package\.json$/.test(path),
);
const named = new Set(
  manifests.flatMap((path) => Object.keys((JSON.parse(read(path)) as Manifest).dependencies ?? {})),
);

test('dependencies.md lists every package that an app or a package ships, and no other', () => {
  const lines = [...read('tools/repository/dependencies.md').matchAll(/^- (`[^:]+):/gm)];
  const rows = lines.flatMap(([line]) => [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const external = [...named].filter((name) => !name.startsWith('@pacewright/'));
  expect(external).toContain('fastify');
  expect(new Set(rows)).toEqual(new Set(external));
  expect(rows).toHaveLength(external.length);
});

const shipped = listShipped();

test('everything that ships has a permissive licence', () => {
  const rejected = shipped.filter((component) => !PERMISSIVE.has(licenceOf(component)));
  expect(rejected.map((component) => `${fullName(component)}: ${licenceOf(component)}`)).toEqual(
    [],
  );
});

test('a licence that is missing or asks for more is refused', () => {
  for (const licenses of [
    undefined,
    [],
    [{ license: { id: 'GPL-3.0-only' } }],
    [{ expression: 'MIT AND CC-BY-SA-4.0' }],
  ])
    expect(PERMISSIVE.has(licenceOf({ name: 'a', version: '1', licenses }))).toBe(false);
});

test('the packages that ship are known', () => {
  const names = shipped.map(fullName);
  expect(names).toEqual(expect.arrayContaining(['react', 'fastify', 'firebase-admin']));
  expect(names).not.toContain('firebase-tools');
});
