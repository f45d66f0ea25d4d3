import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { read } from './repository.ts';

// A tool with native parts publishes one package per platform. pnpm leaves out of the lock file those
// that the registry does not have (yet), and the install then fails on somebody else's machine.

type LockedPackage = { os?: string[]; cpu?: string[]; libc?: string[] };

const PLATFORMS = ['linux', 'darwin', 'win32'].flatMap((os) =>
  ['x64', 'arm64'].map((cpu) => `${os}-${cpu}`),
);

/** Native packages that exist for one system by their nature. */
const ONE_SYSTEM: Record<string, string> = {
  fsevents: 'macOS has a file watcher of its own; elsewhere nothing is missing without it',
};

const text = read('pnpm-lock.yaml');
const families = nativeFamilies(parse(text));

test('the native packages of the toolchain are found in the lock file', () => {
  const found = [...families.keys()].map(withoutVersion);
  expect(found).toEqual(
    expect.arrayContaining(['@oxlint/binding', '@rolldown/binding', '@typescript/typescript']),
  );
});

test.each([...families])('%s can be installed on Linux, macOS and Windows', (_, platforms) => {
  expect(PLATFORMS.filter((platform) => !platforms.has(platform))).toEqual([]);
});

test('the lock file names no host to fetch from, so any registry serves it', () => {
  expect(text.match(/https?:\/\/|tarball/g)).toBeNull();
});

function nativeFamilies(lock: { packages: Record<string, LockedPackage> }) {
  const found = new Map<string, Set<string>>();
  for (const [id, { os = [], cpu = [], libc = ['glibc'] }] of Object.entries(lock.packages)) {
    if (os.length === 0 || withoutVersion(id) in ONE_SYSTEM) continue;
    const family = `${familyName(withoutVersion(id), os)}@${version(id)}`;
    const platforms = found.get(family) ?? new Set();
    found.set(family, platforms);
    // Most people's Linux has glibc; a family that only serves musl does not serve them.
    if (!libc.includes('glibc')) continue;
    for (const system of os) for (const chip of cpu) platforms.add(`${system}-${chip}`);
  }
  return found;
}

/** "@oxlint/binding-darwin-arm64" is one of "@oxlint/binding". */
function familyName(name: string, os: string[]): string {
  const system = os.includes('win32') ? 'win(?:32|dows)?' : os.join('|');
  return name.replace(new RegExp(`[-/](?:${system})\\b.*$`), '');
}

function withoutVersion(id: string): string {
  return id.slice(0, id.lastIndexOf('@'));
}

function version(id: string): string {
  return id.slice(id.lastIndexOf('@') + 1);
}
