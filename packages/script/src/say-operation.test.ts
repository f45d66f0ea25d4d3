import { expect, test } from 'vitest';

import { newBlock, readScript, sayOperation, type Operation } from './index.ts';

const SCRIPT = '15m E + 5x(3m I + 2m jog) + 10m E';

test.each<[Operation, string]>([
  [
    { kind: 'amount', node: 2, amount: { kind: 'time', seconds: 240 } },
    'Interval changed from 3 min to 4 min, in all 5 reps. Total 55 min',
  ],
  [
    { kind: 'amount', node: 0, amount: { kind: 'time', seconds: 630 } },
    'Easy changed from 15 min to 10:30. Total 45:30',
  ],
  [
    { kind: 'amount', node: 0, amount: { kind: 'open' } },
    'Easy changed from 15 min to open. Total at least 35 min',
  ],
  [
    { kind: 'target', node: 2, target: { kind: 'pace', pace: 'T' } },
    'Interval changed to threshold, in all 5 reps. Total 50 min',
  ],
  [{ kind: 'note', node: 4, note: 'slow' }, 'Note added: slow. Total 50 min'],
  [
    { kind: 'insert', at: { repeat: undefined, index: 0 }, items: [newBlock('R')] },
    'Repetition, 1 min, added. Total 51 min',
  ],
  [{ kind: 'remove', nodes: { first: 4, last: 4 } }, 'Easy, 10 min, removed. Total 40 min'],
  [{ kind: 'remove', nodes: { first: 0, last: 4 } }, '3 parts removed. Total 0 min'],
  [
    { kind: 'duplicate', nodes: { first: 1, last: 1 } },
    'Repeat of 2 steps duplicated. Total 1 h 15',
  ],
  [
    { kind: 'move', nodes: { first: 4, last: 4 }, to: { repeat: undefined, index: 0 } },
    'Easy, 10 min, moved earlier. Total 50 min',
  ],
  [
    { kind: 'move', nodes: { first: 0, last: 0 }, to: { repeat: undefined, index: 3 } },
    'Easy, 15 min, moved later. Total 50 min',
  ],
  [
    { kind: 'wrap', nodes: { first: 0, last: 0 }, count: 2 },
    'Easy, 15 min, repeated 2 times. Total 1 h 05',
  ],
  [{ kind: 'count', node: 1, count: 4 }, 'Repeated 4 times. Total 45 min'],
  [{ kind: 'count', node: 1, count: 1 }, 'No longer repeated. Total 30 min'],
  [{ kind: 'unwrap', node: 1 }, 'No longer repeated. Total 30 min'],
  [{ kind: 'split', node: 1, round: 2 }, 'Rep 2 can now be edited on its own. Total 50 min'],
])('%j is announced', (operation, sentence) => {
  expect(sayOperation(readScript(SCRIPT).workout, operation)).toBe(sentence);
});

test('merging and changes of notes are announced', () => {
  const { workout } = readScript('1km T "soft" + 1km T "soft"');
  const merge: Operation = { kind: 'merge', nodes: { first: 0, last: 1 } };
  expect(sayOperation(workout, merge)).toMatch(/^Merged into one repeat\. Total /);
  expect(sayOperation(workout, { kind: 'note', node: 0, note: 'tall' })).toMatch(
    /^Note changed: tall\. /,
  );
  expect(sayOperation(workout, { kind: 'note', node: 0, note: '' })).toMatch(/^Note removed\. /);
});

test('an operation that is not possible is not announced', () => {
  const { workout } = readScript(SCRIPT);
  expect(sayOperation(workout, { kind: 'count', node: 1, count: 100 })).toBeUndefined();
  expect(sayOperation(workout, { kind: 'unwrap', node: 0 })).toBeUndefined();
});
