import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, diffWords, listLineChanges } from './text-diff.ts';

test('only the words that differ are marked', () => {
  expect(diffWords('15m E + 5x(3m I)', '15m E + 6x(3m I)')).toEqual([
    { kind: 'same', text: '15m E + ' },
    { kind: 'removed', text: '5x' },
    { kind: 'added', text: '6x' },
    { kind: 'same', text: '(3m I)' },
  ]);
});

test('a changed line is beside the line it replaces, and a new one alone', () => {
  const before = 'week 1\n  Tue 40m E\n  Sun 1h E';
  const after = 'week 1\n  Tue 45m E\n  Thu rest\n  Sun 1h E';
  expect(listLineChanges(before, after)).toEqual([
    { before: '  Tue 40m E', after: '  Tue 45m E' },
    { before: undefined, after: '  Thu rest' },
  ]);
});

test('a line that left is not taken for another day', () => {
  const before = '  Tue 40m E\n  Fri 40m E\n  Sun Long run: 1h20m E';
  const after = '  Tue 45m E\n  Sun Long run: 1h25m E';
  expect(listLineChanges(before, after)).toEqual([
    { before: '  Tue 40m E', after: '  Tue 45m E' },
    { before: '  Fri 40m E', after: undefined },
    { before: '  Sun Long run: 1h20m E', after: '  Sun Long run: 1h25m E' },
  ]);
});

test('every line that differs is listed once, in its order', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = listLineChanges(before, after);
      const partsOf = (kind: 'removed' | 'added') =>
        diffLines(before, after)
          .filter((part) => part.kind === kind)
          .flatMap(({ text }) => text.split('\n'))
          .filter((text) => text.trim() !== '');
      expect(changes.flatMap((change) => change.before ?? [])).toEqual(partsOf('removed'));
      expect(changes.flatMap((change) => change.after ?? [])).toEqual(partsOf('added'));
    }),
  );
});

const line = fc.stringMatching(/^[ab{},]{0,3}$/);
const lines = fc.array(line, { maxLength: 8 }).map((all) => all.join('\n'));

test.each([
  ['words', diffWords, ''],
  ['lines', diffLines, '\n'],
] as const)('both texts can be put together again from %s', (_name, differ, joint) => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const parts = differ(before, after);
      const textOf = (kind: 'removed' | 'added') =>
        parts
          .filter((part) => part.kind === 'same' || part.kind === kind)
          .map(({ text }) => text)
          .join(joint);
      expect(textOf('removed')).toBe(before);
      expect(textOf('added')).toBe(after);
      expect(differ(after, after).every(({ kind }) => kind === 'same')).toBe(true);
    }),
  );
});

test('long texts are compared in bounded time', () => {
  const long = Array.from({ length: 20_000 }, (_, index) => `w${index} `).join('');
  const other = Array.from({ length: 20_000 }, (_, index) => `v${index} `).join('');
  expect(diffWords(long, other).map(({ kind }) => kind)).toContain('removed');
});
