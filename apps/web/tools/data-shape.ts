import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The modules that define the API's answers, and what the web app makes of them before it is stored. */
const SOURCES = ['packages/contract/src/*.ts', 'apps/web/src/platform/api/queries/*.ts'];

/**
 * A hash of the shape of the data that is stored for reading offline, so that a build never reads data of
 * another shape. Unlike a version of the whole build, most deployments do not change it.
 */
export function hashDataShape(): string {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted())
    if (!file.endsWith('.test.ts')) hash.update(readFileSync(`${root}${file}`));
  return hash.digest('hex').slice(0, 12);
}
