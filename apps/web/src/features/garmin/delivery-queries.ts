import {
  type GarminDelivery,
  listCalendarDeliveries,
  listWorkoutDeliveries,
  removeFromGarmin,
  scheduleAtGarmin,
  sendToGarmin,
  settleDelivery,
  unscheduleAtGarmin,
} from '@pacewright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/call-context.ts';
import type { Call } from '../../api/client.ts';
import { addMonths, addDays } from '../../days/days.ts';
import { useIsLinked } from './garmin-queries.ts';
import type { Place, SavedPlace } from './sendable.ts';

/** Known to the query client too, which asks again after whatever else was changed. */
const DELIVERIES = ['garmin-deliveries'];

type Known = {
  deliveries: GarminDelivery[];
  /** Since when something has been on its way, if anything is. */
  pendingSince: number | undefined;
  /** It has been on its way for longer than anyone watches. */
  isHeldUp: boolean;
};

const NOTHING: Known = { deliveries: [], pendingSince: undefined, isHeldUp: false };

/** How something stands at Garmin. Asked again while it is on its way, less and less often. */
export function useDelivery({ workoutId, entry }: Place) {
  const call = useCall();
  const queryClient = useQueryClient();
  const isLinked = useIsLinked();
  const asked = entry ? monthOf(entry.day) : { workoutId };
  const queryKey = [...DELIVERIES, asked];
  const { data = NOTHING } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Known> => {
      const { deliveries } = await ask(call, asked, signal);
      if (!deliveries.some(isPending)) return { ...NOTHING, deliveries };
      const now = Date.now();
      const pendingSince = queryClient.getQueryData<Known>(queryKey)?.pendingSince ?? now;
      return { deliveries, pendingSince, isHeldUp: now - pendingSince > WATCHED_MS };
    },
    enabled: workoutId !== undefined && isLinked,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pendingSince === undefined ? false : pauseAfter(state.data.pendingSince),
  });

  return {
    delivery: data.deliveries.find(({ entryId }) => entryId === (entry?.id ?? null)),
    /** The days of a workout. */
    days: entry ? [] : data.deliveries.filter(({ entryId }) => entryId !== null),
    isHeldUp: data.isHeldUp,
  };
}

function isPending({ state }: GarminDelivery): boolean {
  return state === 'waiting' || state === 'sending' || state === 'leaving';
}

type Asked = { workoutId: string | undefined } | { from: string; to: string };

function ask(call: Call, asked: Asked, signal: AbortSignal) {
  if ('from' in asked) return call(listCalendarDeliveries, { query: asked, signal });
  return call(listWorkoutDeliveries, { params: { id: asked.workoutId ?? '' }, signal });
}

/** All entries of a month share one answer. */
function monthOf(day: string): { from: string; to: string } {
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

const WATCHED_MS = 20_000;

function pauseAfter(pendingSince: number): number {
  const waited = Date.now() - pendingSince;
  if (waited < WATCHED_MS) return 1_000;
  return waited < 120_000 ? 5_000 : 30_000;
}

/** Sends a workout, or puts an entry on its day. Where it is there already, brings it up to date. */
export function useSend() {
  return useChange(async (call, { workoutId, entry }: SavedPlace) => {
    await (entry
      ? call(scheduleAtGarmin, { params: { id: entry.id } })
      : call(sendToGarmin, { params: { id: workoutId } }));
  });
}

export function useRemove() {
  return useChange(async (call, { workoutId, entry }: SavedPlace) => {
    await (entry
      ? call(unscheduleAtGarmin, { params: { id: entry.id } })
      : call(removeFromGarmin, { params: { id: workoutId } }));
  });
}

export type Choice = 'send-again' | 'it-is-there' | 'forget';

export function useSettle() {
  return useChange(
    async (call, { workoutId, choice }: { workoutId: string; choice: Choice }) =>
      void (await call(settleDelivery, { params: { id: workoutId }, body: { choice } })),
  );
}

/** Resolves after the delivery list has been refetched. */
function useChange<Variables>(change: (call: Call, variables: Variables) => Promise<void>) {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => change(call, variables),
    onSuccess: () =>
      // The query client may have asked already.
      queryClient.invalidateQueries({ queryKey: DELIVERIES }, { cancelRefetch: false }),
  });
}
