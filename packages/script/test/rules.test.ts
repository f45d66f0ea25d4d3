import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ADVICE_CODES, MISTAKE_CODES } from '../src/index.ts';

// The document is the contract: what it numbers is tested under its number, what it names is reported.

const PACKAGE = new URL('../', import.meta.url);
const document = readFileSync(new URL('../../docs/script-language.md', PACKAGE), 'utf8');

test('every rule of the document is quoted by a test, and no other', () => {
  const rules = Array.from(document.matchAll(/^- \*\*([LGSF]\d+)\*\*/gm), ([, rule = '']) => rule);
  expect(rules.length).toBeGreaterThan(20);
  expect([...quotedRules()].toSorted()).toEqual(rules.toSorted());
});

test('every code of codes.md can be reported, and no other', () => {
  const codes = readFileSync(new URL('codes.md', PACKAGE), 'utf8')
    .split('\n')
    .filter((line) => /^- `[a-z-]+`[:,]/.test(line))
    .flatMap((line) => line.split(':')[0]?.match(/[a-z]+(?:-[a-z]+)+/g) ?? []);
  expect(codes.toSorted()).toEqual([...MISTAKE_CODES, ...ADVICE_CODES].toSorted());
});

/** The names of tests start with the rules they show: "L6, L9: ...", "G2 to G4: ...". */
function quotedRules(): Set<string> {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(new URL(folder, PACKAGE)).map((name) => `${folder}/${name}`),
  );
  const names = files
    .filter((file) => /\.test\.ts$|cases\.txt$/.test(file))
    .map((file) => readFileSync(new URL(file, PACKAGE), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:^# |['"`])([LGSF]\d[LGSF\d, to]*): /gm)]);
  return new Set(names.flatMap(([, rules = '']) => rules.split(', ').flatMap(expand)));
}

/** "G2 to G4" is three rules. */
function expand(rules: string): string[] {
  const [, letter, first, last] = /^([LGSF])(\d+) to [LGSF](\d+)$/.exec(rules) ?? [];
  if (letter === undefined) return [rules];
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, index) => `${letter}${Number(first) + index}`,
  );
}
