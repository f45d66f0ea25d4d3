import {
  changePlan,
  deletePlan,
  type listDeletedPlans,
  type ReplyOf,
  restorePlan,
  savedPlan,
  type SavedPlan,
  savePlan,
  type SeasonSummary,
} from '@pacewright/contract';
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useCall } from '../../platform/api/call-context.ts';
import { ApiProblem } from '../../platform/api/problem.ts';
import {
  DELETED_PLANS,
  deletedPlansQuery,
  planKey,
  planQuery,
  PLANS,
  plansQuery,
} from '../../platform/api/queries/plans.ts';
import { seasonsQuery } from '../../platform/api/queries/seasons.ts';
import { replaceQueryData } from '../../platform/api/queries/replace-query-data.ts';

export function useSeasons() {
  return useQuery(seasonsQuery(useCall()));
}

/** The newest season of a plan that has not ended. */
export function useSeasonOfPlan(planId: string | undefined): SeasonSummary | undefined {
  const { data } = useSeasons();
  return data?.find((season) => season.planId === planId && season.endedAt === null);
}

export function usePlans() {
  return useInfiniteQuery(plansQuery(useCall()));
}

export type DeletedPlan = ReplyOf<typeof listDeletedPlans>['plans'][number];

export function useDeletedPlans() {
  return useInfiniteQuery(deletedPlansQuery(useCall()));
}

/** A plan as it was last stored, or undefined for a new one, and whether it has been deleted since. */
export function usePlan(id: string, options: { isNew: boolean }) {
  const { data, error } = useSuspenseQuery(planQuery(useCall(), id, options));
  const isDeleted = error instanceof ApiProblem && error.code === 'NOT_FOUND';
  return { stored: data ?? undefined, isDeleted };
}

type NewPlan = { id?: string; text: string; idempotencyKey: string };

/** Saves a new plan. The idempotency key makes any number of attempts create one plan. */
export function useSavePlan() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, text, idempotencyKey }: NewPlan) =>
      call(savePlan, { body: { id, text }, idempotencyKey }),
    onSuccess: (saved) => cacheSaved(queryClient, saved),
  });
}

type Change = { id: string; text: string; version: number };

export function useChangePlan() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, text, version }: Change) =>
      call(changePlan, { params: { id }, body: { text, version } }),
    onSuccess: (saved) => cacheSaved(queryClient, saved),
  });
}

/** The stored plan, when a save was refused because of its version. */
export function currentPlanOf(error: unknown, code: ApiProblem['code']): SavedPlan | undefined {
  return error instanceof ApiProblem && error.code === code
    ? z.safeParse(savedPlan, error.current).data
    : undefined;
}

export function useDeletePlan() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedPlan) => call(deletePlan, { params: { id }, query: {} }),
    onSuccess: () => refreshLists(queryClient),
  });
}

export function useRestorePlan() {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedPlan) => call(restorePlan, { params: { id } }),
    onSuccess: (saved) => cacheSaved(queryClient, saved),
  });
}

async function cacheSaved(queryClient: QueryClient, saved: SavedPlan): Promise<unknown> {
  await replaceQueryData(queryClient, planKey(saved.id), saved);
  return refreshLists(queryClient);
}

function refreshLists(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [PLANS, DELETED_PLANS].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
