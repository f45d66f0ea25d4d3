import { expect, test } from 'vitest';

import { listFiles, read } from './repository.ts';

// An expression that ends in a repetition and $, and does not begin with ^, starts again at every character: a long run
// of what it repeats that is not at the end of the text takes time by the square of its length.

const SOURCE = /^(?:packages|apps)\/[^/]+\/src\/.*(?<!\.test)\.tsx?$/;

/** These search in a text of bounded length, or in our own files. */
const BOUNDED = new Map([
  ['packages/delivery/src/text.ts', 1],
  ['packages/script/src/checks.ts', 1],
  // Slices of a few characters before a word.
  ['packages/script/src/coach-leaves.ts', 3],
  ['packages/script/src/advice.ts', 1],
  ['packages/plan/src/script-mistakes.ts', 1],
  ['apps/api/src/db/migrate.ts', 1],
]);

test('no expression searches for a run at the end of a long text', () => {
  const found = listFiles()
    .filter((path) => SOURCE.test(path))
    .map((path) => [path, countSlow(read(path))] as const)
    .filter(([, count]) => count > 0);
  expect(new Map(found)).toEqual(BOUNDED);
});

test.each([
  ['text.search(/[^\\n]*$/)', 1],
  ['/[\\s,;.:-]*$/.exec(text)', 1],
  ['/(?:^|[+,;\\n])\\s*$/i.test(text)', 1],
  ['/\\w\\s+$/.test(text)', 1],
  ['text.replace(/^\\s*[+;]|[+;]\\s*$/, "")', 1],
  ['/^\\s*\\d+$/.test(text)', 0],
  ['/^(?:a|b)\\d+$/.test(text)', 0],
  ['/\\d$/.test(text)', 0],
  ['text.trimEnd()', 0],
])('%s', (line, count) => {
  expect(countSlow(line)).toBe(count);
});

function countSlow(code: string): number {
  return [...code.matchAll(LITERAL)].filter(([, pattern = '']) => isSlow(pattern)).length;
}

/** A literal on one line that ends in a repetition and $. */
const LITERAL =
  /(?<![\w)/*])\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+[*+]\)*\$)\/[a-z]*/g;

function isSlow(pattern: string): boolean {
  return !(alternatives(pattern).at(-1) ?? '').startsWith('^');
}

/** The parts between the bars that are in no parentheses. */
function alternatives(pattern: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./g)) {
    if (piece === '(') depth++;
    if (piece === ')') depth--;
    if (piece === '|' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + piece);
  }
  return parts;
}
