import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** Every file under version control, and every new one that is not ignored, by its path from the root. */
export function listFiles(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  return [...new Set(listed.split('\0'))].filter((path) => path && existsSync(join(ROOT, path)));
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
