// Lists the texts that people may read, one on each line with its place, so that they can be read in one go:
// `pnpm strings`, or `pnpm strings plans` for the files with that in their path.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listStrings } from './list-strings.ts';

const ROOT = join(import.meta.dirname, '../../..');
const [part = ''] = process.argv.slice(2);

const files = globSync('{apps/web/src,apps/api/src,packages/*/src}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/*.test.{ts,tsx}', '**/testing/**'],
});

for (const path of files.toSorted()) {
  if (!path.includes(part)) continue;
  for (const { line, text } of listStrings(path, readFileSync(join(ROOT, path), 'utf8')))
    process.stdout.write(`${path}:${line}\t${text}\n`);
}
