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

type Command = { workspace: string | undefined; script: string };

/** The scripts that a text runs with pnpm. */
export function listCommands(text: string): Command[] {
  const pattern = /\bpnpm (?:--silent )?(?:--filter (\S+) )?(?:run )?([a-z][\w:-]*)/g;
  return [...text.matchAll(pattern)].map(([, workspace, script = '']) => ({ workspace, script }));
}

/** Whether a workspace, by default the root, has the script. */
export function isCommand({ workspace, script }: Command): boolean {
  if (['install', 'add', 'exec', 'deploy'].includes(script)) return true;
  const manifests = listFiles()
    .filter((path) => /(?:^|\/)package\.json$/.test(path))
    .map((path) => JSON.parse(read(path)) as { name: string; scripts?: Record<string, string> });
  const manifest = manifests.find(({ name }) => name === (workspace ?? 'pacewright'));
  return manifest?.scripts?.[script] !== undefined;
}
