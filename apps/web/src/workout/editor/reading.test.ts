import { EditorState } from '@codemirror/state';
import { previewScript } from '@pacewright/script';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { script } from './language.ts';
import {
  findNode,
  findActiveProblem,
  isTypingField,
  listVisibleDiagnostics,
  typingPausedEffect,
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

const codes = (state: EditorState) => listVisibleDiagnostics(state).map(({ code }) => code);

test('a word is not checked while it is being typed', () => {
  const typing = typed('15m E + 1', '5');
  expect(codes(typing)).toEqual([]);
  expect(codes(typing.update({ effects: typingPausedEffect.of(null) }).state)).toEqual([
    'number-needs-unit',
  ]);
});

test('a mistake elsewhere is shown at once', () => {
  expect(codes(typed('400m R + 1', '5'))).toEqual(['minutes-or-metres']);
});

test('moving the caret ends the word', () => {
  const moved = typed('15m E + 1', '5').update({ selection: { anchor: 0 } }).state;
  expect(codes(moved)).toEqual(['number-needs-unit']);
});

test.each([
  // The vertical bar is the caret.
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
  const open = findActiveProblem(state);
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

/** The number of random texts that are edited. `pnpm test:slow` takes five times as many. */
const EDITED_TEXTS = Number(import.meta.env['EDITED_TEXTS'] ?? 10);

/** Scripts, and what people put in their middle while they write them. */
const PIECES = [
  '15m E + 5x(3m I + 2m E) + 10m E',
  '2km E + 3x(2x(400mtr R + 400mtr jog) + 3m E)\n+ 2km E',
  ' + ',
  ' ',
  '\n',
].concat(
  '+ ( ) () 5x( x( 2x 5 0 m km : . , @ × E z Z2 jog 1h 30m 400m Tempo 90" 5k 7km open'.split(' '),
);

const edit = fc.record({
  at: fc.nat(10_000),
  deleted: fc.oneof(fc.constant(0), fc.nat(5), fc.nat(300)),
  pieces: fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }),
});

test.each([
  ['', Date.now],
  [', on a device that takes long for each step', slowClock()],
])('an incremental reading equals a reading of the whole text%s', (_where, now) => {
  vi.spyOn(Date, 'now').mockImplementation(now);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 150, size: 'max' }),
      fc.array(edit, { minLength: 1, maxLength: 12 }),
      (pieces, edits) => {
        let state = EditorState.create({
          doc: pieces.join(' '),
          extensions: [script(), readingField],
        });
        for (const { at, deleted, pieces: inserted } of edits) {
          const from = at % (state.doc.length + 1);
          const to = Math.min(state.doc.length, from + deleted);
          state = state.update({ changes: { from, to, insert: inserted.join('') } }).state;
          const whole = previewScript(state.doc.toString());
          expect(state.field(readingField)).toEqual(whole);
        }
      },
    ),
    { numRuns: EDITED_TEXTS },
  );
});

/** CodeMirror looks at the time after each step, and stops parsing for now after 20 ms. */
function slowClock(): () => number {
  let milliseconds = 0;
  return () => (milliseconds += 0.1);
}
