import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, ROOT } from './repository.ts';

// Paths and hosts of one machine mean nothing elsewhere.

const NOT_PROSE = /\.(?:woff2|png|ico|jpg|fit|gz)$/;

/** In parts, so that this file does not match. */
const MACHINE_FOLDERS = ['work', 'root', 'farm', 'tmp'].map((name) => ['', name, ''].join('/'));

const files = listFiles().filter((path) => !NOT_PROSE.test(path));

test('no file names a folder of the machine it was written on', () => {
  expect(mentions(MACHINE_FOLDERS.map((folder) => `(?<![\\w.:}*-])${folder}`))).toEqual([]);
});

test('no file names the registry that packages were fetched from', () => {
  // Inside a pnpm script the address is in the environment; else npm's own setting has it.
  const address =
    process.env['npm_config_registry'] ??
    execFileSync('pnpm', ['config', 'get', 'registry'], { cwd: ROOT, encoding: 'utf8' });
  const { hostname } = new URL(address.trim());
  expect(mentions([hostname.replaceAll('.', '\\.')])).toEqual([]);
});

function mentions(patterns: string[]): string[] {
  const pattern = new RegExp(patterns.join('|'));
  return files.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}
