import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyText } from '../test/arbitraries.ts';
import { runs } from '../test/runs.ts';
import { highlightPlan } from './index.ts';

test('every word of a plan has its style, in all values of a list', () => {
  const text = `plan A // hello
strides = 6x(20s R + 1m jog)
weeks 1-2: Build
  Tue pm Club: {4, 5}x(3m I) + {40, 45}m E + strides or rest // flat
  Sun race 10km T`;
  const styled = highlightPlan(text).map(
    ({ from, to, style }) => `${style} ${text.slice(from, to)}`,
  );
  expect(styled.slice(0, 3)).toEqual(['heading plan A', 'comment // hello', 'name strides']);
  expect(styled.slice(styled.indexOf('heading weeks 1-2: Build'))).toEqual([
    'heading weeks 1-2: Build',
    'day Tue pm',
    'title Club:',
    'list {',
    'repeat 4',
    'repeat 5',
    'list }',
    'repeat x',
    'paren (',
    'time 3m',
    'i I',
    'paren )',
    'plus +',
    'list {',
    'time 40',
    'time 45',
    'list }',
    'time m',
    'e E',
    'plus +',
    'name strides',
    'or or',
    'word rest',
    'comment // flat',
    'day Sun',
    'word race',
    'number 10km',
    't T',
  ]);
});

test('the pieces of any text are in order, and none is within another', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let end = 0;
      const misplaced = highlightPlan(text).filter(({ from, to }) => {
        const isMisplaced = from < end || to <= from || to > text.length;
        end = to;
        return isMisplaced;
      });
      expect(misplaced).toEqual([]);
    }),
    runs(0.2),
  );
});
