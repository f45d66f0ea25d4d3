import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import {
  findNode,
  findOpen,
  isTypingField,
  listShown,
  pauseEffect,
  readingField,
} from './reading.ts';

function typed(text: string, insert: string) {
  const before = EditorState.create({
    doc: text,
    selection: { anchor: text.length },
    extensions: [readingField, isTypingField],
  });
  return before.update({
    changes: { from: text.length, insert },
    selection: { anchor: text.length + insert.length },
    userEvent: 'input.type',
  }).state;
}

const codes = (state: EditorState) => listShown(state).map(({ code }) => code);

test('nobody is corrected in the middle of a word', () => {
  const typing = typed('15m E + 1', '5');
  expect(codes(typing)).toEqual([]);
  expect(codes(typing.update({ effects: pauseEffect.of(null) }).state)).toEqual([
    'number-needs-unit',
  ]);
});

test('a mistake elsewhere is shown at once', () => {
  expect(codes(typed('400m R + 1', '5'))).toEqual(['minutes-or-metres']);
});

test('moving the caret away ends the word', () => {
  const moved = typed('15m E + 1', '5').update({ selection: { anchor: 0 } }).state;
  expect(codes(moved)).toEqual(['number-needs-unit']);
});

test.each([
  // The bar is the caret.
  ['400m R + 500m| R', '500m'],
  ['400m R\n+ 500m R + 5m E|', '500m'],
  ['5m E|\n+ 500m R\n+ 600m R', '500m'],
  ['8m |I', '8m I'],
])('%j talks about %s', (text, place) => {
  const doc = text.replace('|', '');
  const state = EditorState.create({
    doc,
    selection: { anchor: text.indexOf('|') },
    extensions: [readingField, isTypingField],
  });
  const open = findOpen(state);
  expect(open && doc.slice(open.from, open.to)).toBe(place);
});

test('a place in the text belongs to the innermost step or repeat around it', () => {
  const reading = EditorState.create({
    doc: '2km E + 3x(400mtr R + jog)',
    extensions: readingField,
  }).field(readingField);
  expect([0, 3, 6, 8, 12, 20, 25].map((position) => findNode(reading, position))).toEqual([
    0,
    0,
    undefined,
    1,
    2,
    1,
    3,
  ]);
});
