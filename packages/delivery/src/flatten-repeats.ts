import type { DeviceItem, DeviceStep } from './device-workout.ts';

/** Steps, and repeats that contain only steps. */
export type FlatItem<Step extends DeviceStep = DeviceStep> =
  | Step
  | { kind: 'repeat'; count: number; items: Step[]; skipsLast?: true };

/**
 * Writes out nested repeats until one level is left, which is all that works everywhere. It finds the result
 * with the fewest rows, a repeat counted as one.
 */
export function flattenRepeats<Step extends DeviceStep>(
  items: readonly DeviceItem<Step>[],
): FlatItem<Step>[] {
  return items.flatMap((item): FlatItem<Step>[] => {
    if (item.kind === 'step') return [item];
    const inner = flattenRepeats(item.items);
    if (item.count === 1) return item.skipsLast ? inner.slice(0, -1) : inner;

    const steps = unrolled(item.items);
    const repeat: FlatItem<Step> = { kind: 'repeat', count: item.count, items: steps };
    if (countRows([repeat]) <= item.count * countRows(inner))
      return [item.skipsLast ? { ...repeat, skipsLast: true } : repeat];
    const all = repeated(inner, item.count);
    return item.skipsLast ? all.slice(0, -1) : all;
  });
}

/** Writes the last round of a repeat that skips its last step out, for programs that run every round in full. */
export function withoutSkips<Step extends DeviceStep>(
  items: readonly FlatItem<Step>[],
): FlatItem<Step>[] {
  return items.flatMap((item): FlatItem<Step>[] => {
    if (item.kind === 'step' || !item.skipsLast) return [item];
    const { count, items: steps } = item;
    const before: FlatItem<Step>[] =
      count > 2 ? [{ kind: 'repeat', count: count - 1, items: steps }] : steps;
    return [...before, ...steps.slice(0, -1)];
  });
}

export function isNested(items: readonly DeviceItem[]): boolean {
  return items.some(
    (item) => item.kind === 'repeat' && item.items.some((inner) => inner.kind === 'repeat'),
  );
}

export function countRows(items: readonly FlatItem[]): number {
  return items.reduce((rows, item) => rows + (item.kind === 'step' ? 1 : item.items.length + 1), 0);
}

export function unrolled<Step extends DeviceStep>(items: readonly DeviceItem<Step>[]): Step[] {
  return items.flatMap((item) =>
    item.kind === 'step'
      ? [item]
      : repeated(unrolled(item.items), item.count).slice(0, item.skipsLast ? -1 : undefined),
  );
}

function repeated<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, () => items).flat();
}
