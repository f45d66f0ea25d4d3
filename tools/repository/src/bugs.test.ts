import { expect, test } from 'vitest';
import { BUGS, countPlaces } from './bugs.ts';

// Each night they are planted, one at a time.
test.each(Object.values(BUGS).flat())('a bug can be planted: $what', (bug) => {
  expect(countPlaces(bug)).toBe(1);
});
