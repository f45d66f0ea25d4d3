import type { WorkoutOrder } from '@pacewright/contract';
import { PACE_KEYS, type PaceKey } from '@pacewright/pace';

/** What the library is narrowed down to, and the order it comes in. */
export type LibraryFilter = {
  q: string;
  pace: PaceKey | undefined;
  tag: string | undefined;
  order: WorkoutOrder;
};

export const EVERYTHING = { q: '', pace: undefined, tag: undefined };

export const ORDERS: Record<WorkoutOrder, string> = {
  changed: 'Last changed',
  newest: 'Newest',
  title: 'By name',
};

export function isOrder(text: string | null): text is WorkoutOrder {
  return text !== null && Object.hasOwn(ORDERS, text);
}

/** A filter out of an address. What it does not say, or says wrongly, is left open. */
export function readFilter(search: string): LibraryFilter {
  const said = new URLSearchParams(search);
  const order = said.get('order');
  return {
    q: said.get('q') ?? '',
    pace: PACE_KEYS.find((pace) => pace === said.get('pace')),
    tag: said.get('tag') ?? undefined,
    order: isOrder(order) ? order : 'changed',
  };
}

/** "?q=20m&pace=T", or nothing for the whole library as it comes. */
export function writeFilter({ q, pace, tag, order }: LibraryFilter): string {
  const said = new URLSearchParams({
    ...(q && { q }),
    ...(pace && { pace }),
    ...(tag && { tag }),
    ...(order !== 'changed' && { order }),
  });
  return said.size > 0 ? `?${said}` : '';
}
