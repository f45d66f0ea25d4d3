import {
  type GarminDelivery,
  listCalendarDeliveries,
  listWorkoutDeliveries,
  removeFromGarmin,
  scheduleAtGarmin,
  sendToGarmin,
  resolveDelivery,
  unscheduleAtGarmin,
} from '@pacewright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import type { Call } from '../../platform/api/client.ts';
import { GARMIN_DELIVERIES } from '../../platform/api/queries/garmin.ts';
import { addMonths, addDays } from '../../platform/days/days.ts';
import { useHasConnection } from './garmin-queries.ts';
import type { DeliveryKey, SavedDeliveryKey } from './sendable-workout.ts';

type DeliveryList = {
  deliveries: GarminDelivery[];
  /** When each pending delivery was first seen, in ms, by its name. */
  pendingSince: Record<string, number>;
  /** Pending for longer than anyone watches, by their names. */
  stalled: string[];
};

const NO_DELIVERIES: DeliveryList = { deliveries: [], pendingSince: {}, stalled: [] };

/** The delivery of a workout or an entry. Polled while it is pending, less and less often. */
export function useDelivery({ workoutId, entry }: DeliveryKey) {
  const call = useCall();
  const queryClient = useQueryClient();
  const hasConnection = useHasConnection();
  const scope = entry ? monthOf(entry.day) : { workoutId };
  const queryKey = [...GARMIN_DELIVERIES, scope];
  const { data = NO_DELIVERIES } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<DeliveryList> => {
      const { deliveries } = await fetchDeliveries(call, scope, signal);
      const before = queryClient.getQueryData<DeliveryList>(queryKey)?.pendingSince ?? {};
      const pending = deliveries.filter(isPending).map(nameOf);
      const now = Date.now();
      const since = pending.map((name): [string, number] => [name, before[name] ?? now]);
      return {
        deliveries,
        pendingSince: Object.fromEntries(since),
        stalled: since.filter(([, at]) => now - at > STALLED_AFTER_MS).map(([name]) => name),
      };
    },
    enabled: workoutId !== undefined && hasConnection,
    refetchOnWindowFocus: 'always',
    // As often as the newest needs it.
    refetchInterval: ({ state }) => {
      const since = Object.values(state.data?.pendingSince ?? {});
      return since.length > 0 && pollInterval(Math.max(...since));
    },
  });
  const delivery = data.deliveries.find(({ entryId }) => entryId === (entry?.id ?? null));

  return {
    delivery,
    /** The deliveries of a workout's days. */
    days: entry ? [] : data.deliveries.filter(({ entryId }) => entryId !== null),
    isStalled: delivery !== undefined && data.stalled.includes(nameOf(delivery)),
  };
}

function nameOf({ workoutId, entryId }: GarminDelivery): string {
  return `${workoutId} ${entryId}`;
}

function isPending({ state }: GarminDelivery): boolean {
  return state === 'waiting' || state === 'sending' || state === 'leaving';
}

type QueryScope = { workoutId: string | undefined } | { from: string; to: string };

function fetchDeliveries(call: Call, scope: QueryScope, signal: AbortSignal) {
  if ('from' in scope) return call(listCalendarDeliveries, { query: scope, signal });
  return call(listWorkoutDeliveries, { params: { id: scope.workoutId ?? '' }, signal });
}

/** All entries of a month share one query. */
function monthOf(day: string): { from: string; to: string } {
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

const STALLED_AFTER_MS = 20_000;

function pollInterval(pendingSince: number): number {
  const elapsed = Date.now() - pendingSince;
  if (elapsed < STALLED_AFTER_MS) return 1_000;
  return elapsed < 120_000 ? 5_000 : 30_000;
}

/** Sends a workout, or schedules an entry on its day. Updates it if Garmin already has it. */
export function useSend() {
  return useDeliveryMutation(async (call, { workoutId, entry }: SavedDeliveryKey) => {
    await (entry
      ? call(scheduleAtGarmin, { params: { id: entry.id } })
      : call(sendToGarmin, { params: { id: workoutId } }));
  });
}

export function useRemove() {
  return useDeliveryMutation(async (call, { workoutId, entry }: SavedDeliveryKey) => {
    await (entry
      ? call(unscheduleAtGarmin, { params: { id: entry.id } })
      : call(removeFromGarmin, { params: { id: workoutId } }));
  });
}

export type Choice = 'send-again' | 'it-is-there' | 'forget';

export function useResolveDelivery() {
  return useDeliveryMutation(
    async (call, { workoutId, choice }: { workoutId: string; choice: Choice }) =>
      void (await call(resolveDelivery, { params: { id: workoutId }, body: { choice } })),
  );
}

/** Resolves after the delivery list has been refetched. */
function useDeliveryMutation<Variables>(
  change: (call: Call, variables: Variables) => Promise<void>,
) {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => change(call, variables),
    onSuccess: () =>
      // The query client may have refetched already.
      queryClient.invalidateQueries({ queryKey: GARMIN_DELIVERIES }, { cancelRefetch: false }),
  });
}
