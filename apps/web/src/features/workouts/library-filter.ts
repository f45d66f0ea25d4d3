import type { WorkoutOrder } from '@pacewright/contract';
import { PACE_KEYS } from '@pacewright/pace';
import type { LibraryFilter } from '../../platform/api/queries/workouts.ts';

export const NO_FILTER = { q: '', pace: undefined, tag: undefined };

export const ORDERS: Record<WorkoutOrder, string> = {
  changed: 'Last edited',
  newest: 'Newest',
  title: 'Name',
};

export function isOrder(text: string | null): text is WorkoutOrder {
  return text !== null && Object.hasOwn(ORDERS, text);
}

/** Reads a filter from the URL. Missing and invalid parameters have their defaults. */
export function readFilter(search: string): LibraryFilter {
  const params = new URLSearchParams(search);
  const order = params.get('order');
  return {
    q: params.get('q') ?? '',
    pace: PACE_KEYS.find((pace) => pace === params.get('pace')),
    tag: params.get('tag') ?? undefined,
    order: isOrder(order) ? order : 'changed',
  };
}

/** "?q=20m&pace=T", or nothing for the default filter. */
export function writeFilter({ q, pace, tag, order }: LibraryFilter): string {
  const params = new URLSearchParams({
    ...(q && { q }),
    ...(pace && { pace }),
    ...(tag && { tag }),
    ...(order !== 'changed' && { order }),
  });
  return params.size > 0 ? `?${params}` : '';
}
