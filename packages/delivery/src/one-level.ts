import type { PlainItem, PlainStep } from './plain-workout.ts';

/** Steps, and repeats of steps alone. */
export type FlatItem = PlainStep | { kind: 'repeat'; count: number; items: PlainStep[] };

/**
 * Writes repeats inside repeats out until one level is left, which is all that is known to work
 * everywhere. Of the ways to do that it takes the one with the fewest rows, a repeat counted as one.
 */
export function oneLevel(items: readonly PlainItem[]): FlatItem[] {
  return items.flatMap((item): FlatItem[] => {
    if (item.kind === 'step') return [item];
    const inner = oneLevel(item.items);
    if (item.count === 1) return inner;

    const steps = unrolled(item.items);
    const kept: FlatItem = { kind: 'repeat', count: item.count, items: steps };
    return countRows([kept]) <= item.count * countRows(inner)
      ? [kept]
      : repeated(inner, item.count);
  });
}

export function isNested(items: readonly PlainItem[]): boolean {
  return items.some(
    (item) => item.kind === 'repeat' && item.items.some((inner) => inner.kind === 'repeat'),
  );
}

export function countRows(items: readonly FlatItem[]): number {
  return items.reduce((rows, item) => rows + (item.kind === 'step' ? 1 : item.items.length + 1), 0);
}

export function unrolled(items: readonly PlainItem[]): PlainStep[] {
  return items.flatMap((item) =>
    item.kind === 'step' ? [item] : repeated(unrolled(item.items), item.count),
  );
}

function repeated<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, () => items).flat();
}
