import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { SCRIPT_EXAMPLES } from './examples.ts';
import { readScript } from './read.ts';

const DOCUMENT = readFileSync(new URL('../../../docs/script-language.md', import.meta.url), 'utf8');

test.each(SCRIPT_EXAMPLES)('$title: reads without a remark', ({ script }) => {
  expect(readScript(script).diagnostics).toEqual([]);
});

test('the rules begin with the same examples', () => {
  const shown = DOCUMENT.split('\n').filter((line) => line.startsWith('    '));
  expect(shown.map((line) => line.trim())).toEqual(SCRIPT_EXAMPLES.map(({ script }) => script));
});
