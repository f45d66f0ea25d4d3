import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, read } from './repository.ts';

// Lint finds circles too (import/no-cycle), but doesn't follow import().

test('no file reaches itself by its imports, those that load later among them', () => {
  const files = listFiles().filter((file) => /\.tsx?$/.test(file));
  const imports = new Map(files.map((file) => [file, listImports(file)]));
  // A file that imports none of those left is on no circle; what leads to a circle stays with it.
  for (let size = Infinity; imports.size < size;) {
    size = imports.size;
    for (const [file, imported] of imports)
      if (!imported.some((path) => imports.has(path))) imports.delete(file);
  }
  expect([...imports.keys()]).toEqual([]);
});

/** All of them name a file of the same workspace by its path. */
function listImports(file: string): string[] {
  return [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
}
