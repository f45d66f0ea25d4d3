import { readFileSync } from 'node:fs';

import { buildParserFile } from '@lezer/generator';
import { fileTests } from '@lezer/generator/test';
import { describe, expect, test } from 'vitest';

import { parser } from './parser.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

describe('the grammar', () => {
  test.each(fileTests(read('cases.txt'), 'cases.txt'))('$name', ({ run }) => {
    expect(() => run(parser)).not.toThrow();
  });
});

test('the committed parser is the one the grammar gives: run pnpm grammar', () => {
  const generated = buildParserFile(read('script.grammar'), {
    fileName: 'src/script.grammar',
    typeScript: true,
  });
  expect(read('parser.ts')).toBe(generated.parser);
  expect(read('parser.terms.ts')).toBe(generated.terms);
});
