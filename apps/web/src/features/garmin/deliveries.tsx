import {
  type GarminDelivery,
  listCalendarDeliveries,
  listWorkoutDeliveries,
  removeFromGarmin,
  scheduleAtGarmin,
  sendToGarmin,
  resolveDelivery,
  unscheduleAtGarmin,
  DELIVERY_PROBLEMS,
} from '@pacewright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import type { Call } from '../../platform/api/client.ts';
import { GARMIN_DELIVERIES } from '../../platform/api/queries/garmin.ts';
import { addMonths, addDays } from '../../platform/days/days.ts';
import { useHasConnection } from './connection.tsx';
import { formatTimestamp } from '../../platform/days/timestamps.ts';
import { classNames } from '../../ui/class-names.ts';
import { type Tone, toneClass, ToneIcon } from '../../ui/tone.tsx';

/** Identifies a delivery: of a workout, or of an entry on its day. */
export type DeliveryKey = {
  /** The entry if that has its own script, as in a `GarminDelivery`. Undefined until it is saved. */
  workoutId: string | undefined;
  entry?: { id: string; day: string } | undefined;
};

/** The key of a delivery that may exist. */
type SavedDeliveryKey = DeliveryKey & { workoutId: string };

/** A workout that can be sent to Garmin, for a day if it has an entry. */
export type SendableWorkout = DeliveryKey & {
  title: string;
  script: string;
  /** Saves unsaved changes first. Undefined if that failed, which the editor reports. */
  save?: (() => Promise<{ id: string; title: string } | undefined>) | undefined;
};

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
    /** Of the month of an entry, or of all days of a workout. */
    all: data.deliveries,
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

/** The status of a delivery, as a label and a description. */
export type DeliveryStatus = {
  tone: Tone;
  label: string;
  description: string;
  /** The answer of Garmin, or the script's mistake. */
  detail?: string;
  /** The label of a button for the next action. */
  actionLabel?: string;
  /** Whether the athlete should see it without opening the dialog. */
  needsAttention: boolean;
};

/** The status to show for a delivery. A stalled one is shown as waiting instead of busy. */
export function getDeliveryStatus(
  delivery: GarminDelivery,
  isStalled: boolean,
  today: string,
): DeliveryStatus {
  const { state, problem, pacesChanged, sentAt } = delivery;
  const description = problem ? DELIVERY_PROBLEMS[problem] : '';
  const failure = { description, ...detailOf(delivery), needsAttention: true };

  switch (state) {
    case 'waiting':
    case 'sending':
      return { ...pendingStatus(sentAt !== null, isStalled), needsAttention: false };
    case 'leaving':
      return {
        tone: isStalled ? 'waiting' : 'busy',
        label: 'Removing from Garmin',
        description: 'It will be removed as soon as Garmin responds.',
        needsAttention: false,
      };
    case 'unknown':
      return { ...failure, tone: 'unknown', label: 'Couldn’t confirm it was sent' };
    case 'failed':
      return { ...failure, tone: 'bad', label: sentAt ? 'Not updated' : 'Not sent' };
    case 'removed':
      return { ...failure, tone: 'warning', label: 'Deleted on Garmin' };
    case 'sent':
      if (problem) return { ...failure, tone: 'warning', label: 'On Garmin, no longer updated' };
      if (pacesChanged)
        return {
          tone: 'warning',
          label: 'Sent with old paces',
          description: 'Send it again to use your new ones.',
          actionLabel: 'Send new paces',
          needsAttention: true,
        };
      return {
        tone: 'sent',
        label: 'Sent to Garmin',
        description: `Up to date on Garmin${sentAt ? ` since ${formatTimestamp(sentAt, today)}` : ''}. Your watch will get it at the next sync.`,
        needsAttention: false,
      };
  }
}

function pendingStatus(isUpdate: boolean, isStalled: boolean) {
  if (isStalled)
    return {
      tone: 'waiting' as const,
      label: 'Waiting for Garmin',
      description: 'Garmin hasn’t accepted it yet. We’ll keep trying. You don’t need to wait.',
    };
  return {
    tone: 'busy' as const,
    label: isUpdate ? 'Updating on Garmin' : 'Sending to Garmin',
    description: isUpdate
      ? 'Garmin has an older version. We’re sending your changes.'
      : 'We’re sending it. You don’t need to wait.',
  };
}

function detailOf({ problem, detail }: GarminDelivery): { detail?: string } {
  if (!detail) return {};
  return { detail: problem === 'unsendable' ? detail : `Garmin said: ${detail}` };
}

/** The delivery status as an icon and a label. */
export function DeliveryStatusLabel({
  deliveryStatus: { tone, label },
}: {
  deliveryStatus: DeliveryStatus;
}) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5', toneClass(tone))}>
      <ToneIcon tone={tone} className="size-4" />
      {label}
    </span>
  );
}
