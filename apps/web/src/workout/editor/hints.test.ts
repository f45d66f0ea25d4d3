import { EditorState } from '@codemirror/state';
import { type PaceUnits, trainingPaces } from '@pacewright/pace';
import { expect, test } from 'vitest';
import { hintAt } from './hints.ts';
import { script } from './language.ts';
import { paceContextFacet, readingField } from './reading.ts';

type Options = { units?: PaceUnits; side?: 1 | -1 };

/** The hint at the bar. */
function saidAt(text: string, { units = 'metric', side = 1 }: Options = {}) {
  const speeds = { vdot: 50, trainingPaces: trainingPaces(50) };
  const state = EditorState.create({
    doc: text.replace('|', ''),
    extensions: [script(), paceContextFacet.of({ speeds, units }), readingField],
  });
  return hintAt(state, text.indexOf('|'), side)?.words;
}

test.each([
  ['15m |E', ['Easy', '4:56 - 5:34 min/km']],
  ['|400mtr R', ['Repetition', '3:36 - 3:44 min/km']],
  ['1km |5k', ['5 km race pace', '3:56 - 4:03 min/km']],
  ['5m |Z1', ['Zone 1', '5:34 min/km, estimated']],
  ['90s |rest', ['Rest']],
  ['|5x(3m I + 2m E)', ['5 times', '25:00, 5.7 km']],
  ['5x(3m I + 2m E|)', ['5 times', '25:00, 5.7 km']],
])('%s is explained', (text, words) => {
  expect(saidAt(text)).toEqual(words);
});

test('in the athlete’s own units', () => {
  expect(saidAt('15m |E', { units: 'imperial' })).toEqual(['Easy', '7:57 - 8:58 min/mile']);
});

test('the position may be before or after the letter', () => {
  expect(saidAt('15m E| + 5m T')).toBeUndefined();
  expect(saidAt('15m E| + 5m T', { side: -1 })).toEqual(['Easy', '4:56 - 5:34 min/km']);
});

test('a plus has no hint', () => {
  expect(saidAt('15m E |+ 5m T')).toBeUndefined();
});
