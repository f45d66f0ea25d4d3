import { describe, expect, test } from 'vitest';
import { findForbiddenWords, readForbiddenWords } from './forbidden-words.ts';
import { listFiles, read } from './repository.ts';

// docs/glossary.md lists the words. This file and the scanner contain some as examples.

const CODE = /\.(?:tsx?|cjs|js|css|sql|html)$/;

/** Shrinks only: take a folder out once its names are converted. */
const NOT_YET_CONVERTED: string[] = [];

const EXEMPT = [
  'tools/repository/src/forbidden-words',
  // Applied migrations have a checksum and cannot be edited.
  ...Array.from(
    { length: 12 },
    (_, index) => `apps/api/src/db/migrations/${String(index + 1).padStart(4, '0')}_`,
  ),
];

const words = readForbiddenWords(read('docs/glossary.md'));
const files = listFiles().filter(
  (path) => CODE.test(path) && !EXEMPT.some((start) => path.startsWith(start)),
);

const findings = new Map(files.map((path) => [path, findForbiddenWords(path, read(path), words)]));

test('no file uses a word that the glossary forbids', () => {
  expect(findIn((path) => !isPostponed(path))).toEqual([]);
});

test.each(NOT_YET_CONVERTED)('%s still contains a forbidden word', (folder) => {
  const found = findIn((path) => isInside(path, folder));
  expect(found.length, `take ${folder} out of NOT_YET_CONVERTED`).toBeGreaterThan(0);
});

describe('a planted word is found', () => {
  test.each([
    ['an identifier', 'a.ts', 'const garminDesk = 1;', ['desk']],
    ['a property', 'a.ts', 'return { isKept: true };', ['kept']],
    ['a constant', 'a.ts', 'const LONGEST_TITLE = 200;', ['LONGEST_']],
    ['a file name', 'garmin-desk.tsx', '', ['desk']],
    ['a CSS class', 'a.css', '.farewell-note { color: red; }', ['farewell']],
    ['a class in a string', 'a.tsx', '<p className="workshop" />', ['workshop']],
    ['a column', 'a.sql', 'alter table t add column is_kept boolean;', ['kept']],
    ['a comment', 'a.ts', '// Mended by the editor.', ['mended']],
    ['a comment in SQL', 'a.sql', '-- Sealed anew every night.', ['anew']],
    ['a phrase over two lines', 'a.ts', '/**\n * Retried by\n * itself.\n */', ['by itself']],
    ['a test name', 'a.test.ts', "test('an edit mends the step', run);", ['mends']],
    ['a text', 'a.tsx', '<p>Mend it first.</p>', ['mend']],
    ['a comment that begins with "What"', 'a.ts', '/** What is stored. */', ['What …']],
    ['a test name that begins with "who"', 'a.test.ts', "test('who signs in', run);", ['who …']],
  ])('%s', (_, path, text, expected) => {
    const found = findForbiddenWords(path, text, words);
    expect(found.map((line) => /"(.+)"/.exec(line)?.[1])).toEqual(expected);
  });
});

test('ordinary English passes', () => {
  const text = [
    "import { desktop } from './desktop.ts';",
    '// Tokens are kept for a week; see https://example.com/what. Amend, extend, intend.',
    "const brandNew = extend('the standing start is brought forward');",
    'const outstanding = `MOST_ of it`;',
    'await page.bringToFront();',
    "test('tells whose account it is', run);",
  ].join('\n');
  expect(findForbiddenWords('extend.ts', text, words)).toEqual([]);
});

function isPostponed(path: string): boolean {
  return NOT_YET_CONVERTED.some((folder) => isInside(path, folder));
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function findIn(isChecked: (path: string) => boolean): string[] {
  return [...findings].flatMap(([path, found]) => (isChecked(path) ? found : []));
}
