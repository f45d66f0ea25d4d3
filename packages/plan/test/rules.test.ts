import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { formatPlan, PLAN_ADVICE_CODES, PLAN_MISTAKE_CODES, readPlan } from '../src/index.ts';

// The document is the contract: each of its rules is tested under its number.

const PACKAGE = new URL('../', import.meta.url);
const document = readFileSync(new URL('../../docs/plan-language.md', PACKAGE), 'utf8');

/** Rules of the store, of the screens and of what leaves; not of this package. */
const RULES_OF_APPS = ['A15', 'A16', 'A17', 'A18'];

test('every rule of the document is quoted by a test, and no other', () => {
  const rules = Array.from(
    document.matchAll(/^- \*\*([PA]\d+)\*\*/gm),
    ([, rule = '']) => rule,
  ).filter((rule) => !RULES_OF_APPS.includes(rule));
  expect(rules).toHaveLength(40);
  expect([...quotedRules()].toSorted()).toEqual(rules.toSorted());
});

test('every code of codes.md can be reported, and no other', () => {
  const list = readFileSync(new URL('codes.md', PACKAGE), 'utf8');
  const codes = Array.from(list.matchAll(/^- `([a-z-]+)`: /gm), ([, code = '']) => code);
  expect(codes.toSorted()).toEqual([...PLAN_MISTAKE_CODES, ...PLAN_ADVICE_CODES].toSorted());
});

test('the example of the document has no mistake, and is formatted', () => {
  const example = /^ {4}plan .*\n(?: {4}.*\n|\n)*/m.exec(document)?.[0] ?? '';
  const text = `${example.replaceAll(/^ {4}/gm, '').trim()}\n`;
  expect(text).toMatch(/^plan Five weeks/);
  expect(readPlan(text).diagnostics).toEqual([]);
  expect(formatPlan(text)).toBe(text);
});

/** The names of tests start with the rules they show: "P8, P11: ...". */
function quotedRules(): Set<string> {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(new URL(folder, PACKAGE)).map((name) => `${folder}/${name}`),
  );
  const names = files
    .filter((file) => /\.test\.ts$|cases\.txt$/.test(file))
    .map((file) => readFileSync(new URL(file, PACKAGE), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:^==== |['"`])([PA]\d[PA\d, ]*): /gm)]);
  return new Set(names.flatMap(([, rules = '']) => rules.split(', ')));
}
