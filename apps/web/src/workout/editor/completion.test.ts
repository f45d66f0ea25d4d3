import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { trainingPaces } from '@pacewright/pace';
import { expect, test } from 'vitest';
import { complete } from './completion.ts';
import { script } from './language.ts';
import { paceContextFacet } from './reading.ts';

/** The labels suggested at a caret. */
function offeredAt(text: string, explicit = true) {
  const position = text.indexOf('|');
  const state = EditorState.create({
    doc: text.replace('|', ''),
    extensions: [
      script(),
      paceContextFacet.of({
        speeds: { vdot: 50, trainingPaces: trainingPaces(50) },
        units: 'metric',
      }),
    ],
  });
  return complete(new CompletionContext(state, position, explicit))?.options ?? [];
}

const labels = (text: string, explicit?: boolean) =>
  offeredAt(text, explicit).map(({ label }) => label);

test('after an amount it suggests targets, in the order runners know, with the athlete’s paces', () => {
  expect(labels('15m |').slice(0, 7)).toEqual(['E', 'M', 'T', 'I', 'R', 'jog', 'rest']);
  expect(offeredAt('15m |').find(({ label }) => label === 'T')?.detail).toBe('4:12 - 4:19 min/km');
  expect(offeredAt('15m |').find(({ label }) => label === '5k')?.detail).toBe('3:56 - 4:03 min/km');
});

test('after a number it suggests units and the repeat', () => {
  expect(labels('5|')).toEqual(['5m', '5s', '5h', '5km', '5mtr', '5mi', '5x(']);
  expect(labels('E + 400|')).toEqual(['400m', '400s', '400h', '400km', '400mtr', '400mi']);
});

test.each(['|', '15m E + |', '5x(|', '15m E +\n|'])(
  'at the start of an item in %j stand amounts, repeats and targets',
  (text) => {
    expect(labels(text)).toEqual(expect.arrayContaining(['15m', '5x(', 'E', 'open']));
  },
);

test('after a whole step it suggests a plus', () => {
  expect(labels('15m E |')).toEqual(['+']);
  expect(labels('5x(3m I) |')).toEqual(['+']);
});

test('it suggests nothing before a word has begun or once it is complete', () => {
  expect(labels('15m |', false)).toEqual([]);
  expect(labels('15m E|', false)).toEqual([]);
  expect(labels('15m Ea|', false)).toContain('E');
});
