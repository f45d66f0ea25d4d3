import { expect, test } from 'vitest';

import {
  type Amount,
  applyFix,
  editScript,
  explainRefusal,
  newBlock,
  operate,
  type Operation,
  readScript,
  type Target,
} from './index.ts';

const easy: Target = { kind: 'pace', pace: 'E' };
const threshold: Target = { kind: 'pace', pace: 'T' };

function time(seconds: number): Amount {
  return { kind: 'time', seconds };
}

function distance(metres: number): Amount {
  return { kind: 'distance', metres };
}

function edited(text: string, operation: Operation): string | undefined {
  const edit = editScript(text, operation);
  return edit && applyFix(text, edit);
}

const SHORT = '15m E\n+ 5x(3m I + 2m jog)\n+ 10m E';

test.each<[Operation, string]>([
  [
    { kind: 'insert', at: { repeat: undefined, index: 1 }, items: [newBlock('R')] },
    '15m E\n+ 1m R\n+ 5x(3m I + 2m jog)\n+ 10m E',
  ],
  [
    { kind: 'insert', at: { repeat: 1, index: 2 }, items: [newBlock('R')] },
    '15m E\n+ 5x(3m I + 2m jog + 1m R)\n+ 10m E',
  ],
  [{ kind: 'remove', nodes: { first: 0, last: 0 } }, '5x(3m I + 2m jog)\n+ 10m E'],
  [{ kind: 'remove', nodes: { first: 3, last: 3 } }, '15m E\n+ 5x(3m I)\n+ 10m E'],
  [{ kind: 'remove', nodes: { first: 2, last: 3 } }, '15m E\n+ 10m E'],
  [{ kind: 'remove', nodes: { first: 0, last: 4 } }, ''],
  [
    { kind: 'move', nodes: { first: 4, last: 4 }, to: { repeat: undefined, index: 1 } },
    '15m E\n+ 10m E\n+ 5x(3m I + 2m jog)',
  ],
  [
    { kind: 'move', nodes: { first: 0, last: 0 }, to: { repeat: 1, index: 1 } },
    '5x(3m I + 15m E + 2m jog)\n+ 10m E',
  ],
  [
    { kind: 'duplicate', nodes: { first: 2, last: 3 } },
    '15m E\n+ 5x(3m I + 2m jog + 3m I + 2m jog)\n+ 10m E',
  ],
  [{ kind: 'amount', node: 2, amount: time(195) }, '15m E\n+ 5x(3m15s I + 2m jog)\n+ 10m E'],
  [{ kind: 'amount', node: 2, amount: distance(800) }, '15m E\n+ 5x(800mtr I + 2m jog)\n+ 10m E'],
  [{ kind: 'target', node: 2, target: threshold }, '15m E\n+ 5x(3m T + 2m jog)\n+ 10m E'],
  [{ kind: 'note', node: 4, note: 'slow  "now"' }, `${SHORT} "slow 'now'"`],
  [
    { kind: 'wrap', nodes: { first: 0, last: 1 }, count: 2 },
    '2x(15m E\n+ 5x(3m I + 2m jog))\n+ 10m E',
  ],
  [{ kind: 'unwrap', node: 1 }, '15m E\n+ 3m I + 2m jog\n+ 10m E'],
  [{ kind: 'count', node: 1, count: 12 }, '15m E\n+ 12x(3m I + 2m jog)\n+ 10m E'],
  [{ kind: 'count', node: 1, count: 1 }, '15m E\n+ 3m I + 2m jog\n+ 10m E'],
  [
    { kind: 'split', node: 1, round: 3 },
    '15m E\n+ 2x(3m I + 2m jog)\n+ 3m I + 2m jog\n+ 2x(3m I + 2m jog)\n+ 10m E',
  ],
])('F5: %j changes only its own words', (operation, text) => {
  expect(edited(SHORT, operation)).toBe(text);
});

const FREE = '20 min easy, then 6 x 800 at 5k pace w/ 2 min jog';

test.each<[Operation, string]>([
  [
    { kind: 'amount', node: 0, amount: time(1500) },
    '25 min easy, then 6 x 800 at 5k pace w/ 2 min jog',
  ],
  [
    { kind: 'amount', node: 2, amount: distance(1000) },
    '20 min easy, then 6 x 1000 at 5k pace w/ 2 min jog',
  ],
  [
    { kind: 'amount', node: 3, amount: time(90) },
    '20 min easy, then 6 x 800 at 5k pace w/ 1m30s jog',
  ],
  [
    { kind: 'target', node: 0, target: threshold },
    '20 min threshold, then 6 x 800 at 5k pace w/ 2 min jog',
  ],
  [
    { kind: 'target', node: 2, target: threshold },
    '20 min easy, then 6 x 800 at T pace w/ 2 min jog',
  ],
  [
    { kind: 'target', node: 2, target: { kind: 'walk' } },
    '20 min easy, then 6 x 800 walk w/ 2 min jog',
  ],
  [{ kind: 'count', node: 1, count: 8 }, '20 min easy, then 8 x 800 at 5k pace w/ 2 min jog'],
  [{ kind: 'remove', nodes: { first: 0, last: 0 } }, '6 x 800 at 5k pace w/ 2 min jog'],
  [{ kind: 'remove', nodes: { first: 3, last: 3 } }, '20 min easy, then 6 x 800 at 5k pace'],
  [
    { kind: 'insert', at: { repeat: undefined, index: 2 }, items: [newBlock('E')] },
    '20 min easy, then 6 x 800 at 5k pace w/ 2 min jog, then 10m E',
  ],
  [
    { kind: 'insert', at: { repeat: 1, index: 2 }, items: [newBlock('R')] },
    '20 min easy, then 6x(800 at 5k pace + 2 min jog + 1m R)',
  ],
])('F5: %j leaves whole words as they are', (operation, text) => {
  expect(edited(FREE, operation)).toBe(text);
});

test.each<[string, Operation, string]>([
  ['1 mile easy', { kind: 'amount', node: 0, amount: distance(3218.68) }, '2 miles easy'],
  ["20' easy", { kind: 'amount', node: 0, amount: time(1500) }, "25' easy"],
  ['1:30 I', { kind: 'amount', node: 0, amount: time(105) }, '1:45 I'],
  ['1600mtr I', { kind: 'amount', node: 0, amount: distance(2000) }, '2km I'],
  ['90s I', { kind: 'amount', node: 0, amount: time(180) }, '3m I'],
  ['400mtr 90s', { kind: 'amount', node: 0, amount: distance(800) }, '800mtr 3m'],
  ['3m I', { kind: 'amount', node: 0, amount: { kind: 'open' } }, 'I'],
  ['3m I', { kind: 'target', node: 0, target: { kind: 'none' } }, '3m'],
  ['10m WU + 5m T', { kind: 'target', node: 0, target: threshold }, '10m T + 5m T'],
  ['10m "a" I', { kind: 'note', node: 0, note: 'b' }, '10m "b" I'],
  ['10m I "a"', { kind: 'note', node: 0, note: '' }, '10m I'],
  ['open', { kind: 'note', node: 0, note: 'drills' }, '"drills"'],
  ['open 1500mtr "drills"', { kind: 'target', node: 0, target: { kind: 'none' } }, '"drills"'],
  ['(3m I + 2m jog) x 5', { kind: 'count', node: 0, count: 4 }, '(3m I + 2m jog) x 4'],
  [
    '3m I + 2m jog + 3m I',
    { kind: 'merge', nodes: { first: 0, last: 2 } },
    '2x(3m I + 2m jog between)',
  ],
  [
    '3x(1km I + 2m jog between)',
    { kind: 'split', node: 0, round: 3 },
    '2x(1km I + 2m jog) + 1km I',
  ],
  [
    '2x(1km I + 2m jog between)',
    { kind: 'insert', at: { repeat: 0, index: 2 }, items: [newBlock('R')] },
    '2x(1km I + 2m jog + 1m R)',
  ],
  ['5x400mtr R', { kind: 'duplicate', nodes: { first: 1, last: 1 } }, '5x(400mtr R + 400mtr R)'],
  ['', { kind: 'insert', at: { repeat: undefined, index: 0 }, items: [newBlock('E')] }, '10m E'],
])('F5: %s, %j', (text, operation, after) => {
  expect(edited(text, operation)).toBe(after);
});

test('F5: an operation does not touch unclear parts, and can be made beside them', () => {
  const text = '10m E + 5m blah + 3m I';
  expect(edited(text, { kind: 'amount', node: 1, amount: time(60) })).toBeUndefined();
  expect(edited(text, { kind: 'remove', nodes: { first: 0, last: 1 } })).toBeUndefined();
  expect(edited(text, { kind: 'amount', node: 2, amount: time(240) })).toBe(
    '10m E + 5m blah + 4m I',
  );
  expect(edited(text, { kind: 'remove', nodes: { first: 0, last: 0 } })).toBe('5m blah + 3m I');
});

test('the chosen item is the first that an operation makes, moves or changes', () => {
  const chosen = (operation: Operation) => editScript(SHORT, operation)?.chosen;
  expect(chosen({ kind: 'duplicate', nodes: { first: 1, last: 1 } })).toBe(4);
  expect(chosen({ kind: 'split', node: 1, round: 2 })).toBe(3);
  expect(chosen({ kind: 'amount', node: 3, amount: time(60) })).toBe(3);
  expect(chosen({ kind: 'remove', nodes: { first: 0, last: 0 } })).toBeUndefined();
});

test.each<Operation>([
  { kind: 'amount', node: 9, amount: time(60) },
  { kind: 'amount', node: 0, amount: time(0) },
  { kind: 'amount', node: 0, amount: time(90_000) },
  { kind: 'amount', node: 0, amount: time(NaN) },
  { kind: 'amount', node: 1, amount: time(60) },
  { kind: 'target', node: 0, target: { kind: 'goal', seconds: 90 } },
  { kind: 'count', node: 1, count: 100 },
  { kind: 'count', node: 0, count: 3 },
  { kind: 'wrap', nodes: { first: 0, last: 2 }, count: 2 },
  { kind: 'wrap', nodes: { first: 0, last: 1 }, count: 1 },
  { kind: 'split', node: 1, round: 6 },
  { kind: 'merge', nodes: { first: 0, last: 4 } },
  { kind: 'move', nodes: { first: 1, last: 1 }, to: { repeat: 1, index: 0 } },
  { kind: 'insert', at: { repeat: undefined, index: 4 }, items: [newBlock('E')] },
  { kind: 'insert', at: { repeat: 0, index: 0 }, items: [newBlock('E')] },
])('%j is not possible', (operation) => {
  expect(operate(readScript(SHORT).workout, operation)).toBeUndefined();
  expect(editScript(SHORT, operation)).toBeUndefined();
});

test('a goal that would last longer than a day is not possible', () => {
  const { workout } = readScript('1km 1h');
  expect(operate(workout, { kind: 'amount', node: 0, amount: distance(25_000) })).toBeUndefined();
});

test('repeats nest up to four deep', () => {
  const text = '2x(2x(2x(2x(1km E))))';
  expect(edited(text, { kind: 'wrap', nodes: { first: 4, last: 4 }, count: 2 })).toBeUndefined();
  expect(edited(text, { kind: 'target', node: 4, target: easy })).toBe(text);
});

test('a step of one word that loses its target is open, and the rest stays', () => {
  const operation: Operation = { kind: 'target', node: 1, target: { kind: 'none' } };
  expect(edited('5 min EASY + WU + 1MI I', operation)).toBe('5 min EASY + open + 1MI I');
});

test.each<[string, Operation, string]>([
  [
    '15m E + 400m R',
    { kind: 'amount', node: 1, amount: time(60) },
    'This part is unclear. Answer the question in the text first',
  ],
  ['5x400mtr R', { kind: 'count', node: 0, count: 100 }, 'A repeat can have 1 to 99 reps'],
  [
    '2x(2x(2x(2x(1m R))))',
    { kind: 'wrap', nodes: { first: 0, last: 0 }, count: 2 },
    'Repeats can be nested up to 4 deep',
  ],
  [
    '10m E',
    { kind: 'amount', node: 0, amount: time(90_000) },
    'Steps can be up to 24 hours or 400 km',
  ],
  [
    '99x(10m E + 1m R)',
    { kind: 'wrap', nodes: { first: 0, last: 0 }, count: 99 },
    'Workouts can have up to 1,000 steps',
  ],
  ['3m I + 2m E', { kind: 'merge', nodes: { first: 0, last: 1 } }, 'These reps aren’t equal'],
])('F5: %s refuses %j and says why', (text, operation, reason) => {
  expect(editScript(text, operation)).toBeUndefined();
  expect(explainRefusal(text, operation)).toBe(reason);
});
