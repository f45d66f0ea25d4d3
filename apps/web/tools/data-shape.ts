import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The modules that say what the API answers, and what the web app makes of it before it is stored. */
const SOURCES = [
  'packages/contract/src/*.ts',
  'apps/web/src/features/*/*-queries.ts',
  'apps/web/src/days/planned-days.ts',
];

/**
 * Changes with the shape of the data that is stored for reading offline, so that a build never reads what another
 * one wrote in another shape. Unlike a version of the whole build, most deployments leave it as it is.
 */
export function hashDataShape(): string {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted())
    if (!file.endsWith('.test.ts')) hash.update(readFileSync(`${root}${file}`));
  return hash.digest('hex').slice(0, 12);
}
