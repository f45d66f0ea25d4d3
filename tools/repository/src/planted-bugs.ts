import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bug, BUGS } from './bugs.ts';
import { read, ROOT } from './repository.ts';

// Plants each bug, runs its property, and expects it to fail: `node tools/repository/src/planted-bugs.ts`.
// The files are changed in place, one at a time, and restored.

let missed = 0;
for (const [test, bugs] of Object.entries(BUGS))
  for (const bug of bugs) {
    const isFound = isFoundBy(test, bug);
    if (!isFound) missed++;
    console.log(`${isFound ? 'found ' : 'MISSED'}  ${bug.property}: ${bug.what}`);
  }
process.exitCode = missed > 0 ? 1 : 0;

function isFoundBy(test: string, { property, file, right, wrong }: Bug): boolean {
  const path = join(ROOT, file);
  const source = read(file);
  try {
    writeFileSync(
      path,
      source.replace(right, () => wrong),
    );
    const run = spawnSync(
      'pnpm',
      [
        'exec',
        'vitest',
        'run',
        '--project',
        'packages',
        '--reporter=tap-flat',
        test,
        '-t',
        property,
      ],
      { cwd: ROOT, encoding: 'utf8' },
    );
    return /^not ok /m.test(run.stdout) && /Property failed|to be less than/.test(run.stdout);
  } finally {
    writeFileSync(path, source);
  }
}
