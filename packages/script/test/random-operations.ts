import * as fc from 'fast-check';

import type { Gap, Operation, Siblings, Workout, WorkoutItem } from '../src/index.ts';
import { amount, note, step, target } from './arbitraries.ts';

/** The items of a repeat, or of the workout itself, with their numbers. */
export type List = { repeat: number | undefined; items: { item: WorkoutItem; node: number }[] };

export function listLists({ items }: Workout): List[] {
  const lists: List[] = [];
  let next = 0;
  const visit = (inner: readonly WorkoutItem[], repeat: number | undefined) => {
    const list: List = { repeat, items: [] };
    lists.push(list);
    for (const item of inner) {
      const node = next++;
      list.items.push({ item, node });
      if (item.kind === 'repeat') visit(item.items, node);
    }
  };
  visit(items, undefined);
  return lists;
}

const random = fc.nat(2 ** 20);

/** Any operation on any part of a workout, now and then on one that is not there. */
export const draftOperation = fc.record({
  kind: fc.constantFrom<Operation['kind']>(
    'insert',
    'remove',
    'move',
    'duplicate',
    'amount',
    'target',
    'note',
    'wrap',
    'unwrap',
    'count',
    'split',
    'merge',
  ),
  places: fc.array(random, { minLength: 4, maxLength: 4 }),
  count: fc.integer({ min: -1, max: 101 }),
  amount,
  target,
  note: fc.oneof(fc.constant(''), note),
  added: fc.array(step, { minLength: 1, maxLength: 2 }),
});

export type Draft = typeof draftOperation extends fc.Arbitrary<infer T> ? T : never;

/** A draft as an operation on a workout. */
export function operationOn(workout: Workout, draft: Draft): Operation {
  const [a = 0, b = 0, c = 0, d = 0] = draft.places;
  const lists = listLists(workout);
  const all = lists.flatMap(({ items }) => items);
  // One part in thirty does not exist.
  const isMissing = a % 30 === 0;
  const ofKind = (kind: WorkoutItem['kind']) => {
    const some = all.filter(({ item }) => item.kind === kind);
    return isMissing ? all.length + b : (some[b % Math.max(1, some.length)]?.node ?? 0);
  };
  const { items: list = [] } = lists[a % lists.length] ?? {};
  const [from, to] = [b % Math.max(1, list.length), c % Math.max(1, list.length)].sort(
    (x, y) => x - y,
  );
  const nodes: Siblings = {
    first: list[from ?? 0]?.node ?? 0,
    last: isMissing ? -1 : (list[to ?? 0]?.node ?? 0),
  };
  const other = lists[d % lists.length];
  const gap: Gap = {
    repeat: other?.repeat,
    index: isMissing ? -1 : c % ((other?.items.length ?? 0) + 1),
  };
  const { count } = draft;
  switch (draft.kind) {
    case 'insert':
      return { kind: 'insert', at: gap, items: draft.added };
    case 'move':
      return { kind: 'move', nodes, to: gap };
    case 'amount':
      return { kind: 'amount', node: ofKind('step'), amount: draft.amount };
    case 'target':
      return { kind: 'target', node: ofKind('step'), target: draft.target };
    case 'note':
      return { kind: 'note', node: ofKind('step'), note: draft.note };
    case 'wrap':
      return { kind: 'wrap', nodes, count };
    case 'unwrap':
      return { kind: 'unwrap', node: ofKind('repeat') };
    case 'count':
      return { kind: 'count', node: ofKind('repeat'), count };
    case 'split': {
      const node = ofKind('repeat');
      const repeat = all.find((one) => one.node === node)?.item;
      const rounds = repeat?.kind === 'repeat' ? repeat.count : 1;
      return { kind: 'split', node, round: (d % rounds) + (isMissing ? rounds : 1) };
    }
    case 'remove':
    case 'duplicate':
    case 'merge':
      return { kind: draft.kind, nodes };
  }
}
