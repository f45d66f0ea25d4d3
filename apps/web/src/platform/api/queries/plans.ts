import {
  getPlan,
  listDeletedPlans,
  listPlans,
  MAX_PLANS_PER_PAGE,
  type ReplyOf,
  type SavedPlan,
} from '@pacewright/contract';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { StoredQuery } from '../../offline/query-store.ts';
import type { Call } from '../client.ts';

export const PLANS = ['plans'];
export const DELETED_PLANS = ['deleted-plans'];

export function planKey(id: string): string[] {
  return ['plan', id];
}

export type PlanPages = InfiniteData<ReplyOf<typeof listPlans>, string | undefined>;

/** The athlete's plans page by page, the last changed first. */
export function plansQuery(call: Call) {
  return infiniteQueryOptions({
    queryKey: PLANS,
    queryFn: ({ pageParam, signal }) =>
      call(listPlans, { query: { limit: MAX_PLANS_PER_PAGE, cursor: pageParam }, signal }),
    meta: { offline: true },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Deleted plans that can be restored, page by page, the last deleted first. */
export function deletedPlansQuery(call: Call) {
  return infiniteQueryOptions({
    queryKey: DELETED_PLANS,
    queryFn: ({ pageParam, signal }) =>
      call(listDeletedPlans, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Plans are also deleted on other devices, and expire day by day.
    staleTime: 0,
  });
}

/** A plan as it is stored, or null for a new one that was not saved yet. */
export function planQuery(call: Call, id: string, { isNew = false } = {}) {
  return queryOptions({
    queryKey: planKey(id),
    queryFn: ({ signal, client }) =>
      isNew
        ? (client.getQueryData<SavedPlan>(planKey(id)) ?? null)
        : call(getPlan, { params: { id }, signal }),
    ...(isNew ? { initialData: null } : { meta: { offline: (stored) => findInPages(id, stored) } }),
    // Another device may have saved it since, so opening it or returning to it refetches.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** A plan that was never opened here, taken from the stored list. */
function findInPages(id: string, stored: StoredQuery[]): StoredQuery | undefined {
  return stored
    .filter(({ key }) => key[0] === PLANS[0])
    .flatMap(({ data, ...query }) =>
      (data as PlanPages).pages
        .flatMap(({ plans }) => plans)
        .filter((plan) => plan.id === id)
        .map((plan) => ({ ...query, data: plan })),
    )[0];
}
