import {
  type GarminDelivery,
  listOutdatedDeliveries,
  scheduleAtGarmin,
  sendToGarmin,
} from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../platform/api/call-context.ts';
import type { Call } from '../../platform/api/client.ts';
import { GARMIN_DELIVERIES, reasonOf } from '../../platform/api/queries/garmin.ts';
import { useToday } from '../../platform/days/use-today.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';

export function OutdatedPacesAlert() {
  const call = useCall();
  const queryClient = useQueryClient();
  const today = useToday();
  const { data: deliveries = [] } = useQuery({
    queryKey: [...GARMIN_DELIVERIES, 'outdated', today],
    queryFn: async ({ signal }) =>
      (await call(listOutdatedDeliveries, { query: { from: today }, signal })).deliveries,
  });
  const sending = useMutation({
    mutationFn: () => sendAll(call, deliveries),
    onSuccess: ({ sentCount, reason }) => {
      if (sentCount > 0)
        showToast.success(`Sending new paces for ${plural(sentCount, 'workout')} to Garmin`);
      if (reason !== undefined) showToast.failure('Some weren’t sent', { detail: reason });
      focusHeading();
    },
    onError: ({ message }) => showToast.failure('Some weren’t sent', { detail: message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: GARMIN_DELIVERIES }),
  });

  if (deliveries.length === 0) return null;
  return (
    <Alert
      kind="warning"
      title={`${plural(deliveries.length, 'workout on Garmin has', 'workouts on Garmin have')} your old paces.`}
    >
      <span className="mt-2 flex">
        <Button size="sm" busy={sending.isPending} onClick={() => sending.mutate()}>
          Send new paces
        </Button>
      </span>
    </Alert>
  );
}

/** Sends workouts again, one after the other. What was sent is no longer outdated, so it can be repeated. */
async function sendAll(call: Call, deliveries: readonly GarminDelivery[]) {
  let sentCount = 0;
  /** Why the last one that was not sent was not. */
  let reason: string | undefined;
  for (const { workoutId, entryId } of deliveries)
    try {
      await (entryId === null
        ? call(sendToGarmin, { params: { id: workoutId } })
        : call(scheduleAtGarmin, { params: { id: entryId } }));
      sentCount++;
    } catch (error) {
      reason = reasonOf(error);
    }
  return { sentCount, reason };
}

/** The pressed button is gone, so the focus moves to the top. */
function focusHeading(): void {
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
