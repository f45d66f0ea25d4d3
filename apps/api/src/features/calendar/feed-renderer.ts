import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGES = ['@pacewright/delivery', '@pacewright/script', '@pacewright/pace'];

/** A hash of the source that writes feeds. The same in every process of a release, and read once. */
export function hashRenderer(): string {
  const hash = createHash('sha256');
  const { resolve } = createRequire(import.meta.url);
  for (const name of PACKAGES) {
    const folder = dirname(resolve(name));
    for (const file of readdirSync(folder).toSorted())
      if (/(?<!\.test)\.ts$/.test(file)) hash.update(readFileSync(join(folder, file)));
  }
  return hash.digest('base64url');
}
