import { expect, test } from 'vitest';

import { plural } from './plural.ts';

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [1200, '1,200 days'],
  [2, '2 days'],
  [999, '999 days'],
  [-1234567, '-1,234,567 days'],
  [7.5, '7.5 days'],
  [10000 / 3, '3,333.333 days'],
])('%s is written as %s', (count, written) => {
  expect(plural(count, 'day')).toBe(written);
});

test('a noun may come with its verb', () => {
  expect(plural(1, 'file was', 'files were')).toBe('1 file was');
  expect(plural(3, 'file was', 'files were')).toBe('3 files were');
});
